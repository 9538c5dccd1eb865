import torch
V2 = torch.__version__ >= '2'
def tried(f, *a):
    try:
        r = f(*a)
        print('ok', r)
    except Exception as e:
        print(type(e).__name__, str(e)[:600])
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * x
log = []
h = x.register_hook(lambda g: log.append(('x', g.tolist())))
h2 = y.register_hook(lambda g: g * 2)
z = (y + x).sum()
z.backward()
print(x.grad, log)
h.remove(); h2.remove()
log.clear()
x.grad = None
(x * x + x).sum().backward(); print(x.grad, log)
# names
y = x * 2 + 1
print(y.grad_fn.name(), type(y.grad_fn).__name__, y.grad_fn.next_functions[0][0].name()); print([n for n, i in y.grad_fn.next_functions[0][0].next_functions][1])
acc = y.grad_fn.next_functions[0][0].next_functions[0][0]
print(acc.name(), type(acc).__name__, acc.variable is x, acc.next_functions)
print(y.grad_fn is y.grad_fn, y.grad_fn.metadata)
y.grad_fn.metadata['a'] = 1; print(y.grad_fn.metadata)
y.grad_fn.register_hook(lambda gi, go: print('node', gi, go))
if V2: y.grad_fn.register_prehook(lambda go: print('pre', go))
y.sum().backward(retain_graph=True)
acc.register_hook(lambda gi, go: print('acc', gi, go))
y.sum().backward()
# errors
tried(lambda: torch.ones(2).sum().backward())
tried(lambda: (x*2).backward())
def twice():
    z = (x * x).sum(); z.backward(); z.backward()
tried(twice)
def twice2():
    z = (x + 1).sum(); z.backward(); z.backward(); return x.grad
tried(twice2)
def ip():
    z = x.sigmoid(); z.add_(1); z.sum().backward()
tried(ip)
def ip2():
    a = x * 1; b = a * a; a.mul_(2); b.sum().backward()
tried(ip2)
def ip3():
    a = torch.ones(3); b = x * a; a.mul_(2); b.sum().backward()
tried(ip3)
def ip4():
    a = torch.ones(3); b = x * a; a.data.mul_(2); b.sum().backward(); return x.grad
tried(ip4)
def ip5():
    a = torch.ones(3); b = x * a; a.detach().mul_(2); b.sum().backward(); return x.grad
tried(ip5)
tried(lambda: x.add_(1))
tried(lambda: x[0].add_(1))
tried(lambda: torch.ones(3, dtype=torch.long).requires_grad_())
tried(lambda: torch.tensor([1,2], requires_grad=True))
def rg():
    y = x * 2; y.requires_grad = False
tried(rg)
tried(lambda: torch.autograd.grad((x*2).sum(), [torch.ones(2, requires_grad=True)]))
tried(lambda: torch.autograd.grad((x*2).sum(), [torch.ones(2, requires_grad=True)], allow_unused=True))
tried(lambda: torch.autograd.grad((x*2), x, torch.ones(2)))
tried(lambda: torch.autograd.grad((x*2).sum(), torch.ones(2)))
if V2: tried(lambda: torch.autograd.grad((x*2).sum(), [x, torch.ones(2, requires_grad=True)], materialize_grads=True))
def unb():
    a, b, c = (x * 2).unbind(0); a.mul_(2)
tried(unb)
def ng():
    y = x * 2
    with torch.no_grad(): v = y[0]
    v.mul_(2)
tried(ng)
def inf():
    with torch.inference_mode():
        a = torch.ones(3)
        print(a.is_inference(), torch.is_inference_mode_enabled())
    print(a.requires_grad)
    tried(lambda: a.add_(1)); tried(lambda: a * x); tried(lambda: a.requires_grad_()); tried(lambda: a._version)
    return (a + x)
tried(inf)
tried(lambda: torch.ones(2).register_hook(print))
def badhook():
    y = x * 2; y.register_hook(lambda g: 3); y.sum().backward()
tried(badhook)
def badhook2():
    y = x * 2; y.register_hook(lambda g: g[:1]); y.sum().backward()
tried(badhook2)
def setg(v):
    x.grad = v
tried(setg, 3); tried(setg, x); tried(setg, torch.ones(2)); tried(setg, torch.ones(3).double())
w = torch.ones(2, requires_grad=True)
if V2:
    w.register_post_accumulate_grad_hook(lambda p: print('post', p.grad))
    (w * 3).sum().backward()
    tried(lambda: (w*2).register_post_accumulate_grad_hook(print))
def det():
    y = (x * 2)[0]; y.detach_()
tried(det)
y = x * 2; y.detach_(); print(y.requires_grad, y.grad_fn)
q = torch.ones(3, requires_grad=True)
r = (q * q).sum(); r.backward(create_graph=True); print(q.grad)
r = (q * q).sum(); r.backward(create_graph=True); print(q.grad)
@torch.no_grad()
def gen():
    for i in range(2):
        print('in', torch.is_grad_enabled()); yield i
for i in gen(): print('out', torch.is_grad_enabled())
with torch.set_grad_enabled(False): print((x*2).requires_grad)
print(x._version, torch.zeros(2)._version, (x*2).add_(1)._version)
y = x*2; y.retain_grad(); print(y.retains_grad); torch.autograd.grad(y.sum(), x); print(y.grad)
y = x*2; z = y*3; g = torch.autograd.grad(z.sum(), [y, x]); print(g)
y = x*2; y.register_hook(lambda g: g*10); z = y*3; print(torch.autograd.grad(z.sum(), [y, x], retain_graph=True), torch.autograd.grad(z.sum(), [y]))
n = torch.ones(2, requires_grad=True); m = torch.ones(2, requires_grad=True)
(n * m).sum().backward(inputs=[n]); print(n.grad, m.grad)
y = n*2; (y*m).sum().backward(inputs=[y]); print(y.grad, n.grad, m.grad)
