"""Fits a line by the normal equations, and by explicit gradients."""
import torch

torch.manual_seed(0)
x = torch.linspace(-1, 1, 20).unsqueeze(1)
y = 3 * x + 0.5 + 0.1 * torch.randn(20, 1)
design = torch.cat([x, torch.ones_like(x)], dim=1)
solution = torch.linalg.solve(design.T @ design, design.T @ y)
print([round(value, 3) for value in solution.flatten().tolist()])
w, b, rate = torch.zeros(1), torch.zeros(1), 0.3
for epoch in range(101):
    prediction = x * w + b
    error = prediction - y
    loss = (error ** 2).mean()
    w -= rate * 2 * (error * x).mean()
    b -= rate * 2 * error.mean()
    if epoch % 25 == 0:
        print(f"epoch {epoch:3d}: loss {loss.item():.4f}")
print(w, b)
