import importlib
import importlib.util
import sys
import types

print('sys' in sys.modules, 'not_there' in sys.modules, sys.modules['sys'] is sys, sys.modules.get('not_there'))
sys.modules['z'] = sys
import z

print(z is sys)
made = types.ModuleType('made')
made.value = 5
sys.modules['made'] = made
from made import value
import made as again

print(value, again is made)


class Lazy:
    answer = 42


sys.modules['lazy'] = Lazy()
import lazy
from lazy import answer

print(lazy.answer, answer)
try:
    from lazy import nothing
except ImportError as error:
    print(type(error).__name__)
sys.modules['blocked'] = None
try:
    import blocked
except ModuleNotFoundError as error:
    print(error)
del sys.modules['z']
print('z' in sys.modules, sys.modules.pop('made') is made, sys.modules.pop('made', 3), 'made' in sys.modules)
try:
    sys.modules['made']
except KeyError as error:
    print('KeyError', error)
print('lazy' in list(sys.modules), sys.modules.setdefault('lazy', 1) is lazy, len(sys.modules) > 3)
print(importlib.util.find_spec('not_there'), importlib.util.find_spec('json') is not None)
print(importlib.util.find_spec('json').name, importlib.import_module('json') is sys.modules['json'])
spec = importlib.util.spec_from_file_location('m', '/tmp/m.py')
print(spec.name, spec.origin, importlib.util.spec_from_file_location('m', '/tmp/m.txt'))
module = importlib.util.module_from_spec(spec)
print(module.__name__, module.__file__, module.__spec__ is spec)
