# Profiling contexts. They measure nothing: `tsdbg profile` measures a program.
import enum

from torch.autograd.profiler import profile as _profile
from torch.autograd.profiler import record_function

__all__ = ['profile', 'record_function', 'schedule', 'ProfilerAction', 'ProfilerActivity', 'supported_activities', 'tensorboard_trace_handler']


class ProfilerActivity(enum.Enum):
    CPU = 0
    CUDA = 2


class ProfilerAction(enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class profile(_profile):
    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False,
                 with_flops=False, with_modules=False, **kwargs):
        super().__init__()

    def start(self):
        pass

    def stop(self):
        pass

    def step(self):
        pass


def supported_activities():
    return {ProfilerActivity.CPU}


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    def action(step):
        step -= skip_first
        length = wait + warmup + active
        if step < 0 or (repeat and step >= repeat * length) or step % length < wait:
            return ProfilerAction.NONE
        place = step % length - wait
        if place < warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if place < warmup + active - 1 else ProfilerAction.RECORD_AND_SAVE
    return action


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    return lambda profiler: None
