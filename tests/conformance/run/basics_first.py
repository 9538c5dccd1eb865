import torch

a = torch.zeros(2, 3)
b = torch.ones(2, 3)
c = torch.arange(6).reshape(2, 3)
print(a)
print(b.shape, b.dtype, b.device)
print(c)
print(c[0], c[1, 2], c[:, 1], c[..., -1], c[None].shape)
print(c[c > 2])
print((a + b) * c)
print(c.sum().item(), c.tolist())
print(len(c), c.ndim, c.numel(), c.size(), c.size(0))
for row in c:
    print(row)
