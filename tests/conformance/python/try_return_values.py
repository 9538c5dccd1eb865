def f(n):
    for i in range(n):
        try:
            if i == 2:
                return "returned", i
            if i == 5:
                raise ValueError(i)
        except ValueError:
            return "caught"
        else:
            if i == 3:
                return "else"
        finally:
            if n == 7 and i == 1:
                break
    else:
        return "exhausted"
    return "broken"


print(f(2), f(4), f(7), f(0), [f(k)[0] for k in range(4)])


def g():
    x = 1
    try:
        return x
    finally:
        x = 2


print(g())
