import torch

x = torch.tensor([[1.0, 5.0, 2.0], [4.0, 0.0, 3.0]])
print(x.sum(), x.sum(0), x.sum(dim=1, keepdim=True), x.mean(), x.mean(1))
print(x.max(), x.min(), x.max(dim=1), x.min(0).values, x.argmax(), x.argmax(1), x.argmin(dim=0))
print(x.std(), x.var(dim=1, unbiased=False), x.prod(), x.prod(1), x.norm(), x.norm(p=1, dim=1))
print(x.cumsum(0), x.cumprod(1), x.median(), x.mode(1).values, torch.logsumexp(x, 1))
print(torch.any(x > 4), torch.all(x >= 0, dim=0), (x > 1).sum().item(), torch.count_nonzero(x))
values, indices = torch.sort(x, dim=1, descending=True)
print(values, indices)
print(torch.topk(x, 2), x.flatten().topk(3).indices.tolist())
print(torch.unique(torch.tensor([3, 1, 3, 2])), torch.bincount(torch.tensor([0, 1, 1, 3])))
print(torch.argsort(torch.tensor([3, 1, 2])), torch.kthvalue(x, 2, 1))
print(x.amax(1), x.amin((0, 1)), torch.aminmax(x), x.std(0, keepdim=True))
