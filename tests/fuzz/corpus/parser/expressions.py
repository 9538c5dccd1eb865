x = a if b else lambda c, *d, e=1, **f: (yield)
y = [*a, b for c in d if e if not f], {**g, 'h': 1}, {i: j for i, j in k}, {l, *m}
z = a[1:2, ::3, ..., *b] ** -c // ~d @ e << f & g ^ h | i < j != k not in l is not m and n or o
s = rb'\x00' b"\N{x}", f'{a!r:>{w}.{p}}{{}}{b = }{f"{c["d"]}"}' 'e' u"f" '''g
h'''
n = 0x_ff + 1_000.0e-1_0j + 0o17 + .5 + 1if a else 2
