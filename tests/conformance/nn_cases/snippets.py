"""Behaviour of modules and their utilities beyond one call of forward.

SNIPPETS: (name, statements); the arguments of show() and the class of the error that ends a snippet are compared.
FUNCTIONS: names of functions whose compiled code is compared.
"""

_NET = '''
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.second = nn.Sequential(nn.BatchNorm1d(3), nn.ReLU())
        self.again = self.first
        self.nothing = None
        self.register_module("none", None)
        self.register_parameter("empty", None)
        self.scale = nn.Parameter(torch.ones(3))
        self.register_buffer("kept", torch.zeros(2))
        self.register_buffer("lost", torch.zeros(3), persistent=False)
        self.register_buffer("unset", None)
    def forward(self, x):
        return self.second(self.first(x)) * self.scale
net = Net()
'''


def _net(*statements):
    return _NET + '\n'.join(statements)


def _each(name, prefix, statements):
    return [(f'{name}: {statement}', prefix + statement) for statement in statements]


SNIPPETS = [
    ('Module: names', _net(
        'show([name for name, _ in net.named_parameters()], [name for name, _ in net.named_buffers()])',
        'show([name for name, _ in net.named_modules()], [name for name, _ in net.named_children()])',
        'show([name for name, _ in net.named_modules(prefix="p", remove_duplicate=False)])',
        'show([name for name, _ in net.named_parameters("p", recurse=False)], list(net.buffers(recurse=False)))',
        'show(len(list(net.modules())), len(list(net.children())), list(net.parameters()))')),
    ('Module: text', _net('show(repr(net), str(nn.Module()), repr(nn.Sequential(net, nn.ReLU())))')),
    ('Module: a text of several lines', '''
class Lines(nn.Module):
    def extra_repr(self): return "one\\ntwo"
class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.child = Lines()
    def extra_repr(self): return "text"
show(repr(Lines()), repr(Child()), repr(nn.Sequential(Child())))'''),
    ('Module: dir', _net('show([x for x in dir(net) if not x.startswith(("_", "T_")) and x in dir(nn.Module) + list(vars(net)) + '
                         '["first", "scale", "kept"]])',
                         'show("0" in dir(net.second), "training" in dir(net.second))')),
    ('Module: public names', 'show([x for x in dir(nn.Module) if not x.startswith(("_", "T_"))])'),
    ('Module: state', _net(
        'state = net.state_dict()',
        'show(state, state._metadata, type(state))',
        'show(net.state_dict(prefix="p.", keep_vars=True), net.state_dict({}, "q.", False))',
        'show(net.second.state_dict(destination=OrderedDict(a=1)))')),
    ('Module: load state', _net(
        'other = Net()',
        'show(net.load_state_dict(other.state_dict()), net.first.weight, repr(net.load_state_dict(other.state_dict())))',
        'state = other.state_dict(); del state["scale"]; state["more"] = torch.ones(1); state["first.more"] = torch.ones(1)',
        'result = net.load_state_dict(state, strict=False)',
        'show(result.missing_keys, result.unexpected_keys, repr(result))',
        'net.load_state_dict(state)')),
    ('Module: load state of another shape', _net('net.load_state_dict({"scale": torch.ones(4)}, strict=False)')),
    ('Module: load state that is not a tensor', _net('net.load_state_dict({"scale": 4}, strict=False)')),
    ('Module: load state that is not a mapping', _net('net.load_state_dict([1])')),
    ('Module: load old scalars', 'm = nn.BatchNorm1d(2)\nstate = m.state_dict(); del state._metadata\n'
     'state["num_batches_tracked"] = torch.tensor([5])\nm.load_state_dict(state)\nshow(m.num_batches_tracked)\n'
     'del state["num_batches_tracked"]\nshow(m.load_state_dict(state))\nshow(m.num_batches_tracked)'),
    ('Module: load old instance normalization', 'm = nn.InstanceNorm1d(2)\n'
     'm.load_state_dict({"running_mean": torch.zeros(2), "running_var": torch.zeros(2)})'),
    ('Module: hooks of state', _net(
        'net._register_state_dict_hook(lambda m, s, p, meta: show("saved", list(s), p, meta))',
        'handle = net._register_load_state_dict_pre_hook(lambda *a: show("before", len(a), a[1], a[3]))',
        'net._register_load_state_dict_pre_hook(lambda m, *a: show("with module", m is net, len(a)), with_module=True)',
        'net.register_load_state_dict_post_hook(lambda m, keys: show("after", m is net, keys.missing_keys))',
        'net.load_state_dict(net.state_dict())', 'handle.remove()', 'net.load_state_dict(net.state_dict())',
        'net._register_state_dict_hook(lambda m, s, p, meta: {"changed": 1})', 'show(net.state_dict())')),
    ('Module: extra state', '''
class Extra(nn.Module):
    def get_extra_state(self): return {"a": 5}
    def set_extra_state(self, state): show("set", state)
net = nn.Sequential(Extra())
show(net.state_dict(), net.load_state_dict(net.state_dict()), net.load_state_dict({}, strict=False).missing_keys)
nn.Sequential(nn.ReLU()).load_state_dict(net.state_dict())'''),
    ('Module: hooks of calls', _net(
        'x = torch.randn(4, 2)', 'expected = net(x)',
        'one = net.register_forward_pre_hook(lambda m, args: show("pre", m is net, args))',
        'two = net.register_forward_pre_hook(lambda m, args: args[0] * 2)',
        'three = net.register_forward_hook(lambda m, args, out: show("post", args, out))',
        'four = net.register_forward_hook(lambda m, args, out: out + 1)',
        'show(net(x), net(x=x) if False else 0)', 'two.remove(); four.remove()', 'show(net(x))',
        'with net.register_forward_hook(lambda m, args, out: 5): show(net(x))', 'show(net(x), len(net._forward_hooks))')),
    ('Module: hooks of all modules', _net(
        'm = torch.nn.modules.module', 'x = torch.randn(4, 2)',
        'a = m.register_module_forward_pre_hook(lambda m, args: show("pre", type(m).__name__))',
        'b = m.register_module_forward_hook(lambda m, args, out: show("post", type(m).__name__, out.shape))',
        'net(x); a.remove(); b.remove(); net(x)')),
    ('Module: hooks of gradients', _net(
        'show(net._is_full_backward_hook); net.register_full_backward_hook(lambda *a: None)',
        'show(net._is_full_backward_hook, len(net._backward_hooks)); net.register_backward_hook(lambda *a: None)')),
    ('Module: lookup', _net(
        'show(net.get_submodule(""), net.get_submodule("second.0"), net.get_parameter("second.0.weight"))',
        'show(net.get_buffer("second.0.running_mean"), net.get_buffer("unset"))')),
    ('Module: assignments', _net(
        'net.scale = None; show(list(net._parameters)); net.scale = nn.Parameter(torch.ones(1)); show(net.scale)',
        'net.first = None; show(net.first); net.first = nn.ReLU(); show(net.first)',
        'net.kept = None; net.kept = torch.ones(4); show(net.kept, net.state_dict())',
        'net.first = nn.Parameter(torch.ones(1)); show(list(net._parameters), list(net._modules))',
        'net.kept = nn.Parameter(torch.ones(1)); show(list(net._buffers), list(net._parameters))',
        'net.lost = nn.ReLU(); show(net._non_persistent_buffers_set)',
        'net.value = torch.ones(3); show("value" in vars(net)); net.value = nn.Parameter(torch.ones(3))',
        'show("value" in vars(net), "value" in net._parameters)',
        'del net.value; del net.lost; del net.first; del net.nothing; show(list(vars(net)), list(net._parameters))',
        'net.value')),
    ('Module: changes', _net(
        'show(net.train(False) is net, net.second[0].training, net.eval().training, net.train().second.training)',
        'show([type(m).__name__ for m in [[], net.apply(lambda m: show(type(m).__name__))][1:]])',
        'show(net.requires_grad_(False).scale.requires_grad, net.requires_grad_().scale.requires_grad)',
        'weight = net.first.weight', 'show(net.double() is net, weight.dtype, net.first.weight is weight, net.kept.dtype)',
        'show(net.second[0].num_batches_tracked.dtype)', 'show(net.half().scale, net.bfloat16().scale, net.float().scale)',
        'show(net.to(torch.float64).scale, net.to("cpu").scale, net.to(torch.ones(1)).scale, net.to("cpu", torch.half).kept)',
        'show(net.to(device="cpu", dtype=torch.float32).kept, net.cpu().scale, net.type(torch.float64).scale)',
        'show(net.to(memory_format=torch.channels_last).scale, net.share_memory().scale.is_shared())')),
    ('Module: gradients', _net(
        'net(torch.randn(4, 2)).sum().backward(); show(net.scale.grad is None); net.zero_grad(); show(net.scale.grad)',
        'net.double(); show(net.scale.grad.dtype); net.zero_grad(True); show(net.scale.grad)')),
    ('Module: copies', _net(
        'import copy', 'new = copy.deepcopy(net)', 'show(new.first is new.again, new.scale is net.scale, new.state_dict())',
        'shallow = copy.copy(net); show(shallow.scale is net.scale, shallow.first is net.first)')),
    ('Module: class members', 'show(nn.Module._version, nn.Module.dump_patches, list(nn.Module.__annotations__))'),
    ('Sequential: members', '''
a, b, c = nn.ReLU(), nn.Tanh(), nn.Linear(2, 2)
s = nn.Sequential(a, b, c)
show(len(s), s[0] is a, s[-1] is c, s[1:], list(s), s[0:0])
s[1] = nn.Sigmoid(); s[-1] = a; show(s)
del s[0]; show(s); del s[-1]; show(s)
s.append(c).extend([a, b]); s.insert(1, nn.ELU()); s.insert(-1, c); show(s)
show(s + nn.Sequential(a), s.pop(0), s, s.pop(slice(0, 2)), s)
s += nn.Sequential(c); show(s, s * 2, 2 * s)
s *= 2; show(s); del s[1:]; show(s, type(s[0:1]))'''),
    ('Sequential: a subclass keeps its type', 'class S(nn.Sequential): pass\nshow(repr(S(nn.ReLU())[:1]), S(nn.ReLU()) + S(nn.ELU()))'),
    ('ModuleList: members', '''
a, b, c = nn.ReLU(), nn.Tanh(), nn.Linear(2, 2)
s = nn.ModuleList(x for x in (a, b, c))
show(len(s), s[0] is a, s[-1] is c, s[1:], list(s), b in s)
s[1] = nn.Sigmoid(); s[-1] = a; show(s)
del s[0]; show(s); del s[-1]; show(s)
s.append(c).extend([a, b]); s.insert(1, nn.ELU()); show(s)
show(s + [a], s.pop(0), s, s.pop(slice(0, 2)), s)
s += [c]; show(s); del s[1:]; show(s, nn.ModuleList([None, a]), s.append(None))'''),
    ('ModuleDict: members', '''
a, b, c = nn.ReLU(), nn.Tanh(), nn.Linear(2, 2)
d = nn.ModuleDict([["a", a], ("b", b)])
show(len(d), d["a"] is a, "b" in d, list(d), list(d.keys()), list(d.values()), list(d.items()))
d["c"] = c; d.update({"a": c}); d.update(nn.ModuleDict({"e": b})); d.update(OrderedDict(f=None)); show(d)
del d["a"]; show(d.pop("b"), d); d.clear(); show(d)'''),
    ('ParameterList: members', '''
p = nn.ParameterList([torch.ones(1), nn.Parameter(torch.ones(2)), "text", 4])
show(len(p), p[0], p[-1], p[1:], list(p), repr(p), vars(p))
p[0] = torch.zeros(2); p.append(torch.ones(3)).extend([1]); p += [torch.ones(1)]; show(repr(p), p.state_dict(), p["x"])'''),
    ('ParameterDict: members', '''
p = nn.ParameterDict({"b": torch.ones(1), "a": nn.Parameter(torch.ones(2))})
show(len(p), p["a"], list(p), list(p.keys()), list(p.values()), list(p.items()), "a" in p, list(reversed(p)), vars(p))
p["c"] = torch.zeros(2); p.update([("d", 4), ["e", torch.ones(3)]]); show(repr(p), p.state_dict())
show(p.pop("c"), p.popitem(), p.get("c"), p.get("d"), p.setdefault("d", 3), p.setdefault("g"), repr(p.copy()))
show(repr(p | nn.ParameterDict({"z": 1})), repr(p.fromkeys(["x", "y"], 2))); p |= {"y": 1}; show(repr(p))
del p["a"]; show(repr(p)); p.clear(); show(repr(p), p.popitem())'''),
    ('Parameter', '''
p = nn.Parameter(torch.arange(3.)); import copy
show(p, repr(p), nn.Parameter(), nn.Parameter(torch.ones(2, dtype=torch.int64), False), p * 2, p.data, p.detach())
show(isinstance(p, torch.Tensor), isinstance(torch.ones(1), nn.Parameter), copy.deepcopy(p), copy.deepcopy([p, p])[0] is p)
show(nn.Parameter(p) is p, nn.Parameter(p).requires_grad, p.is_leaf, nn.Parameter(torch.ones(1), requires_grad=False))'''),
    ('Uninitialized', '''
import copy
p, b = nn.UninitializedParameter(dtype=torch.float64), nn.UninitializedBuffer()
show(repr(p), p.requires_grad, b.requires_grad, repr(copy.deepcopy(p)), torch.nn.parameter.is_lazy(b), type(b).__mro__)
b.materialize((2,)); p.materialize((2, 3)); show(type(p), p.dtype, p.shape, type(b), b.shape); nn.UninitializedBuffer().shape'''),
    ('Lazy: state', '''
a, b = nn.LazyLinear(2), nn.LazyLinear(2)
show(list(a.state_dict()), a); a(torch.ones(1, 3)); show(a, type(a), sorted(vars(a)))
b.load_state_dict(a.state_dict()); show(b.weight, type(b)); b(torch.ones(1, 3)); show(type(b))
nn.LazyLinear(2).load_state_dict(nn.LazyLinear(2).state_dict()); a.load_state_dict(nn.LazyLinear(2).state_dict())'''),
    ('Lazy: not enough', 'class L(nn.modules.lazy.LazyModuleMixin, nn.Module): pass\nL()(torch.ones(1))'),
    ('Lazy: half of it', '''
class L(nn.modules.lazy.LazyModuleMixin, nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.UninitializedParameter()
    def initialize_parameters(self, x): pass
L()(torch.ones(1))'''),
    ('weight_norm: state', '''
m = nn.utils.weight_norm(nn.Conv1d(2, 3, 2), dim=1)
show(list(m.state_dict()), m.weight, "weight" in vars(m)); m(torch.ones(1, 2, 4)); show(m.weight)
nn.utils.remove_weight_norm(m); show(list(m.state_dict()), m.weight, len(m._forward_pre_hooks))
nn.utils.remove_weight_norm(m)'''),
    ('weight_norm: twice', 'nn.utils.weight_norm(nn.utils.weight_norm(nn.Linear(2, 2)))'),
    ('weight_norm: lazy', 'nn.utils.weight_norm(nn.LazyLinear(2))'),
    ('spectral_norm: state', '''
m = nn.utils.spectral_norm(nn.ConvTranspose1d(2, 3, 2))
state = m.state_dict(); show(state, state._metadata); m(torch.ones(1, 2, 4)); show(m.weight, m.weight_u, m.weight_v)
show(m.load_state_dict(state)); old = dict(state); show(m.load_state_dict(old))
old = OrderedDict(weight=state["weight_orig"] / 2, weight_orig=state["weight_orig"], weight_u=state["weight_u"], bias=m.bias)
show(m.load_state_dict(old), m.weight_v)
nn.utils.remove_spectral_norm(m); show(m.state_dict(), len(m._forward_pre_hooks), len(m._state_dict_hooks))
nn.utils.remove_spectral_norm(m)'''),
    ('spectral_norm: twice', 'nn.utils.spectral_norm(nn.utils.spectral_norm(nn.Linear(2, 2)))'),
    ('spectral_norm: no iterations', 'nn.utils.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)'),
    ('parameters and vectors', '''
m = nn.Linear(2, 3); v = nn.utils.parameters_to_vector(m.parameters()); show(v)
nn.utils.vector_to_parameters(torch.arange(9.), m.parameters()); show(m.weight, m.bias)
nn.utils.vector_to_parameters(5, m.parameters())'''),
    ('clip_grad', '''
m = nn.Linear(2, 3); m(torch.randn(4, 2)).sum().backward()
show(nn.utils.clip_grad_norm_(m.parameters(), 1.), m.weight.grad, nn.utils.clip_grad_norm_(m.weight, 0.5, float("inf")))
show(m.weight.grad, nn.utils.clip_grad_value_(m.parameters(), 0.01), m.weight.grad, nn.utils.clip_grad_norm_([], 1))
m.weight.grad[0] = float("nan"); nn.utils.clip_grad_norm_(m.parameters(), 1., error_if_nonfinite=True)'''),
    ('factory_kwargs', 'show(nn.factory_kwargs(None), nn.factory_kwargs({"device": "cpu", "factory_kwargs": {"dtype": 1}}))\n'
     'nn.factory_kwargs({"other": 1})'),
    ('factory_kwargs: twice', 'nn.factory_kwargs({"dtype": 1, "factory_kwargs": {"dtype": 1}})'),
    ('rnn: packed', '''
r = nn.utils.rnn; x = torch.randn(5, 3, 2); p = r.pack_padded_sequence(x, [2, 5, 3], enforce_sorted=False)
show(tuple(p), type(p).__mro__, p._fields, r.pad_packed_sequence(p, True, 7., 6), p.double(), p.float() is p, p.is_cuda)
show(r.pack_padded_sequence(x, torch.tensor([5, 3, 1])), r.invert_permutation(torch.tensor([2, 0, 1])), p.cpu() is p)
s = [torch.ones(3), torch.zeros(2), torch.ones(1)]; q = r.pack_sequence(s); show(q, r.unpack_sequence(q))
show(r.pad_sequence(s), r.pad_sequence(s, True, -1.), r.unpad_sequence(r.pad_sequence(s), torch.tensor([3, 2, 1])))
show(r.PackedSequence(torch.ones(2), torch.tensor([1, 1])), r.PackedSequence((torch.ones(1), torch.ones(1))), p.to("cpu") is p)
r.pad_packed_sequence(p, total_length=2)'''),
    ('rnn: no sequence', 'nn.utils.rnn.pad_sequence(5)'),
    ('public names', 'show(sorted(x for x in nn.modules.__all__ if hasattr(nn, x)))\n'
     'show([hasattr(nn, x) for x in ("Parameter", "init", "functional", "utils", "DataParallel", "parameter")])'),
]

