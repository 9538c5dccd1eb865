"""A list as a heap: the smallest item comes first, and each item i isn't larger than items 2i+1 and 2i+2."""

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


def _rise(heap, first, at):
    """Moves the item at `at` up to its position, at most to `first`."""
    item = heap[at]
    while at > first:
        parent = (at - 1) // 2
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def _sink(heap, at):
    """Moves the item at `at` down to a leaf along the smaller children, then up to its position."""
    first = at
    item = heap[at]
    size = len(heap)
    child = 2 * at + 1
    while child < size:
        if child + 1 < size and not heap[child] < heap[child + 1]:
            child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _rise(heap, first, at)


def heappush(heap, item):
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return smallest


def heapreplace(heap, item):
    smallest = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return smallest


def heappushpop(heap, item):
    if heap and heap[0] < item:
        return heapreplace(heap, item)
    return item


def heapify(x):
    for at in range(len(x) // 2 - 1, -1, -1):
        _sink(x, at)


def merge(*iterables, key=None, reverse=False):
    """Merges sorted inputs; of equal items, those of earlier iterables come first."""
    heads = []
    for order, iterable in enumerate(iterables):
        iterator = iter(iterable)
        for item in iterator:
            heads.append([item if key is None else key(item), order, item, iterator])
            break
    while heads:
        best = heads[0]
        for head in heads[1:]:
            if best[0] < head[0] if reverse else head[0] < best[0]:
                best = head
        yield best[2]
        for item in best[3]:
            best[0] = item if key is None else key(item)
            best[2] = item
            break
        else:
            heads.remove(best)


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
