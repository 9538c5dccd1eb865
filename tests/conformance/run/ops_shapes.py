import torch

x = torch.arange(12).view(3, 4)
print(torch.cat([x, x], 0).shape, torch.stack([x, x], 1).shape, torch.cat((x, x), dim=1)[0])
print(x.split(2, dim=1), x.chunk(2, 0), torch.split(x, [1, 3], 1)[1])
print(x.permute(1, 0).shape, x.transpose(0, 1).is_contiguous(), x.t().contiguous().view(-1))
print(x.unsqueeze(1).squeeze().shape, x.expand(2, 3, 4).shape, x.repeat(1, 2).shape, x[0].repeat_interleave(2))
print(x.flip(0), x.roll(1, 1), torch.rot90(x)[0], x.narrow(1, 1, 2))
print(x.unbind(1)[2], x.select(0, 1), x.flatten().shape, x.diag() if x.dim() == 2 else None)
print(torch.tril(x), torch.triu(x, 1), torch.where(x > 5, x, torch.zeros_like(x)))
print(x.gather(1, torch.tensor([[0], [1], [2]])), torch.zeros(3, 5, dtype=torch.long).scatter_(1, torch.tensor([[1], [2], [4]]), 1))
print(x.index_select(1, torch.tensor([0, 3])), x.masked_fill(x % 2 == 0, -1), torch.masked_select(x, x > 8), torch.nonzero(x > 9))
print(torch.broadcast_to(torch.tensor([1, 2]), (2, 2)), torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")[1])
print(x.stride(), x.t().stride(), x[:, 1:].storage_offset(), x.view(2, 6).size(), x.reshape(-1, 2).shape)
a, b = torch.broadcast_tensors(torch.ones(1, 3), torch.ones(2, 1))
print(a.shape, b.shape, torch.movedim(torch.zeros(1, 2, 3), 0, 2).shape, x.unfold(1, 2, 1).shape)
y = x.clone()
y[0, 0] = 100
print(x[0, 0].item(), y[0, 0].item(), torch.equal(x, y), x.view(-1).data_ptr() == x.data_ptr())
