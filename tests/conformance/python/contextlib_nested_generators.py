from contextlib import ExitStack, contextmanager, suppress

log = []


@contextmanager
def level(n):
    log.append(f"+{n}")
    try:
        if n:
            with level(n - 1) as inner:
                yield inner + 1
        else:
            yield 0
    finally:
        log.append(f"-{n}")


with level(2) as depth:
    print(depth)
with suppress(ZeroDivisionError), level(1):
    1 / 0
print(log)


class State:
    value = 0

    @contextmanager
    def set(self, value):
        before, self.value = self.value, value
        try:
            yield self
        finally:
            self.value = before


s = State()
with s.set(1), s.set(2) as inner:
    print(inner.value)
print(s.value)
with ExitStack() as stack:
    states = [stack.enter_context(s.set(i)) for i in range(3)]
    print(s.value)
print(s.value)
