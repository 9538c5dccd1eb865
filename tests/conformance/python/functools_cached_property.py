from functools import cached_property


class Data:
    def __init__(self):
        self.runs = 0

    @cached_property
    def total(self):
        """The total."""
        self.runs += 1
        return 42


data = Data()
print(data.total, data.total, data.runs, data.__dict__)
del data.total
print(data.total, data.runs)
data.total = 7
print(data.total, Data.total.__doc__, Data.total.attrname)
try:
    class Twice:
        one = cached_property(lambda self: 1)
        two = one
except (TypeError, RuntimeError) as error:
    print("refused")
