import operator as op


class Sum:
    def __init__(self, total):
        self.total = total

    def __iadd__(self, other):
        self.total += other
        return self

    def __matmul__(self, other):
        return "matmul"


items = [1]
print(op.iadd(items, [2]) is items, items, op.iadd((1,), (2,)), op.imul(items, 2) is items, items)
value = Sum(1)
print(op.iadd(value, 5) is value, value.total, op.matmul(value, 0), op.imatmul(value, 0))
print(op.isub(5, 2), op.itruediv(1, 4), op.ifloordiv(9, 4), op.imod(9, 4), op.ipow(3, 3), op.ilshift(1, 2))
print(op.irshift(8, 1), op.iand({1, 2}, {2}), op.ior({1}, {2}), op.ixor({1, 2}, {2, 3}), op.iconcat([1], (2, 3)))
