import heapq
from itertools import count

tie = count()
heap = []
for priority, name in ((3, "low"), (1, "high"), (2, "mid"), (1, "high too")):
    heapq.heappush(heap, (priority, next(tie), name))
print([heapq.heappop(heap)[2] for _ in range(4)])
graph = {"a": [("b", 4), ("c", 1)], "b": [("d", 1)], "c": [("b", 2), ("d", 5)], "d": []}
best, heap = {}, [(0, "a")]
while heap:
    distance, node = heapq.heappop(heap)
    if node not in best:
        best[node] = distance
        for other, length in graph[node]:
            heapq.heappush(heap, (distance + length, other))
print(best, heapq.nlargest(2, best.items(), key=lambda item: item[1]))
