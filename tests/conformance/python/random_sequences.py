import random

random.seed(1)
items = list(range(10))
random.shuffle(items)
print(items, random.choice("abcdef"), random.choices("abc", k=5), random.choices([1, 2, 3], weights=[1, 5, 1], k=6))
print(random.sample(range(1000), 5), random.sample("abcdefgh", 8), random.sample(range(50), 20), random.sample(["a", "b"], 3, counts=[2, 3]))
print(random.choices("xy", cum_weights=[1, 4], k=4), random.sample([], 0))
for bad in (lambda: random.sample([1], 2), lambda: random.sample({1, 2}, 1), lambda: random.choices("ab", weights=[1]),
            lambda: random.choices("ab", weights=[0, 0])):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
