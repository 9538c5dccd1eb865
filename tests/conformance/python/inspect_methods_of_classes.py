import inspect


class A:
    """Doc of A."""
    attr: int = 3

    def method(self, x, *, y=2):
        """  Doc of method.

            More.
        """

    async def wait(self):
        pass


class B(A):
    def other(self):
        pass


print([name for name, _ in inspect.getmembers(B, inspect.isfunction)], inspect.getdoc(A.method), inspect.getdoc(B), inspect.isclass(B), inspect.ismethod(B().other))
print(inspect.signature(B().method), list(inspect.signature(A.method).parameters), inspect.iscoroutinefunction(A.wait), inspect.unwrap(A.method) is A.method)
print(inspect.signature(A.method).bind(None, 1, y=3).kwargs, inspect.Parameter.empty is inspect.Signature.empty, inspect.getmro(B)[1].__name__)
