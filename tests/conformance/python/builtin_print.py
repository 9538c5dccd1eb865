import sys

print()
print(1, "a", None, [1, "b"], sep=", ", end="!\n")
print("x", end="")
print("y", sep="unused")
print(*[1, 2, 3], sep="")
print("a", "b", sep=None, end=None)
print("to stdout", file=sys.stdout, flush=True)


class File:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        pass


out = File()
print("a", 1, file=out)
print("b", end="", file=out)
print("".join(out.parts).split("\n"))
for bad in [lambda: print(sep=3), lambda: print(end=3), lambda: print(unknown=1)]:
    try:
        bad()
    except TypeError as error:
        print(error)
print("é", "😀", "\t|", b"bytes", 1.0, 1e100, float("inf"), -0.0, 1j, True)
print({"a": [1, (2,)], "b": {3}}, (), (1,), [], {}, set(), frozenset([1]), range(3), slice(1, 2))
sys.stdout.write("written\n")
