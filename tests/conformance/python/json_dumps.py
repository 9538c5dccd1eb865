import json

print(json.dumps({"a": [1, 2.5, None, True, False], "b": {"c": "x\"y\n\t\\"}, 1: (1, 2), None: 0, 2.5: "f", True: []}))
print(json.dumps("é\u20ac\U0001f600\x00\x7f"), json.dumps("é\u20ac", ensure_ascii=False), json.dumps(1e100), json.dumps(float("inf")), json.dumps(float("nan")))
print(json.dumps({"b": 1, "a": [1, {"z": []}]}, indent=2, sort_keys=True))
print(json.dumps([1, {"a": 2}], separators=(",", ":")), json.dumps([], indent=4), json.dumps({}), json.dumps([[]], indent="\t"))
print(json.dumps({1, 2} and [3], default=list), json.dumps({"s": {1}}, default=sorted), json.dumps({(1, 2): 3, "a": 1}, skipkeys=True))


class Encoder(json.JSONEncoder):
    def default(self, o):
        return f"<{type(o).__name__}>" if isinstance(o, complex) else super().default(o)


loop = []
loop.append(loop)
print(json.dumps([1j], cls=Encoder), json.JSONEncoder().encode([1]))
for bad in (lambda: json.dumps({1}), lambda: json.dumps(loop), lambda: json.dumps(float("nan"), allow_nan=False), lambda: json.dumps({(1,): 2}),
            lambda: json.dumps([b"x"], cls=Encoder)):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
