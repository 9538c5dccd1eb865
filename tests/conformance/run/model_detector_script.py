"""A scripted detector: backbone, anchors, box decoding, non-maximum suppression by torchvision's operator."""
from typing import Dict, List, Tuple

import torch
import torchvision
from torch import Tensor, nn


class Anchors(nn.Module):
    def __init__(self, sizes: Tuple[float, ...], stride: int):
        super().__init__()
        self.sizes = list(sizes)
        self.stride = stride

    def forward(self, height: int, width: int) -> Tensor:
        boxes: List[Tensor] = []
        shift_x = torch.arange(0, width) * self.stride
        shift_y = torch.arange(0, height) * self.stride
        ys, xs = torch.meshgrid(shift_y, shift_x)
        for size in self.sizes:
            half = size / 2
            boxes.append(torch.stack((xs - half, ys - half, xs + half, ys + half), dim=-1).reshape(-1, 4))
        return torch.cat(boxes)


class Detector(nn.Module):
    def __init__(self, classes: int):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU())
        self.anchors = Anchors((8.0, 16.0), 4)
        self.scores = nn.Conv2d(8, 2 * classes, 1)
        self.deltas = nn.Conv2d(8, 8, 1)
        self.classes = classes

    def decode(self, anchors: Tensor, deltas: Tensor) -> Tensor:
        widths = anchors[:, 2] - anchors[:, 0]
        heights = anchors[:, 3] - anchors[:, 1]
        x = anchors[:, 0] + widths * 0.5 + deltas[:, 0] * widths
        y = anchors[:, 1] + heights * 0.5 + deltas[:, 1] * heights
        w = torch.exp(deltas[:, 2].clamp(max=2.0)) * widths
        h = torch.exp(deltas[:, 3].clamp(max=2.0)) * heights
        return torch.stack([x - w / 2, y - h / 2, x + w / 2, y + h / 2], dim=1)

    def forward(self, images: Tensor) -> List[Dict[str, Tensor]]:
        features = self.backbone(images)
        anchors = self.anchors(features.shape[2], features.shape[3])
        n = images.shape[0]
        scores = self.scores(features).view(n, 2, self.classes, -1).permute(0, 1, 3, 2).reshape(n, -1, self.classes).softmax(-1)
        deltas = self.deltas(features).view(n, 2, 4, -1).permute(0, 1, 3, 2).reshape(n, -1, 4)
        detections: List[Dict[str, Tensor]] = []
        for i in range(n):
            boxes = self.decode(anchors, deltas[i])
            boxes = torchvision.ops.clip_boxes_to_image(boxes, (images.shape[2], images.shape[3]))
            best, labels = scores[i].max(1)
            keep = torchvision.ops.batched_nms(boxes, best, labels, 0.4)[:5]
            detections.append({"boxes": boxes[keep], "scores": best[keep], "labels": labels[keep]})
        return detections


torch.manual_seed(9)
model = Detector(3).eval()
scripted = torch.jit.script(model)
images = torch.rand(2, 3, 24, 24)
with torch.no_grad():
    eager = model(images)
    compiled = scripted(images)
for one, other in zip(eager, compiled):
    print(one["labels"], one["scores"].sum().round(decimals=3), one["boxes"].round().shape)
    print({key: torch.allclose(one[key], other[key], atol=1e-4) for key in sorted(one)})
print(scripted.anchors.code)
scripted.save("detector.pt")
with torch.no_grad():
    print([len(each["boxes"]) for each in torch.jit.load("detector.pt")(images)])
