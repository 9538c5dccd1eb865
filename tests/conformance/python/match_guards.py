def classify(n):
    match n:
        case bool():
            return "bool"
        case int() if n < 0:
            return "negative"
        case 0:
            return "zero"
        case int() as k if (half := k / 2) == int(half):
            return f"even {half}"
        case int():
            return "odd"
        case float() | complex():
            return "not whole"
        case str(text) if text.isdigit():
            return classify(int(text))
        case [] | () | {}:
            return "empty"
        case [x] | [x, _]:
            return f"starts {x}"
        case _ if callable(n):
            return "callable"
    return "unknown"


print([classify(v) for v in (True, -1, 0, 4, 3, 1.5, 2j, "12", "x", [], {}, [5], [6, 7], len, object())])
