import time

default_timer = time.perf_counter


def _callable_of(statement, names):
    if callable(statement):
        return statement
    code = compile(statement, '<timeit-src>', 'exec')
    return lambda: exec(code, names)


class Timer:
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        names = {} if globals is None else globals
        self.stmt = _callable_of(stmt, names)
        self.setup = _callable_of(setup, names)
        self.timer = timer

    def timeit(self, number=1000000):
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