SNIPPETS += _each('Module error', _NET, [
    'net.register_buffer(5, None)', 'net.register_buffer("a.b", None)', 'net.register_buffer("", None)',
    'net.register_buffer("scale", None)', 'net.register_buffer("x", 5)', 'net.register_buffer("kept", torch.ones(5))',
    'net.register_parameter(5, None)', 'net.register_parameter("a.b", None)', 'net.register_parameter("", None)',
    'net.register_parameter("kept", None)', 'net.register_parameter("x", torch.ones(1))',
    'p = nn.Parameter(torch.ones(1)); q = p * 2; q.__class__ = nn.Parameter; net.register_parameter("x", q)',
    'net.add_module("x", 5)', 'net.add_module(5, nn.ReLU())', 'net.add_module("a.b", nn.ReLU())',
    'net.add_module("", nn.ReLU())', 'net.add_module("scale", nn.ReLU())', 'net.add_module("first", nn.ReLU())',
    'net.scale = 5', 'net.scale = torch.ones(1)', 'net.scale = nn.ReLU()', 'net.first = 5', 'net.first = torch.ones(1)',
    'net.kept = 5', 'net.forward = nn.ReLU()', 'net.train = nn.Parameter(torch.ones(1))', 'net.missing', 'del net.missing',
    'net.get_submodule("first.x")', 'net.get_submodule("scale")', 'net.get_parameter("first.x")',
    'net.get_parameter("kept")', 'net.get_buffer("first.x")', 'net.get_buffer("scale")', 'net.train(5)', 'net.to(torch.int)',
    'net.get_extra_state()', 'net.set_extra_state(1)', 'nn.Module()()', 'nn.Module().forward()',
    'nn.Module.__new__(nn.Module).x = nn.ReLU()', 'nn.Module.__new__(nn.Module).x = nn.Parameter(torch.ones(1))',
    'm = nn.Module.__new__(nn.Module); m.x = 5; show(m.x)', 'nn.Module.__new__(nn.Module).register_buffer("x", None)',
    'nn.Module.__new__(nn.Module).register_parameter("x", None)', 'nn.Module(5)', 'nn.Module(x=5)',
])
SNIPPETS += _each('Container error', 's = nn.Sequential(nn.ReLU()); ml = nn.ModuleList([nn.ReLU()]); md = nn.ModuleDict()\n'
                  'pl = nn.ParameterList(); pd = nn.ParameterDict()\n', [
    's[1]', 's[-2]', 's["0"]', 's[5] = nn.ReLU()', 'del s[3]', 's[0] = 5', 's + ml', 's += [nn.ReLU()]', 's * 0', 's * 1.5',
    's *= -1', 's *= "x"', 's.insert(5, nn.ReLU())', 's.insert(0, 5)', 's.append(5)', 's.pop(4)', 'nn.Sequential(5)',
    'ml[1]', 'ml[-2]', 'ml["a"]', 'ml.extend(5)', 'ml.append(5)', 'nn.ModuleList([5])', 'ml()', 'md["x"]', 'md["x"] = 5',
    'md.update(5)', 'md.update([5])', 'md.update([[1, 2, 3]])', 'md["a.b"] = nn.ReLU()', 'md["keys"] = nn.ReLU()', 'md.pop("x")',
    'del md["x"]', 'md[5] = nn.ReLU()', 'pl[0]', 'pl.extend(5)', 'pl.extend(torch.ones(2))', 'pl()', 'pl["a"]', 'pd["x"]',
    'pd[5] = 5', 'pd[5]', 'pd.update(5)', 'pd.update([5])', 'pd.update([[1, 2, 3]])', 'pd.popitem()', 'pd.pop("x")', 'pd(5)',
    'del pd["x"]', 'pd["x"] = 5; pd.update({"y": 1}); show(pd._keys)', 'show(nn.Container(a=nn.ReLU()))',
])

FUNCTIONS = [f'nn.utils.rnn.{name}' for name in (
    'invert_permutation', 'pack_padded_sequence', 'pad_packed_sequence', 'pad_sequence', 'unpad_sequence',
    'pack_sequence', 'unpack_sequence')]
