import math

import torch

values = [
    torch.tensor(3), torch.tensor(2.5), torch.tensor(True), torch.tensor([]), torch.empty(0, 3), torch.tensor([[]]),
    torch.tensor([1, 22, -333]), torch.tensor([0.1, 10.25, -3.0]), torch.tensor([1e-5, 1.0]), torch.tensor([1e10, 1.0]),
    torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1e8, 2e8]), torch.tensor([math.nan, math.inf, -math.inf, 1.5]),
    torch.tensor([math.nan]), torch.tensor([1 + 2j, -0.5j]), torch.tensor([[1 + 1j]], dtype=torch.complex128),
    torch.arange(2000), torch.arange(1200.0).view(30, 40), torch.zeros(3, 400), torch.ones(12, 12, 12),
    torch.tensor([1.5, 2.5], dtype=torch.float64), torch.tensor([1.5, 2.5], dtype=torch.float16), torch.tensor([1.5], dtype=torch.bfloat16),
    torch.tensor([1, 2], dtype=torch.int8), torch.tensor([255], dtype=torch.uint8), torch.tensor([2 ** 40]), torch.tensor([1], dtype=torch.int32),
    torch.tensor([[True, False]]), torch.rand(2, 3, requires_grad=True).detach().gt(2), torch.tensor(1e-20), torch.tensor([123456.789]),
    torch.tensor([0.00012345, 0.5]), torch.tensor([99999.0, 0.001]), torch.zeros(2, 2), -torch.zeros(2), torch.full((2, 3), 7),
    torch.ones(2, requires_grad=True), torch.tensor(1.0, requires_grad=True), torch.eye(3), torch.tensor([[1e-3, 1e3], [1.0, 2.0]]),
]
for value in values:
    print(value)
print([torch.tensor(1), torch.tensor([2.0])], {"a": torch.ones(1)}, (torch.zeros(1),))
print(f"{torch.tensor(2.5)} {torch.tensor(2.5):.3f} {torch.tensor(7):d} {torch.ones(2)}")
print(str(torch.tensor([1])), repr(torch.tensor([1])), "%s" % torch.tensor(1))
print(torch.float32, torch.device("cpu"), torch.Size([2, 3]), torch.strided, torch.contiguous_format)
torch.set_printoptions(precision=2, sci_mode=False)
print(torch.tensor([1e-5, 3.14159]))
torch.set_printoptions(profile="full")
print(torch.arange(1010)[-3:], torch.arange(0, 1.0, 0.3))
torch.set_printoptions(profile="default", linewidth=40, edgeitems=2, threshold=5)
print(torch.arange(30).view(3, 10))
print(torch.rand(3).requires_grad_().shape, torch.ones(3, 4).size(), torch.ones(3).size(0))
