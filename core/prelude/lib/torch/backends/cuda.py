class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True


matmul = _Matmul()


def is_built():
    return False
