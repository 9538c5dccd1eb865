import operator as op

print(op.add(1, 2), op.sub(5, 3), op.mul(4, "a"), op.truediv(7, 2), op.floordiv(7, 2), op.mod(7, 3), op.pow(2, 8))
print(op.and_(6, 3), op.or_(6, 3), op.xor(6, 3), op.lshift(1, 4), op.rshift(256, 4), op.inv(5), op.invert(0))
print(op.neg(3), op.pos(-3), op.abs(-4), op.not_([]), op.truth("x"), op.is_(None, None), op.is_not(1, None))
print(op.lt(1, 2), op.le(2, 2), op.eq(1, 1.0), op.ne(1, 2), op.ge(1, 2), op.gt(3, 2))
print(op.concat([1], [2]), op.contains("abc", "b"), op.countOf([1, 2, 1], 1), op.indexOf("abc", "c"), op.index(7))
table = {"a": 1}
op.setitem(table, "b", 2)
op.delitem(table, "a")
print(table, op.getitem(table, "b"), op.length_hint([1, 2]), op.length_hint(3, 9), op.call(max, 1, 4))
print(op.__add__(1, 1), op.__not__(0), op.__and__(3, 1), op.__getitem__("xyz", 1), op.and_.__name__)
for bad in (lambda: op.index(1.5), lambda: op.indexOf([], 1), lambda: op.concat(1, 2)):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
