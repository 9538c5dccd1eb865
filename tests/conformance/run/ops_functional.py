import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 4)
target = torch.tensor([1, 3])
print(F.softmax(x, dim=1), F.log_softmax(x, -1).exp().sum(-1).allclose(torch.ones(2)))
print(F.cross_entropy(x, target), F.nll_loss(F.log_softmax(x, 1), target), F.mse_loss(x, torch.zeros_like(x)))
print(F.l1_loss(x, x + 1), F.smooth_l1_loss(x, x + 2), F.binary_cross_entropy_with_logits(x, torch.ones_like(x)))
print(F.relu(x), F.leaky_relu(x, 0.1), F.elu(x), F.gelu(x), F.silu(x), F.softplus(x), F.hardtanh(x), F.selu(x))
print(F.one_hot(target, 5), F.normalize(x, dim=1).norm(dim=1), F.cosine_similarity(x, x + 1, dim=1), F.pad(target, (1, 2), value=9))
print(F.dropout(x, 0.5, training=False) is x, F.dropout(x, 0.5))
print(F.embedding(target, torch.arange(10.0).view(5, 2)), F.linear(x, torch.ones(3, 4), torch.zeros(3)))
image = torch.arange(16.0).view(1, 1, 4, 4)
print(F.avg_pool2d(image, 2), F.max_pool2d(image, 2), F.adaptive_avg_pool2d(image, 1), F.interpolate(image, scale_factor=0.5))
print(F.conv2d(image, torch.ones(1, 1, 2, 2)), F.conv1d(image[0, 0, :1], torch.ones(1, 1, 3), padding=1), F.unfold(image, 2).shape)
print(F.layer_norm(x, (4,)), F.batch_norm(x, torch.zeros(4), torch.ones(4)), F.glu(x), F.kl_div(F.log_softmax(x, 1), F.softmax(-x, 1), reduction="batchmean"))
