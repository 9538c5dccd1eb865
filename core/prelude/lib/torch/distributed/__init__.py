# torch.distributed of a single process: it is not available, and its functions say so.
__all__ = ['is_available', 'is_initialized', 'get_rank', 'get_world_size', 'init_process_group', 'destroy_process_group', 'barrier',
           'all_reduce', 'all_gather', 'broadcast']


def is_available():
    return False


def is_initialized():
    return False


def _refuse(*args, **kwargs):
    raise RuntimeError('torch.distributed is not available: JitScope runs a program in one process')


get_rank = get_world_size = init_process_group = destroy_process_group = barrier = _refuse
all_reduce = all_gather = broadcast = _refuse


class ReduceOp:
    SUM, AVG, PRODUCT, MIN, MAX = range(5)
