import torch
from torchvision import models

torch.manual_seed(1)
model = models.mobilenet_v2(num_classes=5).eval()
with torch.no_grad():
    out = model(torch.rand(1, 3, 32, 32))
    print((out * 1000).round() / 1000)
print(model.features[0])
