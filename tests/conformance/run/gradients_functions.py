import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
from torch.autograd import Function, gradcheck, gradgradcheck
from torch.autograd.function import once_differentiable
import torch.autograd.functional as AF
V2 = torch.__version__ >= '2'
def tried(f, *a):
    try:
        r = f(*a)
        print('ok', r)
    except Exception as e:
        print(type(e).__name__, str(e)[:700])
torch.manual_seed(0)
# module hooks
m = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
m[0].register_full_backward_hook(lambda mod, gi, go: print('full', type(mod).__name__, [g if g is None else tuple(g.shape) for g in gi], [tuple(g.shape) for g in go]))
m[1].register_full_backward_hook(lambda mod, gi, go: (gi[0] * 2,))
if V2: m[2].register_full_backward_pre_hook(lambda mod, go: (go[0] * 3,))
h = m[2].register_full_backward_hook(lambda mod, gi, go: print('last', [tuple(g.shape) for g in gi], go))
x = torch.randn(5, 3)
out = m(x)
out.sum().backward()
print(m[0].weight.grad.shape, m[0].bias.grad, m[2].bias.grad)
x.requires_grad_()
m.zero_grad(); m(x).sum().backward(); print(x.grad.sum())
l = nn.Linear(2, 2); l.register_backward_hook(lambda mod, gi, go: print('reg', len(gi), len(go)))
l(torch.ones(1, 2)).sum().backward()
tried(lambda: l.register_full_backward_hook(print))
# saved tensors hooks
n = []
a = torch.ones(3, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: (n.append('p'), t)[1], lambda t: (n.append('u'), t)[1]):
    b = (a * a).exp()
print(n); b.sum().backward(); print(n, a.grad)
with torch.autograd.graph.save_on_cpu(): c = (a * a).sum()
c.backward(); print(a.grad)
def dis():
    with torch.autograd.graph.disable_saved_tensors_hooks("no hooks here"):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t): pass
tried(dis)
# custom function
class Exp(Function):
    @staticmethod
    def forward(ctx, i, k):
        r = i.exp() * k
        ctx.save_for_backward(r); ctx.k = k
        return r
    @staticmethod
    def backward(ctx, g):
        r, = ctx.saved_tensors
        return g * r, None
