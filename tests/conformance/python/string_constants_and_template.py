import string
from string import Template

print(repr(string.whitespace), string.ascii_letters, string.digits, string.hexdigits, string.octdigits, string.punctuation)
print(repr(string.printable), string.capwords("hello  world FOO"), string.capwords("a-b-c", "-"))
t = Template("$who likes ${what}s for $$5, ${who}")
print(t.substitute(who="tim", what="kung pao"), t.substitute({"who": "a", "what": "b"}, who="c"), t.safe_substitute(who="x"))
print(t.template, t.get_identifiers(), t.is_valid(), Template("$ x").is_valid(), Template("a $ b $x").safe_substitute(x=1))
for bad in (lambda: t.substitute(who="x"), lambda: Template("bad $").substitute(), lambda: Template("${x").substitute(x=1)):
    try:
        bad()
    except (KeyError, ValueError) as error:
        print(type(error).__name__)


class Percent(Template):
    delimiter = "%"


print(Percent("%x and %% and $x").substitute(x=3))
