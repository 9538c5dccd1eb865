g = ExceptionGroup("many", [ValueError(1), KeyError("k"), ExceptionGroup("inner", [TypeError("t"), ValueError(2)])])
print(g, repr(g), g.message, len(g.exceptions), type(g.exceptions).__name__)
yes, no = g.split(ValueError)
print(repr(yes), repr(no))
print(repr(g.subgroup(TypeError)), g.subgroup(OSError), repr(g.subgroup(lambda e: isinstance(e, KeyError))))
for bad in [lambda: ExceptionGroup("x", []), lambda: ExceptionGroup("x", 3), lambda: ExceptionGroup("x", [1]),
            lambda: ExceptionGroup("x", [KeyboardInterrupt()]), lambda: ExceptionGroup(1, [ValueError()]),
            lambda: ExceptionGroup("x")]:
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(type(BaseExceptionGroup("b", [ValueError()])).__name__, type(BaseExceptionGroup("b", [KeyboardInterrupt()])).__name__)
try:
    raise g
except* ValueError as group:
    print("values", [repr(e) for e in group.exceptions])
except* (KeyError, TypeError) as group:
    print("others", repr(group))
try:
    try:
        raise ExceptionGroup("left", [ValueError(1), OSError("o")])
    except* ValueError:
        print("handled")
except ExceptionGroup as rest:
    print(repr(rest))
try:
    raise ValueError("bare")
except* ValueError as group:
    print(repr(group))
print(str(ExceptionGroup("one", [ValueError()])))
