def describe(value):
    match value:
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [1, 2, *rest]:
            return f"one two and {rest}"
        case [first, *_, last] if first == last:
            return f"same ends {first}"
        case (a, (b, c)):
            return f"nested {a} {b} {c}"
        case [str() as s, int(n) | float(n)]:
            return f"text {s} number {n}"
        case [_, _, _]:
            return "three"
        case [*all]:
            return f"all {all}"
        case _:
            return "other"


for v in ([], (5,), [1, 2], [1, 2, 3, 4], [7, 0, 7], (1, [2, 3]), ["a", 2.5], [1, 3, 2], (4, 5, 6, 7), "text", b"by", range(2), {1}, None, iter([1])):
    print(describe(v))
match 1, 2:
    case x, y:
        print(x, y)
match [1, [2, [3]]]:
    case [a, [b, [c]]]:
        print(a, b, c)
x = 5
match x:
    case 1 | 2:
        print("low")
    case n if n > 4:
        print("high", n)
match "ab":
    case "a" "b":
        print("joined")
match -1:
    case -1:
        print("negative")
match 3 + 4j:
    case 3 + 4j:
        print("complex")
