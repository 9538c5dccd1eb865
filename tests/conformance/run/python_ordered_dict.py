from collections import OrderedDict

print(OrderedDict(), OrderedDict(a=1), OrderedDict([("b", [1, 2]), ("a", OrderedDict(c=None))]))
