def run(*errors):
    try:
        raise ExceptionGroup("all", list(errors))
    except* ValueError as group:
        print("values", [str(e) for e in group.exceptions])
    except* (KeyError, IndexError) as group:
        print("lookups", len(group.exceptions), type(group).__name__)
    else:
        print("none")
    finally:
        print("done")


run(ValueError(1), KeyError("k"), ValueError(2))
try:
    run(TypeError("left"), ValueError(3))
except ExceptionGroup as group:
    print(group.message, group.exceptions)
try:
    try:
        raise ValueError("naked")
    except* ValueError as group:
        print(repr(group), group.message == "")
        raise KeyError("next")
except ExceptionGroup as group:
    print(group)
except KeyError as error:
    print("key", error)
try:
    pass
except* ValueError:
    print("no")
else:
    print("else")
nested = ExceptionGroup("n", [ValueError(1), ExceptionGroup("m", [TypeError(2), ValueError(3)])])
print(nested.subgroup(ValueError), nested.split(TypeError), nested.derive([OSError(1)]))
print(nested.subgroup(lambda e: "3" in str(e.args)), nested.subgroup(KeyError))
try:
    ExceptionGroup("empty", [])
except ValueError as error:
    print(error)
