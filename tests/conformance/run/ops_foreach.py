from typing import List

import torch

xs = [torch.tensor([1.0, 2.0]), torch.tensor([[3.0]]), torch.tensor(4.0)]
print(torch._foreach_add(xs, 1), torch._foreach_mul(xs, xs), torch._foreach_norm(xs), torch._foreach_sqrt(xs))
print(torch._foreach_add(xs, xs, alpha=2), torch._foreach_div(xs, [1.0, 2, 4]), torch._foreach_addcdiv(xs, xs, xs, 0.5))
changed = torch._foreach_neg_(xs)
print(changed is xs, changed, xs)
print(torch._foreach_zero_(xs), xs)
for call in (lambda: torch._foreach_add(xs, xs[:1]), lambda: torch._foreach_add([torch.ones(2)], [torch.ones(3)]),
             lambda: torch._foreach_norm([torch.ones(2, dtype=torch.int64)]), lambda: torch._assert_async(torch.zeros(1))):
    try:
        print(call())
    except RuntimeError:
        print("refused")


@torch.jit.script
def scaled(xs: List[torch.Tensor], factor: float):
    torch._foreach_mul_(xs, factor)
    return torch._foreach_add(xs, 1.0)


print(scaled([torch.ones(2), torch.ones(1)], 3.0))
