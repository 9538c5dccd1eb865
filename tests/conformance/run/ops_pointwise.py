import torch

x = torch.tensor([-2.0, -0.5, 0.0, 0.5, 2.0])
for name in ("abs", "exp", "sigmoid", "tanh", "relu", "sin", "cos", "floor", "ceil", "round", "sign", "square", "neg", "erf", "trunc",
             "frac", "expm1", "atan", "reciprocal", "isnan", "isinf"):
    print(name, getattr(torch, name)(x))
positive = torch.tensor([0.25, 1.0, 4.0])
print(positive.sqrt(), positive.rsqrt(), positive.log(), positive.log2(), positive.log10(), positive.log1p(), positive.pow(1.5))
print(x.clamp(-1, 1), x.clamp(min=0), torch.clamp(x, max=0.1), torch.maximum(x, torch.zeros(5)), torch.minimum(x, x.flip(0)))
print(torch.atan2(x, torch.ones(5)), torch.fmod(x, 2), torch.remainder(x, 2), torch.lerp(x, x + 1, 0.5), torch.hypot(x, x))
print(torch.addcmul(x, x, x, value=0.5), torch.addcdiv(x, x, torch.ones(5) * 2), x.add(1, alpha=2), torch.sub(x, 1, alpha=3))
print(torch.logical_and(x > 0, x < 1), torch.logical_not(x > 0), torch.isfinite(x), torch.isclose(x, x + 1e-9).all())
print(torch.allclose(x, x + 1e-9), torch.equal(x, x.clone()), torch.heaviside(x, torch.tensor([0.5])))
print(x.add_(1), x.mul_(2), x.zero_(), x.fill_(3))
