import torch
import torchvision

torch.manual_seed(0)
model = torchvision.models.resnet18(num_classes=10).eval()
print(sum(p.numel() for p in model.parameters()))
with torch.no_grad():
    out = model(torch.rand(1, 3, 64, 64))
    print(out.shape, out.argmax(1).item())
    print((out * 100).round() / 100)
