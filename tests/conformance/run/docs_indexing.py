import torch

torch.manual_seed(1)
x = torch.arange(24).view(2, 3, 4)
print(x[0], x[1, 2], x[..., 0], x[:, 1:, ::2], x[-1, -1, -1], x[None].shape, x[:, None, 0].shape)
print(x[x > 20], x[torch.tensor([1, 0])].shape, x[[0, 1], [1, 2]], x[:, [0, 2]].shape, x[torch.tensor([[0, 1]])].shape)
print(x[:, torch.tensor([True, False, True])].shape, x[(x % 7 == 0).nonzero(as_tuple=True)], x[0][1][2], x[True].shape)
y = torch.zeros(3, 4)
y[0] = 1
y[1, 1:3] = torch.tensor([2.0, 3.0])
y[y == 0] = -1
y[:, -1] += 10
y[[0, 2], [0, 0]] = torch.tensor([5.0, 6.0])
y[2, ...] *= 2
print(y)
print(torch.cat((x, x), 0).shape, torch.cat([y, y], dim=1).shape, torch.stack([y, y], dim=1).shape, torch.hstack((y, y)).shape, torch.vstack((y, y)).shape)
print(torch.chunk(torch.arange(11), 6), torch.split(torch.arange(10).reshape(5, 2), [1, 4]), torch.arange(6).tensor_split(4), torch.unbind(torch.arange(9).view(3, 3)))
print(torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0, 0], [1, 0]])), torch.index_select(y, 0, torch.tensor([0, 2])), torch.masked_select(y, y > 5))
print(torch.zeros(3, 5).scatter_(0, torch.tensor([[0, 1, 2, 0, 0]]), torch.ones(1, 5)), torch.zeros(2, 4).scatter_(1, torch.tensor([[2], [3]]), 1.23))
print(torch.ones(5, 3).index_add_(0, torch.tensor([0, 4, 2]), torch.arange(9.0).view(3, 3)), torch.zeros(3).index_fill_(0, torch.tensor([0, 2]), -1))
print(torch.where(y > 0, y, torch.zeros(())), torch.take(torch.tensor([[4, 3, 5], [6, 7, 8]]), torch.tensor([0, 2, 5])), torch.nonzero(torch.tensor([1, 1, 1, 0, 1])))
print(torch.squeeze(torch.zeros(2, 1, 2, 1, 2)).size(), torch.unsqueeze(torch.tensor([1, 2]), 1), torch.transpose(x, 0, 1).shape, torch.t(y).shape, x.permute(2, 0, 1).shape)
print(torch.movedim(x, 0, 2).shape, torch.swapaxes(x, 0, 1).shape, x.flatten(1).shape, x.reshape(-1, 6).shape, x.view(2, -1).shape, x.unflatten(2, (2, 2)).shape)
print(torch.narrow(x, 2, 1, 2).shape, x.select(1, 0).shape, x.expand(3, 2, 3, 4).shape, torch.tile(torch.tensor([1, 2]), (2, 2)), torch.tensor([1, 2]).repeat(3), torch.repeat_interleave(torch.tensor([1, 2]), 2))
print(torch.roll(torch.arange(4), 1), torch.flip(torch.arange(4), [0]), torch.rot90(torch.arange(4).view(2, 2)), torch.fliplr(torch.arange(4).view(2, 2)), torch.diag(torch.tensor([1, 2])), torch.tril(torch.ones(2, 2)), torch.triu(torch.ones(2, 2), 1))
print(torch.broadcast_to(torch.tensor([1, 2, 3]), (2, 3)), torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4, 5]), indexing="xy"), torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([4, 5])))
print(torch.block_diag(torch.tensor([[1]]), torch.tensor([[2, 3]])), torch.column_stack((torch.tensor([1, 2]), torch.tensor([3, 4]))), torch.dstack((torch.ones(1), torch.zeros(1))))
view = y[1:]
view.fill_(0)
print(y, view._base is y if False else view.data_ptr() == y.data_ptr() + 16, view.is_contiguous(), y.t().is_contiguous(), y.t().contiguous().stride())
for row in torch.arange(4).view(2, 2):
    for value in row:
        print(value.item(), end=" ")
print(len(x), x.ndim, x.shape[1], list(x.shape), x.tolist()[0][0], 5 in x, x.numel())
a, (b, c) = torch.tensor(1), torch.tensor([2, 3])
print(a, b, c, torch.arange(3)[a], range(3)[a], [10, 20][a])
