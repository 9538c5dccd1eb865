d = {}
for i in range(40):
    d[i] = i * i
for i in range(0, 40, 3):
    del d[i]
for i in range(0, 10):
    d[i] = -i
print(d)
for i in range(1000):
    d["k%d" % i] = i
for i in range(0, 1000, 2):
    del d["k%d" % i]
print(len(d), d["k999"], "k998" in d, sum(v for k, v in d.items() if isinstance(k, str)))
for i in range(200):
    d.pop(next(iter(d)))
print(len(d), list(d)[:3], list(d)[-3:])
queue = {}
for i in range(500):
    queue[i] = None
    if len(queue) > 5:
        del queue[next(iter(queue))]
print(list(queue))
stack = {}
for i in range(500):
    stack[i] = i
    if i % 3:
        stack.popitem()
print(len(stack), list(stack)[-3:], stack.popitem())
while stack:
    stack.popitem()
print(stack)
many = {i * 64: i for i in range(300)}
many.update({-i: i for i in range(1, 50)})
many.update({i + 0.5: i for i in range(50)})
print(len(many), many[64 * 299], many[-49], many[49.5], 63 in many)
tuples = {(i, j): i * j for i in range(20) for j in range(20)}
print(len(tuples), tuples[19, 19], (20, 0) in tuples)
