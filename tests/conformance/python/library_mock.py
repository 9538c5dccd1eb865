import os.path
from unittest import mock
from unittest.mock import MagicMock, Mock, call, patch

m = Mock(return_value=3)
print(m(1, a=2), m.called, m.call_count, m.call_args, m.call_args == call(1, a=2))
m.assert_called_once_with(1, a=2)
m.method.return_value = 'x'
print(m.method('q'), m.method.call_args_list, m.mock_calls == [call(1, a=2), call.method('q')])
try:
    m.assert_not_called()
except AssertionError:
    print('was called')
side = Mock(side_effect=[1, 2])
print(side(), side())
raising = Mock(side_effect=KeyError('k'))
try:
    raising()
except KeyError as error:
    print('raised', error)
print(Mock(side_effect=lambda x: x + 1)(4), Mock(spec=['a']).a is not None)
try:
    Mock(spec=['a']).b
except AttributeError as error:
    print('no attribute')
magic = MagicMock()
print(len(magic), list(magic), bool(magic), 3 in magic)
with magic as entered:
    print(entered is not magic)


class Thing:
    size = 4

    def area(self):
        return self.size ** 2


with patch.object(Thing, 'size', 5):
    print(Thing().area())
print(Thing().area())
with patch.object(Thing, 'area', return_value=7) as area:
    print(Thing().area(), area.call_count)
with patch('os.path.exists', return_value=True) as exists:
    print(os.path.exists('/no/such/file'), exists.call_args)
print(os.path.exists('/no/such/file'))
table = {'a': 1}
with patch.dict(table, {'b': 2}):
    print(table)
print(table, mock.sentinel.x is mock.sentinel.x, mock.ANY == 3)


@patch.object(Thing, 'size')
def decorated(size):
    return Thing.size is size


print(decorated())
