from collections import deque


def tail(items, n):
    return list(deque(items, n))


def window_sums(numbers, size):
    window = deque(numbers[:size], maxlen=size)
    yield sum(window)
    for number in numbers[size:]:
        window.append(number)
        yield sum(window)


graph = {"a": "bc", "b": "d", "c": "de", "d": "f", "e": "f", "f": ""}
queue, order = deque(["a"]), []
while queue:
    node = queue.popleft()
    if node not in order:
        order.append(node)
        queue.extend(graph[node])
print(order, tail(range(10), 3), list(window_sums([1, 2, 3, 4, 5], 3)))
