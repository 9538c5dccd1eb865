"""Boxes of a small detector: anchors, decoding, non-maximum suppression in Python and by torchvision's operator."""
import torch
from torch import nn
from torchvision.ops import box_iou, nms


class Head(nn.Module):
    def __init__(self, channels, anchors, classes):
        super().__init__()
        self.cls = nn.Conv2d(channels, anchors * classes, 1)
        self.box = nn.Conv2d(channels, anchors * 4, 1)
        self.classes = classes

    def forward(self, x):
        n = x.shape[0]
        scores = self.cls(x).permute(0, 2, 3, 1).reshape(n, -1, self.classes)
        boxes = self.box(x).permute(0, 2, 3, 1).reshape(n, -1, 4)
        return scores.sigmoid(), boxes


def decode(deltas, size, stride):
    ys, xs = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    centers = torch.stack([xs, ys], dim=-1).reshape(-1, 2).float() * stride + stride / 2
    center = centers + deltas[:, :2] * stride
    extent = torch.exp(deltas[:, 2:].clamp(max=4)) * stride
    return torch.cat([center - extent / 2, center + extent / 2], dim=1)


def suppress(boxes, scores, threshold: float):
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:
        best = order[0].item()
        keep.append(best)
        if order.numel() == 1:
            break
        overlap = box_iou(boxes[best].unsqueeze(0), boxes[order[1:]])[0]
        order = order[1:][overlap <= threshold]
    return torch.tensor(keep)


torch.manual_seed(5)
head = Head(8, 1, 3).eval()
with torch.no_grad():
    scores, deltas = head(torch.randn(1, 8, 6, 6))
    boxes = decode(deltas[0], 6, 8.0)
    best, label = scores[0].max(dim=1)
    kept = suppress(boxes, best, 0.3)
    print(kept.tolist())
    print(nms(boxes, best, 0.3).tolist() == kept.tolist())
    print(label[kept][:5], len(kept))
    print(boxes[kept][:3].round())
