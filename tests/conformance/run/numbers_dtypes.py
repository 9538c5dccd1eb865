import torch

values = [torch.tensor([1, 2]), torch.tensor([1.5, 2.5]), torch.tensor([True, False]), torch.tensor([1, 2], dtype=torch.uint8), torch.tensor([1.0, 2.0], dtype=torch.float16),
          torch.tensor([1.0, 2.0], dtype=torch.float64), torch.tensor([1j, 2.0])]
for a in values:
    print(a.dtype, [str((a + b).dtype)[6:] for b in values], (a * 2).dtype, (a * 2.5).dtype, (a / 2).dtype if not a.is_complex() else None)
print(torch.promote_types(torch.int8, torch.float16), torch.result_type(torch.tensor([1]), 1.5), torch.can_cast(torch.float, torch.int))
a = torch.tensor([1.7, -2.3])
print(a.int(), a.long(), a.bool(), a.half(), a.to(torch.float64), a.to(dtype=torch.int16), a.type(torch.IntTensor), a.type(), a.double().dtype, a.char(), a.abs().byte())
print(torch.tensor([300]).to(torch.uint8), torch.tensor([-1]).to(torch.uint8), torch.tensor([2 ** 31]).int(), torch.tensor(2 ** 62) * 4, torch.tensor([200], dtype=torch.uint8) + torch.tensor([100], dtype=torch.uint8))
print(torch.tensor(7) / 2, torch.tensor(7) // 2, torch.tensor(-7) // 2, torch.tensor(-7) % 3, torch.tensor(7.0) // 2, torch.tensor([1, 2]) / torch.tensor([0, 1]), 1 / torch.tensor(0.0), torch.tensor(0.0) / 0)
print(torch.tensor([1, 2]).float().mean(), torch.tensor([1, 2]).sum().dtype, torch.tensor([True, True]).sum(), torch.ones(3, dtype=torch.uint8).sum().dtype, torch.tensor([1, 2]).prod().dtype)
print(int(torch.tensor(3.9)), float(torch.tensor(2)), bool(torch.tensor(0)), torch.tensor(5).item(), torch.tensor([2.5]).item(), complex(torch.tensor(1j)), round(torch.tensor(2.567).item(), 2), torch.tensor(3).__index__())
print(torch.tensor([1.0]).element_size(), torch.zeros(2, 3, dtype=torch.int16).nelement(), torch.float16.is_floating_point, torch.complex64.is_complex, torch.int8.is_signed if hasattr(torch.int8, "is_signed") else True)
for operation in (lambda: torch.tensor([1, 2]).mean(), lambda: torch.tensor([1.5]) % "a", lambda: torch.tensor([1, 2]).item(), lambda: bool(torch.tensor([1, 2])), lambda: torch.tensor([1.0]) & 1, lambda: torch.ones(2).add_(torch.ones(3)),
                  lambda: torch.tensor([1, 2]).div_(2), lambda: torch.tensor("a"), lambda: torch.tensor([[1], [1, 2]]), lambda: torch.ones(2).view(3), lambda: torch.ones(2, 2)[2], lambda: torch.ones(2).sum(3), lambda: torch.zeros(2).no_such):
    try:
        print(operation())
    except Exception as error:
        print(type(error).__name__)
x = torch.view_as_complex(torch.tensor([[1.0, 2.0], [3.0, -4.0]]))
print(x, x.real, x.imag, x.abs(), x.angle(), x.conj(), torch.view_as_real(x), x * x.conj(), x.exp())
print(torch.tensor([0.5]).bfloat16() + 1, torch.tensor([1e5]).half(), torch.tensor([1.0, 2.0, 3.0]).half().sum(), torch.arange(3, dtype=torch.float16) @ torch.arange(3, dtype=torch.float16) if False else "")
