x, name, pi = 42, "World", 3.14159
d = {"k": [1, 2]}
print(f"{x}", f"{x!r:>5}|", f"{name!s:*^11}", f"{pi:.2f}", f"{pi:{8}.{3}}|", f"{x:#x} {x:b} {x:08.3f} {x:,} {x:+d}")
print(f"{x=}", f"{x = }", f"{name=!s}", f"{pi=:.1f}", f"{d['k'][0]=}", f"{x + 1 = :>6}")
print(f"{{{x}}}", f"{{}}", f"{'nested'!r}", f"{f'{x}' + 'y'}", f"{d['k'][1]}", f"{[i for i in range(3)]}")
print(f"{(lambda y: y * 2)(4)}", f"{x if x > 5 else 0}", f"{name.upper()[::-1]}", f"{'a' 'b'}", f"{name!a}", f"{'ä'!a}")
print(f"a" "b" f"{x}" "c{x}", rf"\n{x}", f"\n{x}".strip(), f"""{
    x
}""")
width, prec = 10, 3
print(f"{pi:{width}.{prec}f}|", f"{name:>{width}}|", f"{name:{'<'}{width}}|", f"{x:{'>' + str(6)}}|")


class F:
    def __format__(self, spec):
        return f"spec={spec!r}"

    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


print(f"{F()}", f"{F():a{x}b}", f"{F()!s}", f"{F()!r:>6}", f"{F()=}", f"{F()=:x}")
print(f"{1e10:g} {1e-5:.2e} {0.1 + 0.2:.17f} {1234567.891:,.2f} {255:#o} {True:d} {True} {None!r:>6} {1j:.1f} {0.5:.0%}")
print(f"{-7:=5d} {7: d} {'x':^3}| {3:c} {65:c} {12345678:_} {0xABCD:_x} {1.5:n} {float('nan'):5} {float('inf'):+}")
for spec in ("d", "5.2d", "zz", "s"):
    try:
        print(f"{1.5:{spec}}")
    except ValueError as error:
        print(error)
try:
    f"{object():x}"
except TypeError as error:
    print(error)
print("%s %r %d %5.2f %-5s| %05d %x %% %c %e" % ("a", "b", 3, 2.5, "l", 42, 255, "z", 12345.678), "%(a)s-%(b)03d" % {"a": 1, "b": 2})
print("{} {1}".replace("{1}", "{}").format(1, 2), "{0[k][1]} {1.real:>4} {n!r}".format(d, 7, n="q"), "{:{}}|".format("a", 4))