i = torch.tensor([0.5, 1.], requires_grad=True, dtype=torch.double)
o = Exp.apply(i, 2)
print(o, o.grad_fn.name(), type(o.grad_fn).__name__, o.grad_fn.k, [q[0].name() if q[0] else None for q in o.grad_fn.next_functions], isinstance(o.grad_fn, torch.autograd.function.BackwardCFunction))
o.sum().backward(); print(i.grad)
tried(lambda: o.sum().backward())
print(gradcheck(lambda t: Exp.apply(t, 2), i), gradgradcheck(lambda t: Exp.apply(t, 2), i))
class Two(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.set_materialize_grads(False)
        idx = (x > 0)
        ctx.mark_non_differentiable(idx)
        print(ctx.needs_input_grad)
        return x * 2, idx, x + y
    @staticmethod
    def backward(ctx, a, b, c):
        print('grads', a, b, c)
        return (a * 2 if a is not None else None), None
p = torch.ones(2, requires_grad=True)
q = Two.apply(p, torch.ones(2)); print(q[1].requires_grad, q)
q[0].sum().backward(); print(p.grad)
class Wrong(Function):
    @staticmethod
    def forward(ctx, x, y): return x * y
    @staticmethod
    def backward(ctx, g): return g
tried(lambda: Wrong.apply(p, p).sum().backward())
class Shape(Function):
    @staticmethod
    def forward(ctx, x): return x * 1
    @staticmethod
    def backward(ctx, g): return g[:1].expand(3)
tried(lambda: Shape.apply(p).sum().backward())
class Once(Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x ** 2
    @staticmethod
    @once_differentiable
    def backward(ctx, g): return 2 * ctx.saved_tensors[0] * g
def once():
    g, = torch.autograd.grad(Once.apply(p).sum(), p, create_graph=True)
    print(g, g.requires_grad)
    g.sum().backward()
tried(once)
class Dirty(Function):
    @staticmethod
    def forward(ctx, x): x.add_(1); ctx.mark_dirty(x); return x
    @staticmethod
    def backward(ctx, g): return g
t = p * 1; u = Dirty.apply(t); print(u is t, u, u.grad_fn.name()); u.sum().backward()
tried(lambda: Dirty.apply(p))
class NoBack(Function):
    @staticmethod
    def forward(ctx, x): return x * 1
tried(lambda: NoBack.apply(p).sum().backward())
class NoFwd(Function): pass
tried(lambda: NoFwd.apply(p))
class NonT(Function):
    @staticmethod
    def forward(ctx, x): return x * 1
    @staticmethod
    def backward(ctx, g): return 3
tried(lambda: NonT.apply(p).sum().backward())
class Sv(Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(3); return x * 1
    @staticmethod
    def backward(ctx, g): return g
tried(lambda: Sv.apply(p))
class SaveIp(Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x * 1
    @staticmethod
    def backward(ctx, g): return g * ctx.saved_tensors[0]
def saveip():
    t = p * 1; u = SaveIp.apply(t); t.add_(1); u.sum().backward()
tried(saveip)
if V2:
    class Setup(Function):
        @staticmethod
        def forward(x, k): return x * k
        @staticmethod
        def setup_context(ctx, inputs, output): ctx.k = inputs[1]
        @staticmethod
        def backward(ctx, g): return g * ctx.k, None
    p.grad = None; Setup.apply(p, 5).sum().backward(); print(p.grad)
# checkpoint
torch.manual_seed(1)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
inp = torch.randn(3, 4, requires_grad=True)
for re in (True, False):
    for use in (False, True):
        torch.manual_seed(2); net.zero_grad(); inp.grad = None
        y = checkpoint(net, inp, use_reentrant=re) if use else net(inp)
        y.pow(2).sum().backward()
        print(re, use, inp.grad.sum(), net[0].weight.grad.sum(), torch.rand(1))
torch.manual_seed(2); y = checkpoint_sequential(net, 2, inp, **(dict(use_reentrant=False) if V2 else {})); print(y.sum()); y.sum().backward(); print(net[2].bias.grad)
# functional
f = lambda x: (x ** 3).sum()
v = torch.tensor([1., 2., 3.])
print(AF.jacobian(lambda x: x ** 2, v)); print(AF.hessian(f, v)); print(AF.vjp(lambda x: x ** 2, v, torch.ones(3))); print(AF.jvp(lambda x: x ** 2, v, torch.ones(3)))
print(AF.vhp(f, v, torch.ones(3))); print(AF.hvp(f, v, torch.ones(3)))
print(AF.jacobian(lambda x, y: (x * y, x + y), (v, v))); print(AF.hessian(lambda x, y: (x * y).sum(), (v[:2], v[1:])))
tried(lambda: AF.hessian(lambda x: x ** 2, v)); tried(lambda: AF.vjp(lambda x: x ** 2, v)); tried(lambda: AF.jvp(lambda x: x ** 2, v)); tried(lambda: AF.jacobian(lambda x: 3, v)); tried(lambda: AF.jacobian(f, [v])); tried(lambda: AF.jacobian(lambda x: torch.ones(2), v, strict=True)); tried(lambda: AF.hessian(lambda x: x.sum(), v, strict=True)); tried(lambda: AF.vjp(f, v, torch.ones(2)))
tried(lambda: AF.vjp(lambda x: x*2, v, torch.ones(2)))
# gradcheck
d = torch.randn(3, dtype=torch.double, requires_grad=True)
print(gradcheck(torch.sin, d), gradcheck(lambda a: a @ a, (d,)), gradgradcheck(torch.exp, (d,)))
class Bad(Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, g): return g * 3
d2 = torch.tensor([1., 2.], dtype=torch.double, requires_grad=True)
tried(lambda: gradcheck(Bad.apply, (d2,))); print(gradcheck(Bad.apply, (d2,), raise_exception=False))
z = torch.randn(2, dtype=torch.cdouble, requires_grad=True)
print(gradcheck(lambda a: a * a.conj() * a, z), gradcheck(torch.abs, z), gradcheck(torch.angle, z), gradgradcheck(lambda a: a ** 3, z))
tried(lambda: gradcheck(torch.sin, torch.ones(2)))
# anomaly
with torch.autograd.set_detect_anomaly(True):
    s = torch.tensor([-1., 0.], requires_grad=True)
    tried(lambda: (torch.sqrt(s) * 0).sum().backward())
    tried(lambda: (s.log() * 0).sum().backward())
print(torch.is_anomaly_enabled())
# func
if V2:
    from torch.func import grad, vjp, jacrev, functional_call, grad_and_value, stack_module_state
    print(grad(f)(v), grad(grad(lambda x: x ** 3))(torch.tensor(2.)), grad_and_value(f)(v)); print(jacrev(lambda x: x ** 2)(v)); print(jacrev(jacrev(f))(v))
    o, fn = vjp(lambda x: x * 2, v); print(o, fn(torch.ones(3)))
    lin = nn.Linear(3, 1); print(functional_call(lin, {'weight': torch.ones(1, 3), 'bias': torch.zeros(1)}, (v,)))
    print(grad(lambda ps: functional_call(lin, ps, (v,)).sum())({'weight': torch.ones(1, 3), 'bias': torch.zeros(1)}))
    ps, bs = stack_module_state([nn.Linear(2, 2), nn.Linear(2, 2)]); print({k: v.shape for k, v in ps.items()})
    print(grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(v, v), grad(lambda x: ((x*2).sum(), x), has_aux=True)(v))
    tried(lambda: grad(lambda x: x)(v))
print(torch.autograd.grad((a * a), a, torch.ones(2, 3), is_grads_batched=True))
