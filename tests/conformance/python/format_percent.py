print("%d %i %u" % (1, -2, 3), "%5d|%-5d|%05d|%+d|% d" % (42, 42, 42, 42, 42), "%x %X %#x %o %#o" % (255, 255, 255, 8, 8), "%.3d %5.3d" % (5, 5))
print("%f %.2f %10.3f|%-10.1f|%+.1f %010.2f" % (1.5, 2.345, 3.14159, 2.5, 1.0, -3.14159), "%e %.2E %g %G %.3g" % (12345.678, 0.00012, 1e20, 1e-10, 1234.5))
print("%s %r %a" % ("a", "b", "é"), "%5s|%-5s|%.2s|%5.1s" % ("ab", "ab", "abcdef", "xyz"), "%c%c" % ("x", 65), "%%", "100%%" % (), "%d%%" % 50)
print("%(a)s %(b)d %(a)r" % {"a": "x", "b": 3, "unused": 1}, "%(key (nested))s" % {"key (nested)": 1}, "%*d|%-*d|%.*f" % (5, 1, 5, 2, 2, 3.14159))
print("%s" % None, "%s" % [1, 2], "%s" % ((1, 2),), "%s %s" % ("a", (1,)), "%d" % 3.99, "%d" % True, "%s" % {"a": 1}, "%x" % True, "no" % {}, "%ld" % 5)
print("%f %F %g %e" % (float("inf"), float("nan"), float("-inf"), 0.0), "%5.1f" % 10, "%#.0f %#g" % (1.0, 1.0), "%s" % 1.0, "%g" % 100000, "%g" % 1000000)
for action in [lambda: "%d" % "a", lambda: "%d %d" % 1, lambda: "%d" % (1, 2), lambda: "%q" % 1, lambda: "%" % (), lambda: "%(a)s" % 1,
               lambda: "%(a)s" % {"b": 1}, lambda: "%c" % "ab", lambda: "%x" % 1.5, lambda: "%f" % "a", lambda: "abc" % 1, lambda: "%s %s" % "a",
               lambda: "%*d" % ("a", 1), lambda: "%(a" % {"a": 1}, lambda: "%c" % -1, lambda: "%d" % None, lambda: "%5" % 1]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
