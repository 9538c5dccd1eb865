import heapq

h = []
for value in (5, 1, 8, 3, 9, 2):
    heapq.heappush(h, value)
print(h, [heapq.heappop(h) for _ in range(3)], h)
items = [9, 7, 5, 3, 1, 8, 6]
heapq.heapify(items)
print(items, heapq.heapreplace(items, 4), heapq.heappushpop(items, 0), heapq.heappushpop(items, 10), items)
print(heapq.nsmallest(3, [4, 1, 7, 2]), heapq.nlargest(2, ["a", "ccc", "bb"], key=len), heapq.nsmallest(0, [1]), heapq.nlargest(9, [1, 2]))
print(list(heapq.merge([1, 4, 7], [2, 4, 9], [])), list(heapq.merge([9, 5], [7, 1], reverse=True)), list(heapq.merge(["b"], ["A", "c"], key=str.lower)))
for bad in (lambda: heapq.heappop([]), lambda: heapq.heapreplace([], 1)):
    try:
        bad()
    except IndexError as error:
        print(type(error).__name__)
