from string import Formatter, Template, ascii_lowercase

shift = str.maketrans(ascii_lowercase, ascii_lowercase[3:] + ascii_lowercase[:3])
print("hello".translate(shift), Template("$a-$b").substitute(a=1, b=[2]), Template("${a}b $$ $_c").safe_substitute(a="x"))
print([name for _, name, _, _ in Formatter().parse("{a} {b.c} {0!r:>5}") if name], Formatter().format("{0[a]:{1}}", {"a": 5}, "03d"))
