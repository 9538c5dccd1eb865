match a, *b:
    case [1, -2.5 + 3j, *_] | {'k': v, **rest} | C(x, y=D.e) if g: pass
    case (None | True) as t: pass
    case _: pass
