import random

a, b = random.Random(5), random.Random(5)
print([a.randint(0, 9) for _ in range(10)] == [b.randint(0, 9) for _ in range(10)], a.random() == b.random())
random.seed(0)
print([random.randint(0, 255) for _ in range(8)], [round(random.random(), 6) for _ in range(3)], random.sample(range(100), 10))
deck = [r + s for s in "SH" for r in "A23"]
random.shuffle(deck)
print(deck, random.choice(deck), random.uniform(2, 3), random.gauss(0, 1), random.gauss(0, 1), random.randrange(5, 50, 5), random.getrandbits(16))
