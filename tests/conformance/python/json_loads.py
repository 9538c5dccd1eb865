import json
from io import StringIO

print(json.loads(' {"a": [1, -2.5e3, null, true, false, "x\\u00e9\\n\\"\\/"], "b": {}} '), json.loads("[]"), json.loads('"\\ud83d\\ude00"'), json.loads(b"[1]"))
print(json.loads("3"), json.loads("-0.0"), json.loads("[NaN, Infinity, -Infinity]"), json.loads("1E5"), json.loads('{"a":1,"a":2}'))
print(json.loads('{"x": {"y": 1}}', object_hook=lambda d: sorted(d.items())), json.loads('{"b":1,"a":2}', object_pairs_hook=list), json.loads("[1.5]", parse_float=str))
out = StringIO()
json.dump({"k": [1]}, out)
print(out.getvalue(), json.load(StringIO(out.getvalue())), json.JSONDecoder().raw_decode("[1] tail"))
for text in ("", "{", "[1,", "[1 2]", '{"a" 1}', "{1: 2}", '"abc', "nul", "[1] x", '"\\x"', '"\\u12"', '"a\nb"', "[,]", '{"a":1,}'):
    try:
        print(json.loads(text))
    except json.JSONDecodeError as error:
        print(type(error).__name__, error.pos, error.lineno, error.colno)
data = {"nested": [{"a": i, "b": [i / 3, str(i)]} for i in range(3)]}
print(json.loads(json.dumps(data)) == data)
