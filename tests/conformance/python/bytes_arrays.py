array = bytearray(b"abc")
array.append(100)
array.extend(b"ef")
array.extend([103])
array[0] = 65
array += b"!"
print(array, len(array), array[0], array[1:3], array.pop(), array.pop(0), bytes(array), array == b"bcdefg", array.decode())
array[1:3] = b"XYZ"
print(array)
del array[0]
array.reverse()
print(array, array.copy() is array, bytearray(3), bytearray([1, 2]), bytearray("x", "ascii"), bytearray(b"a") + b"b", b"a" + bytearray(b"b"))
array.clear()
print(array, bool(array), list(bytearray(b"ab")), bytearray(b"a-b").split(b"-"), bytearray(b"x").upper(), bytearray(b"ab") * 2)
try:
    hash(array)
except TypeError as error:
    print(error)
for action in [lambda: array.append(256), lambda: array.pop(), lambda: array[3], lambda: array.append("a")]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
