import torch

a = torch.tensor([1.0, 2.0, 3.0])
b = torch.tensor([4.0, 5.0, 6.0])
print(a + b, a - b, a * b, a / b, a ** 2, 2 ** a, 1 - a, 1 / a)
print(a // 2, a % 2, -a, abs(-a), 7 // a, 7 % a)
print(a @ b, torch.dot(a, b))
print(a > 2, a == b, a != 2, a <= b)
i = torch.tensor([7, -7, 3])
print(i // 2, i % 3, i / 2, i + 1.5, i * True)
print(i & 3, i | 8, i ^ 1, ~i, i << 1, i >> 1)
a += 1
a *= b
print(a)
print(torch.tensor(3) + torch.tensor(4.5), (torch.tensor(3) + 1).dtype)
print(torch.tensor([1], dtype=torch.int8) + torch.tensor([1], dtype=torch.uint8))
print((torch.tensor([1.5], dtype=torch.float16) * 2).dtype)
print(int(torch.tensor(3.7)), float(torch.tensor(2)), bool(torch.tensor([0])))
print(f"{torch.tensor(3.14159):.2f} {torch.tensor([1, 2])}")
try:
    torch.ones(2, 3) + torch.ones(4)
except RuntimeError as error:
    print("RuntimeError", error)
try:
    bool(torch.ones(2))
except RuntimeError as error:
    print("RuntimeError", error)
try:
    i /= 2
except RuntimeError as error:
    print("RuntimeError", error)
