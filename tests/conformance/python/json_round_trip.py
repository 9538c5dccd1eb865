import json
from collections import OrderedDict

for value in (0, -1, 1.5, 1e-10, 1234567890123456789, "", "\u2028\\/", [[], [[]]], {"": {}}, True, None, [1, "a", {"b": [None]}]):
    text = json.dumps(value)
    print(text, json.loads(text) == value, json.dumps(json.loads(text)) == text)
print(json.dumps(OrderedDict([("z", 1), ("a", 2)])), json.dumps({"b": 1, "a": 2}, sort_keys=True), json.dumps((1, (2,))), json.dumps({"a": {"b": [1, {}]}}, indent=1))
