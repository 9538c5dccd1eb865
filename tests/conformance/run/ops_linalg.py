import torch

a = torch.tensor([[4.0, 1.0], [2.0, 3.0]])
b = torch.tensor([1.0, 2.0])
print(a @ a, a.mm(a), a.mv(b), torch.dot(b, b), torch.outer(b, b), torch.matmul(a, b))
print(torch.bmm(torch.ones(2, 2, 3), torch.ones(2, 3, 1)).shape, torch.einsum("ij,jk->ik", a, a), torch.einsum("bi,bi->b", a, a))
print(torch.det(a), torch.inverse(a), torch.linalg.solve(a, b), torch.trace(a), torch.linalg.norm(a))
print(torch.linalg.matrix_rank(a), torch.linalg.eigvalsh(a @ a.t()), torch.linalg.cholesky(a @ a.t()))
print(torch.addmm(torch.ones(2, 2), a, a), torch.baddbmm(torch.zeros(1, 2, 2), a[None], a[None]), torch.cross(torch.tensor([1.0, 0, 0]), torch.tensor([0, 1.0, 0]), dim=0))
q, r = torch.linalg.qr(a)
print(torch.allclose(q @ r, a, atol=1e-6))
u, s, v = torch.linalg.svd(a)
print(s)
try:
    torch.ones(2, 3) @ torch.ones(2, 3)
except RuntimeError as error:
    print("RuntimeError", error)
print(torch.cdist(a, a), torch.kron(b, b), torch.tensordot(a, a, dims=1))
