"""Iterators. Each function checks its arguments when it is called; inner generators do the work."""

_missing = object()


class count:
    def __init__(self, start=0, step=1):
        if not hasattr(start, "__add__") or isinstance(start, (str, list, tuple)):
            raise TypeError("count() needs a number")
        self._next = start
        self._step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self._next
        self._next = value + self._step
        return value

    def __repr__(self):
        if isinstance(self._step, int) and self._step == 1:
            return f"count({self._next!r})"
        return f"count({self._next!r}, {self._step!r})"


class repeat:
    def __init__(self, object, times=None):
        self._object = object
        self._left = None if times is None else max(times, 0)

    def __iter__(self):
        return self

    def __next__(self):
        if self._left is not None:
            if self._left == 0:
                raise StopIteration
            self._left -= 1
        return self._object

    def __length_hint__(self):
        if self._left is None:
            raise TypeError("repeat() without a number of times has no length")
        return self._left

    def __repr__(self):
        times = "" if self._left is None else f", {self._left}"
        return f"repeat({self._object!r}{times})"


def cycle(iterable, /):
    def run(items):
        seen = []
        for item in items:
            yield item
            seen.append(item)
        while seen:
            yield from seen
    return run(iter(iterable))


def accumulate(iterable, func=None, *, initial=None):
    def run(items):
        total = next(items, _missing) if initial is None else initial
        if total is _missing:
            return
        yield total
        for item in items:
            total = total + item if func is None else func(total, item)
            yield total
    return run(iter(iterable))


class chain:
    def __new__(cls, *iterables):
        return _chained(iterables)

    @classmethod
    def from_iterable(cls, iterable, /):
        return _chained(iter(iterable))


def _chained(iterables):
    for iterable in iterables:
        yield from iterable


def compress(data, selectors):
    return (item for item, chosen in zip(data, selectors) if chosen)


def dropwhile(predicate, iterable, /):
    def run(items):
        for item in items:
            if not predicate(item):
                yield item
                break
        yield from items
    return run(iter(iterable))


def takewhile(predicate, iterable, /):
    def run(items):
        for item in items:
            if not predicate(item):
                return
            yield item
    return run(iter(iterable))


def filterfalse(predicate, iterable, /):
    if predicate is None:
        return (item for item in iterable if not item)
    return (item for item in iterable if not predicate(item))


def starmap(function, iterable, /):
    return (function(*args) for args in iterable)


def pairwise(iterable, /):
    def run(items):
        before = next(items, _missing)
        for item in items:
            yield before, item
            before = item
    return run(iter(iterable))


def islice(iterable, /, *args):
    if not 1 <= len(args) <= 3:
        raise TypeError("islice() takes stop, or start, stop and step")
    bounds = slice(*args)
    start = 0 if bounds.start is None else bounds.start
    step = 1 if bounds.step is None else bounds.step
    stop = bounds.stop
    for bound in (start, step, stop):
        if bound is not None and (not hasattr(bound, "__index__") or bound < 0):
            raise ValueError("the bounds of islice() must be None or non-negative integers")
    if step == 0:
        raise ValueError("the step of islice() must be positive")

    def run(items):
        if stop is not None and stop <= start:
            for _ in zip(range(start), items):
                pass
            return
        wanted = start
        position = 0
        for item in items:
            if position == wanted:
                yield item
                wanted += step
            position += 1
            if position == stop:
                return
    return run(iter(iterable))


def zip_longest(*iterables, fillvalue=None):
    def run(iterators):
        live = len(iterators)
        while live:
            row = []
            for index, iterator in enumerate(iterators):
                item = fillvalue if iterator is None else next(iterator, _missing)
                if item is _missing:
                    live -= 1
                    if not live:
                        return
                    iterators[index] = None
                    item = fillvalue
                row.append(item)
            yield tuple(row)
    return run([iter(iterable) for iterable in iterables])


class _Group:
    """The items of one run of equal keys; empty once the groupby has advanced."""

    def __init__(self, owner, key):
        self._owner = owner
        self._key = key

    def __iter__(self):
        return self

    def __next__(self):
        owner = self._owner
        if owner._group is not self:
            raise StopIteration
        if owner._item is _missing:
            owner._advance()
        if owner._item_key != self._key:
            raise StopIteration
        item = owner._item
        owner._item = _missing
        return item


class groupby:
    def __init__(self, iterable, key=None):
        self._items = iter(iterable)
        self._key = key
        self._item = self._item_key = self._last_key = _missing
        self._group = None

    def __iter__(self):
        return self

    def _advance(self):
        """Reads the next item; at the end all groups end as well."""
        try:
            item = next(self._items)
        except StopIteration:
            self._group = None
            raise
        self._item_key = item if self._key is None else self._key(item)
        self._item = item

    def __next__(self):
        self._group = None
        if self._item is _missing:
            self._advance()
        while self._last_key is not _missing and self._item_key == self._last_key:
            self._advance()
        self._last_key = self._item_key
        self._group = _Group(self, self._item_key)
        return self._item_key, self._group


class _Tee:
    """One of several readers of an iterator. The links of the shared chain are [item, next link]."""

    def __init__(self, items, link):
        self._items = items
        self._link = link

    def __iter__(self):
        return self

    def __next__(self):
        link = self._link
        if not link:
            link += [next(self._items), []]
        item, self._link = link
        return item

    def __copy__(self):
        return _Tee(self._items, self._link)


def tee(iterable, n=2, /):
    if n < 0:
        raise ValueError("tee() expects a non-negative number of iterators")
    items = iter(iterable)
    first = items if isinstance(items, _Tee) else _Tee(items, [])
    return (first, *(first.__copy__() for _ in range(n - 1)))[:n]


def product(*iterables, repeat=1):
    if repeat < 0:
        raise ValueError("repeat must not be negative")

    def run(pools):
        if not all(pools):
            return
        indices = [0] * len(pools)
        row = [pool[0] for pool in pools]
        while True:
            yield tuple(row)
            at = len(pools) - 1
            while at >= 0 and indices[at] == len(pools[at]) - 1:
                indices[at] = 0
                row[at] = pools[at][0]
                at -= 1
            if at < 0:
                return
            indices[at] += 1
            row[at] = pools[at][indices[at]]
    return run([tuple(iterable) for iterable in iterables] * repeat)


def _length(r):
    if not isinstance(r, int):
        raise TypeError("r must be a number")
    if r < 0:
        raise ValueError("r must not be negative")
    return r


def permutations(iterable, r=None):
    pool = tuple(iterable)

    def run(chosen, left, r):
        if r == 0:
            yield tuple(pool[i] for i in chosen)
            return
        for at, index in enumerate(left):
            yield from run(chosen + (index,), left[:at] + left[at + 1:], r - 1)
    r = len(pool) if r is None else _length(r)
    return run((), tuple(range(len(pool))), r) if r <= len(pool) else iter(())


def _combined(pool, start, r, again):
    if r == 0:
        yield ()
        return
    for index in range(start, len(pool)):
        for rest in _combined(pool, index + (not again), r - 1, again):
            yield (pool[index], *rest)


def combinations(iterable, r):
    return _combined(tuple(iterable), 0, _length(r), False)


def combinations_with_replacement(iterable, r):
    return _combined(tuple(iterable), 0, _length(r), True)
