import time

default_timer = time.perf_counter


class Timer:
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        if not callable(stmt) or not (callable(setup) or setup == 'pass'):
            raise NotImplementedError('JitScope times functions only, not source text')
        self.stmt = stmt
        self.setup = setup
        self.timer = timer

    def timeit(self, number=1000000):
        if callable(self.setup):
            self.setup()
        begin = self.timer()
        for _ in range(number):
            self.stmt()
        return self.timer() - begin

    def repeat(self, repeat=5, number=1000000):
        return [self.timeit(number) for _ in range(repeat)]


def timeit(stmt='pass', setup='pass', timer=default_timer, number=1000000, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=5, number=1000000, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
