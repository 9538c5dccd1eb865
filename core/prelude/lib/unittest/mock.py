# Mock objects, and patches of attributes and dicts.
import contextlib
import functools
import importlib

__all__ = ('Mock', 'MagicMock', 'AsyncMock', 'NonCallableMock', 'PropertyMock', 'patch', 'sentinel', 'DEFAULT', 'ANY',
           'call', 'mock_open', 'create_autospec')


class _Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f'sentinel.{self.name}'


class _Sentinels:
    def __init__(self):
        self._known = {}

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return self._known.setdefault(name, _Sentinel(name))


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _Any()


class _Call(tuple):
    def __new__(cls, args=(), kwargs=None, name=''):
        self = tuple.__new__(cls, (name, tuple(args), kwargs or {}))
        return self

    args = property(lambda self: self[1])
    kwargs = property(lambda self: self[2])

    def __call__(self, *args, **kwargs):
        return _Call(args, kwargs, self[0])

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _Call((), {}, f'{self[0]}.{name}' if self[0] else name)

    def __eq__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        theirs = tuple(other) if len(other) == 3 else ('',) + tuple(other)
        return self[1:] == theirs[1:] and (not self[0] or not theirs[0] or self[0] == theirs[0])

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __repr__(self):
        parts = [repr(arg) for arg in self[1]] + [f'{name}={value!r}' for name, value in self[2].items()]
        return f"call{'.' + self[0] if self[0] else ''}({', '.join(parts)})"


call = _Call()

_OWN = ('return_value', 'side_effect', 'called', 'call_count', 'call_args', 'call_args_list', 'mock_calls')


class NonCallableMock:
    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, **kwargs):
        own = self.__dict__
        own['_name'] = name
        own['_parent'] = None
        spec = spec if spec is not None else spec_set
        own['_spec'] = None if spec is None else frozenset(spec if isinstance(spec, (list, tuple)) else dir(spec))
        own['_spec_class'] = spec if isinstance(spec, type) else None if spec is None else type(spec)
        own['_wraps'] = wraps
        own['_return_value'] = return_value
        own['_children'] = {}
        own['side_effect'] = side_effect
        self.reset_mock()
        self.configure_mock(**kwargs)

    @property
    def __class__(self):
        return self._spec_class or type(self)

    def configure_mock(self, **kwargs):
        for path, value in kwargs.items():
            target = self
            *outer, last = path.split('.')
            for name in outer:
                target = getattr(target, name)
            setattr(target, last, value)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        own = self.__dict__
        own['called'] = False
        own['call_count'] = 0
        own['call_args'] = None
        own['call_args_list'] = []
        own['mock_calls'] = []
        for child in self._children.values():
            if isinstance(child, NonCallableMock):
                child.reset_mock()

    def _child(self, name):
        kind = type(self) if not isinstance(self, PropertyMock) else MagicMock
        made = kind(name=f'{self._name}.{name}' if self._name else name)
        made.__dict__['_parent'] = (self, name)
        return made

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        if name.startswith(('assert_', 'assret')) or (self._spec is not None and name not in self._spec):
            raise AttributeError(f'Mock object has no attribute {name!r}')
        if name not in self._children:
            self._children[name] = self._child(name)
        return self._children[name]

    def __setattr__(self, name, value):
        if name == 'return_value':
            self.__dict__['_return_value'] = value
        elif name in _OWN:
            self.__dict__[name] = value
        elif name.startswith('__') and name.endswith('__') and name != '__class__':
            setattr(type(self), name, value)
        else:
            self._children[name] = value

    def __delattr__(self, name):
        self._children.pop(name, None)

    @property
    def return_value(self):
        if self._return_value is DEFAULT:
            self.__dict__['_return_value'] = self._child('()')
        return self._return_value

    def _record(self, name, args, kwargs):
        self.mock_calls.append(_Call(args, kwargs, name))
        if self._parent is not None:
            owner, own = self._parent
            owner._record(f'{own}.{name}' if name else own, args, kwargs)

    def assert_called(self):
        if not self.called:
            raise AssertionError(f"Expected '{self._name or 'mock'}' to have been called.")

    def assert_not_called(self):
        if self.called:
            raise AssertionError(f"Expected '{self._name or 'mock'}' to not have been called. "
                                 f'Called {self.call_count} times.')

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._name or 'mock'}' to have been called once. "
                                 f'Called {self.call_count} times.')

    def assert_called_with(self, /, *args, **kwargs):
        if self.call_args != _Call(args, kwargs):
            raise AssertionError(f'expected call not found.\nExpected: {_Call(args, kwargs)!r}\n'
                                 f'Actual: {self.call_args!r}')

    def assert_called_once_with(self, /, *args, **kwargs):
        self.assert_called_once()
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        if _Call(args, kwargs) not in self.call_args_list:
            raise AssertionError(f'{_Call(args, kwargs)!r} call not found')

    def assert_has_calls(self, calls, any_order=False):
        recorded = list(self.mock_calls)
        if any_order:
            for each in calls:
                if each not in recorded:
                    raise AssertionError(f'{each!r} call not found')
            return
        size = len(calls)
        if not any(recorded[i:i + size] == list(calls) for i in range(len(recorded) - size + 1)):
            raise AssertionError('Calls not found.')


