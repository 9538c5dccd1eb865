def show(x, text):
    print(text, x)
    return x


print({show(k, "key"): show(v, "value") for k, v in [(1, 2), (3, 4)]})
print([show(a, "a") + show(b, "b") for a in show([1, 2], "once") for b in show([10], "each")])
print({**{show(1, "k"): 1}, show(2, "k"): show(3, "v")})
it = iter(range(6))
print([(a, b) for a, b in zip(it, it)], [x for x in iter([1, 2, 0, 3].pop, 0)])


class Loud:
    def __iter__(self):
        print("iter")
        return iter("xy")


print([c + d for c in Loud() for d in Loud()])
print(dict.fromkeys([show(i, "f") for i in range(2)]))
numbers = [1, 2, 3]
print([numbers.append(9) or n for n in numbers if len(numbers) < 6])
print([[x, y] for x, y in {"a": 1}.items()], [i for i, in zip("ab")], [*(i for i in "ab"), *{"k": 1}])
