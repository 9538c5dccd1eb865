#### TS1002 f -
def f(x: int) -> bool:
    return x <> 3
#### TS1001 f -
def f(x: int) -> int:
    if x = 3:
        return 1
    return 2
#### TS1004 f -
def f(x: int) -> int:
    return x)
#### TS1005 f -
def f(x: int) -> str:
    return "weights
#### TS1007 f -
def f(x: int) -> int:
    if x > 3
        return 1
    return 2
#### TS1013 f -
def f(x: int) -> int:
    return x + 0777
#### TS1102 f (3,)
def f(x: int) -> int:
    y = x + 1  # tscheck: ignore[TS3105]
    return y