class Mock(NonCallableMock):
    def __call__(self, /, *args, **kwargs):
        own = self.__dict__
        own['called'] = True
        own['call_count'] = self.call_count + 1
        own['call_args'] = _Call(args, kwargs)
        self.call_args_list.append(_Call(args, kwargs))
        self._record('', args, kwargs)
        effect = self.side_effect
        if effect is not None:
            if isinstance(effect, BaseException) or isinstance(effect, type) and issubclass(effect, BaseException):
                raise effect
            if not callable(effect):
                if not hasattr(effect, '__next__'):
                    effect = own['side_effect'] = iter(effect)
                result = next(effect)
                if isinstance(result, BaseException):
                    raise result
                return result
            result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._wraps is not None and self._return_value is DEFAULT:
            return self._wraps(*args, **kwargs)
        return self.return_value


class MagicMock(Mock):
    def __len__(self):
        return 0

    def __iter__(self):
        return iter([])

    def __contains__(self, item):
        return False

    def __bool__(self):
        return True

    def __int__(self):
        return 1

    def __float__(self):
        return 1.0

    def __index__(self):
        return 1

    def __enter__(self):
        return self._children.setdefault('__enter__()', self._child('__enter__()'))

    def __exit__(self, *error):
        return False

    def __getitem__(self, key):
        return self._children.setdefault('__getitem__()', self._child('__getitem__()'))

    def __setitem__(self, key, value):
        pass

    def __delitem__(self, key):
        pass


class AsyncMock(MagicMock):
    async def __call__(self, /, *args, **kwargs):
        return MagicMock.__call__(self, *args, **kwargs)


class PropertyMock(Mock):
    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, value):
        self(value)


class _Patch(contextlib.ContextDecorator):
    def __init__(self, owner, name, new, keywords):
        self._owner = owner
        self._name = name
        self._new = new
        self._keywords = keywords

    def __enter__(self):
        owner = self._owner()
        self._local = self._name in getattr(owner, '__dict__', {})
        create = self._keywords.pop('create', False)
        if not create and not hasattr(owner, self._name):
            raise AttributeError(f'{owner!r} does not have the attribute {self._name!r}')
        self._before = getattr(owner, self._name, None)
        new = self._new
        if new is DEFAULT:
            factory = self._keywords.pop('new_callable', MagicMock)
            new = factory(**{name: value for name, value in self._keywords.items() if name != 'autospec'})
        setattr(owner, self._name, new)
        self._target = owner
        return new

    def __exit__(self, *error):
        if self._local or not isinstance(self._target, type):
            setattr(self._target, self._name, self._before)
        else:
            delattr(self._target, self._name)
        return False

    start = __enter__

    def stop(self):
        self.__exit__(None, None, None)

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith('test'):
                    setattr(func, name, self(getattr(func, name)))
            return func

        @functools.wraps(func)
        def patched(*args, **kwargs):
            with self as new:
                return func(*args, *((new,) if self._new is DEFAULT else ()), **kwargs)

        return patched


def _imported(path):
    parts = path.split('.')
    owner = importlib.import_module(parts[0])
    for i, name in enumerate(parts[1:], 2):
        if not hasattr(owner, name):
            importlib.import_module('.'.join(parts[:i]))
        owner = getattr(owner, name)
    return owner


class _PatchDict(contextlib.ContextDecorator):
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self._dict = in_dict
        self._values = dict(values, **kwargs)
        self._clear = clear

    def __enter__(self):
        if isinstance(self._dict, str):
            self._dict = _imported(self._dict)
        self._before = dict(self._dict)
        if self._clear:
            self._dict.clear()
        self._dict.update(self._values)
        return self._dict

    def __exit__(self, *error):
        self._dict.clear()
        self._dict.update(self._before)
        return False


def patch(target, new=DEFAULT, **kwargs):
    owner, _, name = target.rpartition('.')
    return _Patch(lambda: _imported(owner), name, new, kwargs)


def _patch_object(target, attribute, new=DEFAULT, **kwargs):
    return _Patch(lambda: target, attribute, new, kwargs)


patch.object = _patch_object
patch.dict = _PatchDict


def create_autospec(spec, spec_set=False, instance=False, **kwargs):
    return MagicMock(spec=spec, **kwargs)


def mock_open(mock=None, read_data=''):
    import io

    opened = MagicMock()
    opened.return_value = io.StringIO(read_data)
    return opened
