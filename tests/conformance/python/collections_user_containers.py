from collections import UserDict, UserList, UserString


class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __missing__(self, key):
        return "missing " + key


d = Lower({"A": 1}, B=2)
d["C"] = 3
print(d, d["a"], d["zz"], d.get("q"), d.data, len(d), d | {"x": 1}, d.pop("a"), d.copy(), Lower.fromkeys("XY", 0))
print(d == {"b": 2, "c": 3}, list(d.items()), d.setdefault("b", 9), "b" in d)
items = UserList([3, 1, 2])
items.append(5)
items += [4]
items.sort()
print(items, items[1:3], type(items[1:3]).__name__, items + [9], [0] + items, items * 2 == items.data * 2, items == [1, 2, 3, 4, 5])
items.reverse()
items.insert(0, "x")
items.remove("x")
print(items, items.pop(), items.index(4), items.count(3), len(items), items < [9], 3 in items)
text = UserString("Hello")
print(text, repr(text), text.upper(), type(text.upper()).__name__, text + " you", text[1:3], "ell" in text, text == "Hello")
print(text.split("l"), len(text), text.replace("l", "L"), text.startswith("He"), hash(text) == hash("Hello"), text * 2)
