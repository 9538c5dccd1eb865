def tried(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__)


limit = 7
print(eval('1+1'), eval(' limit * 2'), eval('a + b', {'a': 1, 'b': 2}), eval('a + b', {'a': 1}, {'b': 5}))


def inside(value):
    other = 3
    return eval('value * other + limit')


print(inside(4))
print(eval('(lambda x: x + limit)(1)'), eval('[i for i in range(limit)]'))
exec('made = limit + 1\ndef twice(x):\n    return x * 2\n')
print(made, twice(made))
names = {}
exec('import math\nvalue = math.floor(2.5)\nclass A:\n    size = value', names)
print(names['value'], names['A'].size, '__builtins__' in names)
space = {}
exec('x = y + 1', {'y': 4}, space)
print(space)
code = compile('limit + 3', '<text>', 'eval')
print(eval(code), eval(code, {'limit': 1}))
program = compile('total = sum(range(5))', '<text>', 'exec')
exec(program)
print(total, exec('1'))
tried(lambda: eval('1 +'))
tried(lambda: eval('x = 1'))
tried(lambda: eval('unknown_name'))
tried(lambda: exec('raise ValueError(3)'))
tried(lambda: exec('for'))
tried(lambda: eval(3))
tried(lambda: compile('1', 'f', 'other'))
for template in ('{0} + 1', '{0} * 2'):
    print(eval(template.format(5)))
