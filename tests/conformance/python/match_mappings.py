def f(command):
    match command:
        case {"action": "move", "by": (x, y)}:
            return f"move {x} {y}"
        case {"action": "say", "text": str(text), **rest}:
            return f"say {text} {rest}"
        case {"action": ("jump" | "hop") as how}:
            return how
        case {"n": int() | float() as n} if n > 10:
            return f"big {n}"
        case {1: _, None: x}:
            return f"keys {x}"
        case {}:
            return f"mapping {len(command)}"
        case _:
            return "no mapping"


for c in ({"action": "move", "by": [1, 2]}, {"action": "say", "text": "hi", "loud": True}, {"action": "hop"}, {"action": "say", "text": 5},
          {"n": 11.5}, {"n": 1}, {1: 2, None: 3}, {}, [], "text"):
    print(f(c))
from collections import OrderedDict, defaultdict
print(f(OrderedDict(action="jump")), f(defaultdict(int)))
d = defaultdict(list)
match d:
    case {"absent": x}:
        print("made")
    case _:
        print("not made", dict(d))


class Key:
    name = "k"
    inner = type("I", (), {"v": 2})


match {"k": 1, 2: "two"}:
    case {Key.name: one, Key.inner.v: two}:
        print(one, two)
match {"a": {"b": {"c": [1, {"d": 2}]}}}:
    case {"a": {"b": {"c": [_, {"d": deep}]}}}:
        print(deep)
