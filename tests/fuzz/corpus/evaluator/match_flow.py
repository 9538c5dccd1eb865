def loop(items):
    out = []
    for item in items:
        match item:
            case "stop":
                break
            case "skip":
                continue
            case [x, y] as pair:
                out.append((x + y, pair))
            case x:
                out.append(x)
    else:
        out.append("end")
    return out


print(loop([1, "skip", [2, 3]]), loop([1, "stop", 2]))


def count(v, log):
    def check(x):
        log.append(x)
        return x == 2
    match v:
        case 1 if check(1):
            return "a"
        case 1 if check(2):
            return "b"
    return "none"


log = []
print(count(1, log), count(5, log), log)
match 3:
    case x if False:
        pass
print(x)
match [1, 2]:
    case [a, 3]:
        pass
    case [b, c]:
        print(b, c)
match = 5
case = [match]
print(match, case[0], match + 1)
match (1, 2), 3:
    case ((a, b), c):
        print(a + b + c)


def state(tokens):
    match tokens:
        case []:
            return 0
        case ["(", *inner, ")"]:
            return 1 + state(inner)
        case [_, *rest]:
            return state(rest)


print(state(list("((x))")), state(list("ab")))


class Eq:
    def __eq__(self, other):
        return other == "always"


match Eq():
    case "never":
        print("no")
    case "always":
        print("equal")
match True:
    case 1:
        print("one")
match 1:
    case True:
        print("is")
    case 1.0:
        print("float")
