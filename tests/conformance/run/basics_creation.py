import torch

print(torch.tensor([[1, 2], [3, 4]]))
print(torch.tensor(3.5), torch.tensor(True), torch.tensor([]), torch.tensor([1, 2.5]))
print(torch.zeros(2), torch.zeros((2, 2)), torch.zeros([1, 2], dtype=torch.int64))
print(torch.ones(3, dtype=torch.bool), torch.full((2, 2), 7), torch.full((2,), 0.5))
print(torch.arange(5), torch.arange(1, 10, 3), torch.arange(0, 1, 0.25))
print(torch.linspace(0, 1, 5), torch.eye(3))
print(torch.zeros_like(torch.tensor([1, 2])), torch.ones_like(torch.zeros(2, 2)), torch.full_like(torch.zeros(2), 3))
print(torch.empty(0).shape, torch.empty(2, 0, 3).numel())
print(torch.as_tensor([1, 2, 3]), torch.Tensor([1, 2]), torch.FloatTensor([1]), torch.LongTensor([1, 2]))
print(torch.tensor([1, 2, 3], dtype=torch.float64), torch.tensor([1 + 2j]))
print(torch.Size([2, 3]), torch.Size([2, 3]).numel(), torch.Size((1,)) + torch.Size((2,)))
print(torch.float32, torch.int64, torch.bool, torch.device("cpu"), torch.strided)
print(torch.finfo(torch.float32).eps, torch.iinfo(torch.int32).max)
x = torch.arange(6.0)
print(x.view(2, 3), x.reshape(3, -1), x.unsqueeze(0).shape, x.view(2, 3).t())
print(x.new_zeros(2), x.new_tensor([1, 2]), x.new_full((1, 2), 3.0))
print(torch.tensor([[1, 2], [3, 4]]).T, x.float().dtype, x.long(), x.to(torch.int32), x.double().dtype)
print(torch.is_tensor(x), torch.is_tensor(1), isinstance(x, torch.Tensor), x.is_floating_point())
try:
    torch.tensor([[1, 2], [3]])
except ValueError as error:
    print("ValueError", error)
