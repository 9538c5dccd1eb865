import random

r = random.Random(42)
print([r.random() for _ in range(4)], [r.getrandbits(k) for k in (1, 8, 31, 32, 33, 62, 63, 0)])
random.seed(7)
print(random.random(), random.randint(1, 100), random.randrange(0, 1000, 7), random.randrange(10), random.uniform(-1, 1))
random.seed(2 ** 62 + 5)
print(random.random(), random.getrandbits(60), random.randbytes(5))
random.seed(-3)
first = random.random()
random.seed(3)
print(first == random.random())
state = random.getstate()
a = [random.random() for _ in range(700)]
random.setstate(state)
print(a == [random.random() for _ in range(700)], a[-1], len(state[1]), state[0])
for bad in (lambda: random.randrange(0), lambda: random.choice([]), lambda: random.randint(2, 1), lambda: r.getrandbits(-1)):
    try:
        bad()
    except (ValueError, IndexError) as error:
        print(type(error).__name__)
