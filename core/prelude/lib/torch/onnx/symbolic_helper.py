def parse_args(*arg_descriptors):
    return lambda fn: fn
