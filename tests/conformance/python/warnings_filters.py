import warnings


def deprecated():
    warnings.warn("use something else", DeprecationWarning, stacklevel=2)
    return 1


with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    print(deprecated(), len(w), w[-1].category is DeprecationWarning, "something" in str(w[-1].message))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        deprecated()
        try:
            warnings.filterwarnings("error", category=DeprecationWarning)
            deprecated()
        except DeprecationWarning as e:
            print("error", e)
    deprecated()
    print(len(w))
