import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.warn("first")
    warnings.warn("second", DeprecationWarning)
    warnings.warn(RuntimeWarning("third"))
    print([(str(w.message), w.category.__name__, type(w.message).__name__) for w in caught])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("ignore")
    warnings.warn("none")
    warnings.filterwarnings("always", message="shown.*", category=UserWarning)
    warnings.warn("shown please")
    warnings.warn("not this")
    print([str(w.message) for w in caught])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        warnings.warn("raised", FutureWarning)
    except FutureWarning as error:
        print("raised", error)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("once")
    for _ in range(3):
        warnings.warn("once")
    print(len(caught))
try:
    warnings.warn("x", int)
except TypeError as error:
    print(type(error).__name__)
try:
    warnings.simplefilter("strange")
except AssertionError as error:
    print(type(error).__name__)
print(warnings.formatwarning("m", UserWarning, "f.py", 3, "  code"))
