specs = ["", "s", "5", "<5", ">5", "^5", "*^7", ".2", "5.1", "05", "é<4", ">8.3s", "0>5", "\u2003^6"]
for text in ["", "abc", "äöü日", "longer text"]:
    print([format(text, spec) for spec in specs])
for spec in ["d", "+", "=5", ",", "#", " ", "z", "f", "5x5"]:
    try:
        print(format("abc", spec))
    except Exception as error:
        print(type(error).__name__, error)


class Plain:
    pass


class Custom:
    def __format__(self, spec):
        return "<" + spec + ">"


print(f"{Custom():anything}", format(Custom()), "{:>{}}".format("a", 4), f"{None}", f"{[1, 2]}", f"{(1,)!s:>6}", f"{ {'a': 1} }")
for value in [Plain(), None, [1], {}]:
    try:
        print(format(value, ">5"))
    except TypeError as error:
        print(str(error))
