import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(6)
x, y = torch.randn(4, 3), torch.randn(4, 3)
target, weights = torch.tensor([0, 2, 1, 2]), torch.tensor([1.0, 2.0, 0.5])
for name, value in {
    "mse": nn.MSELoss()(x, y), "l1": nn.L1Loss(reduction="sum")(x, y), "huber": nn.HuberLoss(delta=0.5)(x, y), "smooth": nn.SmoothL1Loss(beta=2.0)(x, y),
    "ce": nn.CrossEntropyLoss(weight=weights)(x, target), "ce_smooth": nn.CrossEntropyLoss(label_smoothing=0.1)(x, target),
    "ce_ignore": F.cross_entropy(x, target, ignore_index=2), "ce_probs": F.cross_entropy(x, y.softmax(1)), "nll": nn.NLLLoss()(x.log_softmax(1), target),
    "bce": nn.BCELoss()(x.sigmoid(), y.sigmoid()), "bce_logits": nn.BCEWithLogitsLoss(pos_weight=weights)(x, (y > 0).float()),
    "kl": nn.KLDivLoss(reduction="batchmean")(x.log_softmax(1), y.softmax(1)), "cosine": nn.CosineEmbeddingLoss()(x, y, torch.tensor([1, -1, 1, -1])),
    "hinge": nn.HingeEmbeddingLoss()(x, torch.sign(y)), "margin": nn.MarginRankingLoss(margin=0.1)(x[:, 0], x[:, 1], torch.sign(y[:, 0])),
    "triplet": nn.TripletMarginLoss()(x, y, x + y), "multi": nn.MultiMarginLoss()(x, target), "multilabel": nn.MultiLabelSoftMarginLoss()(x, (y > 0).float()),
    "poisson": nn.PoissonNLLLoss()(x, y.abs()), "gaussian": nn.GaussianNLLLoss()(x, y, torch.ones(4, 3)), "soft": nn.SoftMarginLoss()(x, torch.sign(y)),
    "ctc": nn.CTCLoss()(torch.randn(6, 2, 4).log_softmax(2), torch.tensor([[1, 2], [3, 1]]), torch.tensor([6, 5]), torch.tensor([2, 2])),
}.items():
    print(f"{name:12} {value.item():.4f}")
print(nn.MSELoss(reduction="none")(x, y).shape, F.cross_entropy(x, target, reduction="none").round(decimals=3))
for activation in (nn.ReLU(), nn.GELU(), nn.Hardswish(), nn.Mish(), nn.Softsign(), nn.Tanhshrink(), nn.Softshrink(), nn.LogSigmoid(), nn.CELU(), nn.GLU(dim=0), nn.Softmin(dim=1), nn.Threshold(0.1, 9.0), nn.RReLU().eval(), nn.PReLU()):
    with torch.no_grad():
        print(type(activation).__name__, activation(x).sum().round(decimals=3))
