# More functions of the derivatives: of layers and losses. See helpers.py.
# ---- layers
def sum_to_channels(grad: Tensor) -> Tensor:
  return grad.sum(dims_without(grad.dim(), [1]))
def channels(weight: Tensor, rank: int) -> Tensor:
  return weight.reshape([1, -1] + [1] * (rank - 2))
# The elements less their mean, divided by their deviation; and one by the deviation.
def normalized(input: Tensor, dims: List[int], eps: float) -> Tuple[Tensor, Tensor]:
  center = input - input.mean(dims, keepdim=True)
  inverse = ((center * center).mean(dims, keepdim=True) + eps).rsqrt()
  return center * inverse, inverse
def normal_of(input: Tensor, dims: List[int], eps: float) -> Tensor:
  return normalized(input, dims, eps)[0]
def through_normal(grad: Tensor, normal: Tensor, inverse: Tensor, dims: List[int]) -> Tensor:
  return inverse * (grad - grad.mean(dims, keepdim=True) - normal * (grad * normal).mean(dims, keepdim=True))
def of_normal(grad: Tensor, input: Tensor, dims: List[int], eps: float) -> Tensor:
  normal, inverse = normalized(input, dims, eps)
  return through_normal(grad, normal, inverse, dims)
def of_batch_norm(grad: Tensor, input: Tensor, weight: Optional[Tensor], running_mean: Optional[Tensor], running_var: Optional[Tensor], training: bool, eps: float) -> Tensor:
  scaled = grad if weight is None else grad * channels(weight, input.dim())
  if not training and running_var is not None:
    return scaled * channels((running_var + eps).rsqrt(), input.dim())
  return of_normal(scaled, input, dims_without(input.dim(), [1]), eps)
def of_batch_norm_weight(grad: Tensor, input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor], training: bool, eps: float) -> Tensor:
  dims = dims_without(input.dim(), [1])
  if not training and running_mean is not None and running_var is not None:
    center = input - channels(running_mean, input.dim())
    return (grad * center * channels((running_var + eps).rsqrt(), input.dim())).sum(dims)
  return (grad * normal_of(input, dims, eps)).sum(dims)
def batch_norm_gradients(grad: Tensor, input: Tensor, weight: Optional[Tensor], running_mean: Optional[Tensor], running_var: Optional[Tensor], training: bool, eps: float) -> Tuple[Tensor, Tensor, Tensor]:
  of_input = of_batch_norm(grad, input, weight, running_mean, running_var, training, eps)
  return of_input, of_batch_norm_weight(grad, input, running_mean, running_var, training, eps), sum_to_channels(grad)
def last_dims(input: Tensor, count: int) -> List[int]:
  return [d for d in range(input.dim() - count, input.dim())]
def of_layer_norm(grad: Tensor, input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], eps: float) -> Tensor:
  scaled = grad if weight is None else grad * weight
  return of_normal(scaled, input, last_dims(input, len(normalized_shape)), eps)
# The operator is given the inverse deviation in place of eps, which follows from it.
def layer_norm_gradients(grad: Tensor, input: Tensor, normalized_shape: List[int], rstd: Tensor, weight: Optional[Tensor]) -> Tuple[Tensor, Tensor, Tensor]:
  dims = last_dims(input, len(normalized_shape))
  center = input - input.mean(dims, keepdim=True)
  variance = (center * center).mean(dims, keepdim=True)
  inverse = (variance + (rstd.pow(-2) - variance).detach()).rsqrt()
  normal = center * inverse
  of_input = through_normal(grad if weight is None else grad * weight, normal, inverse, dims)
  outer = [d for d in range(input.dim() - len(normalized_shape))]
  if len(outer) == 0:
    return of_input, grad * normal, grad
  return of_input, (grad * normal).sum(outer), grad.sum(outer)
def each_dim(values: List[int], count: int) -> List[int]:
  return values * count if len(values) == 1 else values
def output_padding_of(size: List[int], grad: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int]) -> List[int]:
  more: List[int] = []
  for d in range(len(stride)):
    least = (grad.size(d + 2) - 1) * stride[d] - 2 * padding[d] + dilation[d] * (weight.size(d + 2) - 1) + 1
    more.append(size[d + 2] - least)
  return more
def input_by_convolution(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int) -> Tensor:
  stride, padding, dilation = each_dim(stride, input.dim() - 2), each_dim(padding, input.dim() - 2), each_dim(dilation, input.dim() - 2)
  zeros = [0] * len(stride)
  if transposed:
    found = torch.convolution(grad, weight, None, stride, padding, dilation, False, zeros, groups)
    for d in range(len(stride)):
      found = found.narrow(d + 2, 0, input.size(d + 2))
    return found
  more = output_padding_of(input.size(), grad, weight, stride, padding, dilation)
  return torch.convolution(grad, weight, None, stride, padding, dilation, True, more, groups)
# A convolution whose batch are the channels of an image, and whose channels are its batch.
def weight_by_convolution(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int) -> Tensor:
  stride, padding, dilation = each_dim(stride, input.dim() - 2), each_dim(padding, input.dim() - 2), each_dim(dilation, input.dim() - 2)
  image = grad if transposed else input
  window = input if transposed else grad
  batch = image.size(0)
  per_group = image.size(1) // groups
  sizes = image.size()[2:]
  moved = image.reshape([batch, groups, per_group] + sizes).transpose(0, 2).reshape([per_group, groups * batch] + sizes)
  kernel = window.transpose(0, 1)
  found = torch.convolution(moved, kernel, None, dilation, padding, stride, False, [0] * len(stride), groups)
  for d in range(len(stride)):
    found = found.narrow(d + 2, 0, weight.size(d + 2))
  return found.transpose(0, 1)
def convolution_gradients(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int, wanted: List[bool]) -> Tuple[Optional[Tensor], Optional[Tensor], Optional[Tensor]]:
  of_input: Optional[Tensor] = None
  of_weight: Optional[Tensor] = None
  of_bias: Optional[Tensor] = None
  if wanted[0]:
    of_input = input_by_convolution(grad, input, weight, stride, padding, dilation, transposed, groups)
  if wanted[1]:
    of_weight = weight_by_convolution(grad, input, weight, stride, padding, dilation, transposed, groups)
  if wanted[2]:
    of_bias = sum_to_channels(grad)
  return of_input, of_weight, of_bias
def of_convolution_input(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int) -> Tensor:
  return torch.ops.aten.convolution_backward(grad, input, weight, None, stride, padding, dilation, transposed, [0], groups, [True, False, False])[0]
def of_convolution_weight(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int) -> Tensor:
  return torch.ops.aten.convolution_backward(grad, input, weight, None, stride, padding, dilation, transposed, [0], groups, [False, True, False])[1]
def as_batch(input: Tensor, spatial: int) -> Tensor:
  return input.unsqueeze(0) if input.dim() == spatial + 1 else input
def of_conv_input(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], groups: int) -> Tensor:
  n = weight.dim() - 2
  found = of_convolution_input(as_batch(grad, n), as_batch(input, n), weight, stride, padding, dilation, False, groups)
  return found.reshape(input.size())
def of_conv_weight(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], groups: int) -> Tensor:
  n = weight.dim() - 2
  return of_convolution_weight(as_batch(grad, n), as_batch(input, n), weight, stride, padding, dilation, False, groups)
def group_normed(input: Tensor, num_groups: int, weight: Optional[Tensor], bias: Optional[Tensor], eps: float) -> Tensor:
  area = 1
  for d in range(2, input.dim()):
    area *= input.size(d)
  return torch.native_group_norm(input, weight, bias, input.size(0), input.size(1), area, num_groups, eps)[0]
def group_norm_gradients(grad: Tensor, of_mean: Optional[Tensor], of_inverse: Optional[Tensor], input: Tensor, mean: Tensor, rstd: Tensor, weight: Optional[Tensor], N: int, C: int, HxW: int, group: int) -> Tuple[Tensor, Tensor, Tensor]:
  of_input, of_weight, of_bias = torch.ops.aten.native_group_norm_backward(grad, input, mean, rstd, weight, N, C, HxW, group, [True, True, True])
  if of_mean is None and of_inverse is None:
    return of_input, of_weight, of_bias
  return of_input + of_group_statistics(of_mean, of_inverse, input, mean, rstd), of_weight, of_bias
def of_group_statistics(of_mean: Optional[Tensor], of_inverse: Optional[Tensor], input: Tensor, mean: Tensor, rstd: Tensor) -> Tensor:
  groups = input.reshape([mean.size(0), mean.size(1), -1])
  slope = torch.zeros_like(groups)
  if of_mean is not None:
    slope = slope + of_mean.unsqueeze(-1)
  if of_inverse is not None:
    center = groups - groups.mean([2], keepdim=True)
    slope = slope - (of_inverse * rstd * rstd * rstd).unsqueeze(-1) * center
  return (slope / groups.size(2)).reshape(input.size())
# The operator is given the inverse deviation in place of eps, which follows from it.
def group_norm_second(grad: Tensor, input: Tensor, rstd: Tensor, weight: Optional[Tensor], group: int) -> Tuple[Tensor, Tensor, Tensor]:
  groups = input.reshape([input.size(0), group, -1])
  center = groups - groups.mean([2], keepdim=True)
  variance = (center * center).mean([2], keepdim=True)
  inverse = (variance + (rstd.reshape(variance.size()).pow(-2) - variance).detach()).rsqrt()
  normal = center * inverse
  scaled = (grad if weight is None else grad * channels(weight, input.dim())).reshape(groups.size())
  of_weight = (grad * normal.reshape(input.size())).sum(dims_without(input.dim(), [1]))
  return through_normal(scaled, normal, inverse, [2]).reshape(input.size()), of_weight, sum_to_channels(grad)
# Numbers to add to scores, in place of bools that say which scores take part.
def float_mask(mask: Optional[Tensor], like: Tensor) -> Optional[Tensor]:
  if mask is None or mask.dtype != torch.bool:
    return mask
  return torch.zeros_like(mask, dtype=like.dtype).masked_fill(mask.logical_not(), float("-inf"))
def causal_mask(query: Tensor, key: Tensor) -> Tensor:
  return torch.ones([query.size(-2), key.size(-2)], dtype=torch.bool, device=query.device).tril()
def attention_factor(query: Tensor, scale: Optional[float]) -> float:
  return 1.0 / math.sqrt(query.size(-1)) if scale is None else scale
def attention_scores(query: Tensor, key: Tensor, attn_mask: Optional[Tensor], is_causal: bool, scale: Optional[float]) -> Tensor:
  factor = attention_factor(query, scale)
  root = math.sqrt(abs(factor))
  scores = (query * (root if factor >= 0 else -root)).matmul(key.transpose(-2, -1) * root)
  mask = float_mask(causal_mask(query, key), query) if is_causal else attn_mask
  return scores if mask is None else scores + mask
def attended_by_weights(weights: Tensor, value: Tensor, dropout_p: float) -> Tuple[Tensor, Tensor]:
  if dropout_p > 0.0:
    weights = dropped(weights, dropout_p, True, False, False, torch.contiguous_format)
  return weights.matmul(value), weights
def fits_flash_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor], dropout_p: float) -> bool:
  if dropout_p != 0.0 or query.dim() != 4 or key.dim() != 4 or value.dim() != 4 or query.numel() == 0 or key.numel() == 0:
    return False
  if attn_mask is not None and (attn_mask.requires_grad or attn_mask.dim() % 2 != 0):
    return False
  return query.size()[:2] == key.size()[:2] and key.size()[:3] == value.size()[:3] and query.size(3) == key.size(3) and key.size(3) == value.size(3)
def repeated_heads(heads: Tensor, query: Tensor) -> Tensor:
  return heads.repeat_interleave(query.size(-3) // heads.size(-3), -3)
def attended_by_formula(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor], dropout_p: float, is_causal: bool, dropout_mask: Optional[Tensor], scale: Optional[float], enable_gqa: bool) -> Tuple[Tensor, Tensor]:
  if enable_gqa:
    key = repeated_heads(key, query)
    value = repeated_heads(value, query)
  weights = torch._safe_softmax(attention_scores(query, key, attn_mask, is_causal, scale), -1)
  if dropout_p > 0.0 and dropout_mask is not None:
    return weights.masked_fill(dropout_mask.logical_not(), 0.0).matmul(value * (1.0 / (1.0 - dropout_p))), weights
  return attended_by_weights(weights, value, dropout_p)
def attended(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor], dropout_p: float, is_causal: bool, scale: Optional[float], enable_gqa: bool) -> Tensor:
  mask = float_mask(attn_mask, query)
  if fits_flash_attention(query, key, value, mask, dropout_p):
    return torch._scaled_dot_product_flash_attention_for_cpu(query, key, value, 0.0, is_causal, attn_mask=mask, scale=scale)[0]
  return attended_by_formula(query, key, value, mask, dropout_p, is_causal, None, scale, enable_gqa)[0]
# Reduced types are too coarse for the steps between.
def widened(x: Tensor) -> Tensor:
  return x.to(torch.float) if x.dtype == torch.half or x.dtype == torch.bfloat16 else x
def flash_weights(query: Tensor, key: Tensor, attn_mask: Optional[Tensor], is_causal: bool, scale: Optional[float]) -> Tensor:
  scores = widened(query).matmul(widened(key).transpose(-1, -2)) * attention_factor(query, scale)
  if is_causal:
    scores = scores.masked_fill(causal_mask(query, key).logical_not(), float("-inf"))
  return torch._safe_softmax(scores if attn_mask is None else scores + attn_mask, -1)
def flash_gradients(grad: Tensor, query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor], is_causal: bool, scale: Optional[float]) -> Tuple[Tensor, Tensor, Tensor]:
  wide = widened(grad)
  weights = flash_weights(query, key, attn_mask, is_causal, scale)
  of_weights = wide.matmul(widened(value).transpose(-1, -2))
  scores = torch._softmax_backward_data(of_weights, weights, -1, weights.dtype) * attention_factor(query, scale)
  return scores.matmul(widened(key)), scores.transpose(-1, -2).matmul(widened(query)), weights.transpose(-1, -2).matmul(wide)
def of_conv_bias(grad: Tensor, spatial: int) -> Tensor:
  return sum_to_channels(as_batch(grad, spatial))
# ---- losses
# PyTorch divides by the elements of the argument, also where it is smaller than the loss.
def reduced_mean(grad: Tensor, reduction: int, argument: Tensor) -> Tensor:
  return grad / argument.numel() if reduction == 1 else grad
def of_huber(grad: Tensor, self: Tensor, target: Tensor, reduction: int, delta: float) -> Tensor:
  return reduced_mean(grad * (self - target).clamp(-delta, delta), reduction, self)
def of_smooth_l1(grad: Tensor, self: Tensor, target: Tensor, reduction: int, beta: float) -> Tensor:
  if beta == 0.0:
    return reduced_mean(grad * (self - target).sgn(), reduction, self)
  return reduced_mean(grad * ((self - target) / beta).clamp(-1, 1), reduction, self)
def of_binary_cross_entropy(grad: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int) -> Tensor:
  slope = grad * (self - target) / ((1 - self) * self).clamp_min(1e-12)
  if weight is not None:
    slope = slope * weight
  return reduced_mean(slope, reduction, self)
def of_probabilities_target(grad: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int) -> Tensor:
  slope = grad * ((1 - self).log() - self.log())
  if weight is not None:
    slope = slope * weight
  return reduced_mean(slope, reduction, target)
def of_logits_target(grad: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], pos_weight: Optional[Tensor], reduction: int) -> Tensor:
  slope = -grad * self
  if pos_weight is not None:
    slope = grad * (torch._C._nn.log_sigmoid(-self) - pos_weight * torch._C._nn.log_sigmoid(self))
  if weight is not None:
    slope = slope * weight
  return reduced_mean(slope, reduction, target)
def of_logits(grad: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], pos_weight: Optional[Tensor], reduction: int) -> Tensor:
  if pos_weight is None:
    slope = (self.sigmoid() - target) * grad
  else:
    positive = pos_weight * target
    slope = ((positive + 1 - target) * self.sigmoid() - positive) * grad
  if weight is not None:
    slope = slope * weight
  return reduced_mean(slope, reduction, self)
def of_nll(grad: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int, ignore_index: int) -> Tensor:
  dim = 0 if self.dim() == 1 else 1
  at = target.unsqueeze(dim)
  ignored = at == ignore_index
  chosen = torch.where(ignored, 0, at)
  factor = torch.where(ignored, 0, torch.ones_like(chosen, dtype=self.dtype))
  if weight is not None:
    factor = factor * weight[chosen]
  scale = grad.unsqueeze(dim) if reduction == 0 else grad
  if reduction == 1:
    scale = grad / factor.sum()
  return torch.zeros_like(self).scatter(dim, chosen, -factor * scale)
# ---- windows of images
def of_average_of_lines(grad: Tensor, self: Tensor, kernel_size: List[int], stride: List[int], padding: List[int], ceil_mode: bool, count_include_pad: bool) -> Tensor:
  steps = kernel_size if len(stride) == 0 else stride
  return torch.ops.aten.avg_pool2d_backward(grad.unsqueeze(-2), self.unsqueeze(-2), [1, kernel_size[0]], [1, steps[0]], [0, padding[0]], ceil_mode, count_include_pad, None).squeeze(-2)
def of_pooled(grad: Tensor, self: Tensor, indices: Tensor, spatial: int) -> Tensor:
  flat = torch.zeros_like(self, memory_format=torch.contiguous_format).flatten(-spatial)
  return flat.scatter_add(-1, indices.flatten(-spatial), grad.flatten(-spatial)).reshape(self.size())
def of_unpooled(grad: Tensor, self: Tensor, indices: Tensor, spatial: int) -> Tensor:
  return grad.flatten(-spatial).gather(-1, indices.flatten(-spatial)).reshape(self.size())
def factors_of(scale_factors: Optional[List[float]], spatial: int) -> List[Optional[float]]:
  factors: List[Optional[float]] = []
  for d in range(spatial):
    if scale_factors is None:
      factors.append(None)
    else:
      factors.append(scale_factors[d])
  return factors
def transposed_convolution(input: Tensor, weight: Tensor, bias: Optional[Tensor], stride: List[int], padding: List[int], output_padding: List[int], groups: int, dilation: List[int]) -> Tensor:
  n = weight.dim() - 2
  found = torch.convolution(as_batch(input, n), weight, bias, each_dim(stride, n), each_dim(padding, n), each_dim(dilation, n), True, each_dim(output_padding, n), groups)
  return found if input.dim() == n + 2 else found.squeeze(0)
def padded_convolution(input: Tensor, weight: Tensor, bias: Optional[Tensor], stride: List[int], padding: str, dilation: List[int], groups: int) -> Tensor:
  n = weight.dim() - 2
  image = as_batch(input, n)
  dilation = each_dim(dilation, n)
  pads = [0] * n
  more: List[int] = []
  if padding == "same":
    for d in range(n):
      total = dilation[n - 1 - d] * (weight.size(weight.dim() - 1 - d) - 1)
      pads[n - 1 - d] = total // 2
      more += [0, total % 2]
    if sum(more) != 0:
      image = torch.constant_pad_nd(image, more)
  found = torch.convolution(image, weight, bias, each_dim(stride, n), pads, dilation, False, [0] * n, groups)
  return found if input.dim() == n + 2 else found.squeeze(0)
def of_affine_grid(grad: Tensor, size: List[int], align_corners: bool) -> Tensor:
  n = len(size) - 2
  outer = size[2:]
  parts: List[Tensor] = []
  for d in range(n):
    count = size[len(size) - 1 - d]
    line = torch.linspace(-1, 1, count, dtype=grad.dtype, device=grad.device) if count > 1 else torch.zeros([1], dtype=grad.dtype, device=grad.device)
    if not align_corners:
      line = line * (count - 1) / count
    parts.append(line.reshape([-1] + [1] * d).expand(outer).flatten())
  parts.append(torch.ones_like(parts[0]))
  return grad.reshape([size[0], -1, n]).transpose(1, 2).matmul(torch.stack(parts, -1))
# The place in elements of a coordinate between -1 and 1. PyTorch's gradient is zero on the border.
def grid_place(x: Tensor, size: int, align_corners: bool) -> Tensor:
  return (x + 1) / 2 * (size - 1) if align_corners else ((x + 1) * size - 1) / 2
def inside(place: Tensor, size: int, padding_mode: int, align_corners: bool) -> Tensor:
  if padding_mode == 2:
    low = 0.0 if align_corners else -0.5
    span = size - 1 if align_corners else size
    if span == 0:
      return torch.zeros_like(place)
    away = (place - low).abs()
    rest = torch.fmod(away, span)
    flips = torch.floor(away / span)
    place = torch.where(torch.fmod(flips, 2) == 0, rest + low, span - rest + low)
  if padding_mode != 0:
    place = torch.where((place > 0).logical_and(place < size - 1), place, place.detach().clamp(0, size - 1))
  return place
def cubic_weights(t: Tensor) -> List[Tensor]:
  weights: List[Tensor] = []
  for x in [t + 1, t, 1 - t, 2 - t]:
    weights.append(((-0.75 * x + 3.75) * x - 6) * x + 3 if len(weights) % 3 == 0 else ((1.25 * x - 2.25) * x) * x + 1)
  return weights
def sampled_grid(input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Tensor:
  n = input.dim() - 2
  flat = input.flatten(2)
  # Pairs of an index and a weight: first those of no dimension.
  indices = [torch.zeros_like(grid.select(-1, 0), dtype=torch.long)]
  weights = [torch.ones_like(grid.select(-1, 0))]
  for d in range(n):
    size = input.size(d + 2)
    place = grid_place(grid.select(-1, n - 1 - d), size, align_corners)
    if interpolation_mode != 2:
      place = inside(place, size, padding_mode, align_corners)
    first = torch.round(place) if interpolation_mode == 1 else torch.floor(place)
    first = first.detach()
    t = place - first
    taps = [first]
    shares = [torch.ones_like(place)]
    if interpolation_mode == 0:
      taps = [first, first + 1]
      shares = [1 - t, t]
    if interpolation_mode == 2:
      taps = [inside(first + k, size, padding_mode, align_corners) for k in range(-1, 3)]
      shares = cubic_weights(t)
    new_indices: List[Tensor] = []
    new_weights: List[Tensor] = []
    for i in range(len(indices)):
      for k in range(len(taps)):
        within = (taps[k] >= 0).logical_and(taps[k] < size)
        new_indices.append(indices[i] * size + torch.where(within, taps[k], 0).to(torch.long))
        new_weights.append(weights[i] * torch.where(within, shares[k], 0))
    indices = new_indices
    weights = new_weights
  sizes = [input.size(0), input.size(1)]
  result = torch.zeros([0])
  for i in range(len(indices)):
    index = indices[i].flatten(1).unsqueeze(1)
    part = flat.gather(2, index.expand([sizes[0], sizes[1], index.size(2)])) * weights[i].flatten(1).unsqueeze(1)
    result = part if i == 0 else result + part
  return result.reshape(sizes + grid.size()[1:-1])
def of_padded(grad: Tensor, self: Tensor, pad: List[int], mode: str) -> Tensor:
  for i in range(len(pad) // 2):
    dim = self.dim() - 1 - i
    size = self.size(dim)
    index = torch.arange(-pad[2 * i], size + pad[2 * i + 1], device=grad.device)
    if mode == "reflect":
      index = size - 1 - (size - 1 - index.abs()).abs()
    elif mode == "replicate":
      index = index.clamp(0, size - 1)
    else:
      # Negative padding takes elements away before the rest repeats.
      first = max(-pad[2 * i], 0)
      index = first + (index - first).remainder(size - first - max(-pad[2 * i + 1], 0))
    sizes = grad.size()
    sizes[dim] = size
    grad = torch.zeros(sizes, dtype=grad.dtype, device=grad.device).index_add(dim, index, grad)
  return grad
def padded(self: Tensor, pad: List[int], mode: str, value: Optional[float]) -> Tensor:
  if mode == "constant":
    return torch.constant_pad_nd(self, pad, 0.0 if value is None else value)
  if mode == "circular":
    return torch._C._nn._pad_circular(self, pad)
  if mode == "reflect":
    if len(pad) == 2:
      return torch._C._nn.reflection_pad1d(self, pad)
    if len(pad) == 4:
      return torch._C._nn.reflection_pad2d(self, pad)
    return torch._C._nn.reflection_pad3d(self, pad)
  if len(pad) == 2:
    return torch._C._nn.replication_pad1d(self, pad)
  if len(pad) == 4:
    return torch._C._nn.replication_pad2d(self, pad)
  return torch._C._nn.replication_pad3d(self, pad)
# ---- normalization and dropout
def image_dims(input: Tensor) -> List[int]:
  return [d for d in range(2, input.dim())]
def of_instance_norm(grad: Tensor, input: Tensor, weight: Optional[Tensor], running_mean: Optional[Tensor], running_var: Optional[Tensor], use_input_stats: bool, eps: float) -> Tensor:
  if not use_input_stats:
    return of_batch_norm(grad, input, weight, running_mean, running_var, False, eps)
  scaled = grad if weight is None else grad * channels(weight, input.dim())
  return of_normal(scaled, input, image_dims(input), eps)
def of_instance_norm_weight(grad: Tensor, input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor], use_input_stats: bool, eps: float) -> Tensor:
  if not use_input_stats:
    return of_batch_norm_weight(grad, input, running_mean, running_var, False, eps)
  return (grad * normal_of(input, image_dims(input), eps)).sum(dims_without(input.dim(), [1]))
def root_mean_square_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], eps: Optional[float]) -> Tensor:
  least = epsilon_of(input) if eps is None else eps
  wide = widened(input)
  found = (wide * (wide.pow(2).mean(last_dims(input, len(normalized_shape)), keepdim=True) + least).rsqrt()).to(input.dtype)
  return found if weight is None else found * weight
def norm_except(v: Tensor, pow: int, dim: int) -> Tensor:
  if dim == -1:
    return v.norm(pow)
  return v.norm(pow, dims_without(v.dim(), [dim]), True)
def of_renorm(grad: Tensor, self: Tensor, p: SCALAR, dim: int, maxnorm: SCALAR) -> Tensor:
  dims = dims_without(self.dim(), [dim % self.dim()])
  size = torch.linalg.vector_norm(self, p, dims, True)
  product = (self.conj() * grad).sum(dims, keepdim=True)
  away = of_norm(product.real if self.is_complex() else product, self, p, size, dims, True)
  inverse = 1 / (size + 1e-7)
  return torch.where(size > maxnorm, torch.mul(inverse * (grad - inverse * away), maxnorm), grad)
# The factor, and the term if there is one, of dropout.
def drop_noise(input: Tensor, p: float, by_channel: bool, alpha: bool, layout: int) -> Tuple[Tensor, Optional[Tensor]]:
  if p == 1.0:
    return torch.zeros([], dtype=input.dtype, device=input.device), None
  sizes = input.size()[:2] + [1] * (input.dim() - 2) if by_channel else input.size()
  noise = torch.empty(sizes, dtype=input.dtype, device=input.device) if by_channel else torch.empty_like(input, memory_format=layout)
  noise = noise.bernoulli_(1 - p)
  if not alpha:
    return noise.div(1 - p), None
  slope = 1.7580993408473766
  a = 1.0 / math.sqrt((slope * slope * p + 1) * (1 - p))
  b = (noise - 1).mul(slope * a).add(slope * a * p)
  return noise.mul(a), b
def dropped(input: Tensor, p: float, train: bool, by_channel: bool, alpha: bool, layout: int) -> Tensor:
  if p == 0.0 or not train or input.numel() == 0:
    return input
  factor, term = drop_noise(input, p, by_channel, alpha, layout)
  return input * factor if term is None else input * factor + term
def dropped_(input: Tensor, p: float, train: bool, by_channel: bool, alpha: bool, layout: int) -> Tensor:
  if p == 0.0 or not train or input.numel() == 0:
    return input
  factor, term = drop_noise(input, p, by_channel, alpha, layout)
  return input.mul_(factor) if term is None else input.mul_(factor).add_(term)
# ---- recurrent layers
def lstm_step(gates: Tensor, h: Tensor, c: Tensor, w_hh: Tensor, b_hh: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
  return torch.ops.aten._thnn_fused_lstm_cell(gates, torch._C._nn.linear(h, w_hh, b_hh), c, None, None)[:2]
def gru_step(gates: Tensor, h: Tensor, w_hh: Tensor, b_hh: Optional[Tensor]) -> Tensor:
  return torch.ops.aten._thnn_fused_gru_cell(gates, torch._C._nn.linear(h, w_hh, b_hh), h, None, None)[0]
def sum_of_gates(sums: Tensor, bias: Optional[Tensor]) -> Tensor:
  return sums if bias is None else sums + bias
def of_gate_bias(grad: Tensor, bias: Optional[Tensor]) -> Optional[Tensor]:
  return None if bias is None else grad.sum(0)
def lstm_cell_gradients(of_hidden: Optional[Tensor], of_cell: Optional[Tensor], from_input: Tensor, from_hidden: Tensor, input_bias: Optional[Tensor], hidden_bias: Optional[Tensor], cell: Tensor) -> Tuple[Tensor, Tensor, Tensor, Optional[Tensor], Optional[Tensor]]:
  i, f, g, o = (sum_of_gates(from_input, input_bias) + sum_of_gates(from_hidden, hidden_bias)).chunk(4, 1)
  i, f, g, o = torch.sigmoid(i), torch.sigmoid(f), torch.tanh(g), torch.sigmoid(o)
  shown = torch.tanh(f * cell + i * g)
  change = torch.zeros_like(cell) if of_cell is None else of_cell
  of_out = torch.zeros_like(cell)
  if of_hidden is not None:
    of_out = of_hidden * shown * o * (1 - o)
    change = change + of_hidden * o * (1 - shown * shown)
  sums = torch.cat([change * g * i * (1 - i), change * cell * f * (1 - f), change * i * (1 - g * g), of_out], 1)
  return sums, sums, change * f, of_gate_bias(sums, input_bias), of_gate_bias(sums, hidden_bias)
def gru_cell_gradients(of_hidden: Tensor, from_input: Tensor, from_hidden: Tensor, hidden: Tensor, input_bias: Optional[Tensor], hidden_bias: Optional[Tensor]) -> Tuple[Tensor, Tensor, Tensor, Optional[Tensor], Optional[Tensor]]:
  own = sum_of_gates(from_input, input_bias).chunk(3, 1)
  inner = sum_of_gates(from_hidden, hidden_bias).chunk(3, 1)
  reset, update = torch.sigmoid(own[0] + inner[0]), torch.sigmoid(own[1] + inner[1])
  fresh = torch.tanh(own[2] + reset * inner[2])
  of_fresh = of_hidden * (1 - update) * (1 - fresh * fresh)
  of_update = of_hidden * (hidden - fresh) * update * (1 - update)
  of_reset = of_fresh * inner[2] * reset * (1 - reset)
  of_input = torch.cat([of_reset, of_update, of_fresh], 1)
  of_inner = torch.cat([of_reset, of_update, of_fresh * reset], 1)
  return of_input, of_inner, of_hidden * update, of_gate_bias(of_input, input_bias), of_gate_bias(of_inner, hidden_bias)
# One layer in one direction. `data` has the rows of all steps; batch_sizes: the rows of each step.
def recurrent_layer(data: Tensor, batch_sizes: List[int], h: Tensor, c: Tensor, w_hh: Tensor, b_hh: Optional[Tensor], w_hr: Optional[Tensor], reverse: bool, mode: str) -> Tuple[Tensor, Tensor, Tensor]:
  all_h = h
  all_c = c
  steps = len(batch_sizes)
  rows = data.split(batch_sizes, 0)
  outputs: List[Tensor] = []
  last_h: List[Tensor] = []
  last_c: List[Tensor] = []
  for i in range(steps):
    step = steps - 1 - i if reverse else i
    count = batch_sizes[step]
    if i == 0:
      h = all_h.narrow(0, 0, count)
      c = all_c.narrow(0, 0, count)
    more = count - h.size(0)
    if more > 0:
      h = torch.cat([h, all_h.narrow(0, h.size(0), more)])
      c = torch.cat([c, all_c.narrow(0, c.size(0), more)])
    elif more < 0:
      last_h.append(h.narrow(0, count, -more))
      last_c.append(c.narrow(0, count, -more))
      h = h.narrow(0, 0, count)
      c = c.narrow(0, 0, count)
    if mode == "lstm":
      h, c = lstm_step(rows[step], h, c, w_hh, b_hh)
      if w_hr is not None:
        h = h.matmul(w_hr.t())
    elif mode == "gru":
      h = gru_step(rows[step], h, w_hh, b_hh)
    else:
      total = rows[step] + torch._C._nn.linear(h, w_hh, b_hh)
      h = torch.tanh(total) if mode == "tanh" else torch.relu(total)
    outputs.append(h)
  last_h.append(h)
  last_c.append(c)
  last_h.reverse()
  last_c.reverse()
  if reverse:
    outputs.reverse()
  return torch.cat(outputs), torch.cat(last_h), torch.cat(last_c)
def recurrent_layers(data: Tensor, batch_sizes: List[int], hx: List[Tensor], params: List[Tensor], has_biases: bool, num_layers: int, dropout: float, train: bool, bidirectional: bool, steps: int, mode: str) -> Tuple[Tensor, Tensor, Tensor]:
  directions = 2 if bidirectional else 1
  each = len(params) // (num_layers * directions)
  projects = each % 2 == 1
  h: List[Tensor] = []
  c: List[Tensor] = []
  for layer in range(num_layers):
    outputs: List[Tensor] = []
    for direction in range(directions):
      k = layer * directions + direction
      first = k * each
      b_ih: Optional[Tensor] = None
      b_hh: Optional[Tensor] = None
      w_hr: Optional[Tensor] = None
      if has_biases:
        b_ih = params[first + 2]
        b_hh = params[first + 3]
      if projects:
        w_hr = params[first + each - 1]
      gates = torch._C._nn.linear(data, params[first], b_ih)
      state = hx[1][k] if len(hx) > 1 else hx[0][k]
      output, last_h, last_c = recurrent_layer(gates, batch_sizes, hx[0][k], state, params[first + 1], b_hh, w_hr, direction == 1, mode)
      outputs.append(output)
      h.append(last_h)
      c.append(last_c)
    data = torch.cat(outputs, 1) if bidirectional else outputs[0]
    if layer + 1 < num_layers and train and dropout != 0.0:
      whole = data.reshape([steps, -1, data.size(1)]) if steps != 0 else data
      data = dropped(whole, dropout, True, False, False, torch.contiguous_format).reshape(data.size())
  return data, torch.stack(h), torch.stack(c)
def recurrent(input: Tensor, hx: List[Tensor], params: List[Tensor], has_biases: bool, num_layers: int, dropout: float, train: bool, bidirectional: bool, batch_first: bool, mode: str) -> Tuple[Tensor, Tensor, Tensor]:
  steps = input.transpose(0, 1) if batch_first else input
  sizes = steps.size()[:2]
  data, h, c = recurrent_layers(steps.reshape([sizes[0] * sizes[1], steps.size(2)]), [sizes[1]] * sizes[0], hx, params, has_biases, num_layers, dropout, train, bidirectional, sizes[0], mode)
  output = data.reshape(sizes + [-1])
  return output.transpose(0, 1) if batch_first else output, h, c
def recurrent_packed(data: Tensor, batch_sizes: Tensor, hx: List[Tensor], params: List[Tensor], has_biases: bool, num_layers: int, dropout: float, train: bool, bidirectional: bool, mode: str) -> Tuple[Tensor, Tensor, Tensor]:
  sizes: List[int] = [int(size.item()) for size in batch_sizes.unbind()]
  return recurrent_layers(data, sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, 0, mode)
# The rows [step, sequence] that a packed sequence has, in its order.
def packed_rows(batch_sizes: Tensor, steps: int, batch: int) -> Tensor:
  sizes = torch.constant_pad_nd(batch_sizes, [0, steps - batch_sizes.size(0)])
  return torch.arange(batch) < sizes.unsqueeze(1)
def of_packed(grad: Tensor, input: Tensor, batch_sizes: Tensor, batch_first: bool) -> Tensor:
  steps = input.transpose(0, 1) if batch_first else input
  found = torch.zeros(steps.size(), dtype=grad.dtype, device=grad.device)
  found = found.index_put([packed_rows(batch_sizes, steps.size(0), steps.size(1)).to(grad.device)], grad)
  return found.transpose(0, 1) if batch_first else found
def of_unpacked(grad: Tensor, batch_sizes: Tensor, batch_first: bool) -> Tensor:
  steps = grad.transpose(0, 1) if batch_first else grad
  return steps[packed_rows(batch_sizes, steps.size(0), steps.size(1)).to(grad.device)]
def first_two(results: Tuple[Tensor, Tensor, Tensor]) -> Tuple[Tensor, Tensor]:
  return results[0], results[1]
# ---- more losses
def reduced(loss: Tensor, reduction: int) -> Tensor:
  if reduction == 1:
    return loss.mean()
  return loss.sum() if reduction == 2 else loss
def cosine_embedding(input1: Tensor, input2: Tensor, target: Tensor, margin: float, reduction: int) -> Tensor:
  dim = target.dim()
  product = (input1 * input2).sum([dim])
  sizes = ((input1 * input1).sum([dim]) + 1e-12) * ((input2 * input2).sum([dim]) + 1e-12)
  cosine = product / sizes.sqrt()
  loss = torch.where(target == 1, 1 - cosine, 0) + torch.where(target == -1, (cosine - margin).clamp_min(0), 0)
  return reduced(loss, reduction)
def class_weight(weight: Tensor, like: Tensor) -> Tensor:
  return weight if like.dim() == 1 else channels(weight, like.dim())
def cross_entropy(self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int, ignore_index: int, label_smoothing: float) -> Tensor:
  dim = 0 if self.dim() == 1 else 1
  logs = self.log_softmax(dim)
  classes = self.size(dim)
  if self.size() == target.size():
    share = target * (1 - label_smoothing) + label_smoothing / classes if label_smoothing > 0.0 else target
    each = -(logs * share if weight is None else logs * share * class_weight(weight, self))
    if reduction == 0:
      return each.sum([dim])
    return each.sum() / (self.numel() / classes) if reduction == 1 else each.sum()
  chosen = torch._C._nn.nll_loss_nd(logs, target, weight, reduction, ignore_index)
  if label_smoothing == 0.0:
    return chosen
  spread = -(logs if weight is None else logs * class_weight(weight, self)).sum([dim])
  ignored = target == ignore_index
  spread = spread.masked_fill(ignored, 0)
  if reduction == 1:
    if weight is None:
      spread = spread.sum() / ignored.logical_not().sum()
    else:
      spread = spread.sum() / weight[target.masked_fill(ignored, 0)].masked_fill(ignored, 0).sum()
  elif reduction == 2:
    spread = spread.sum()
  return (1 - label_smoothing) * chosen + spread * (label_smoothing / classes)
def poisson_loss(input: Tensor, target: Tensor, log_input: bool, full: bool, eps: float, reduction: int) -> Tensor:
  loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
  if full:
    more = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
    loss = loss + more.masked_fill(target <= 1, 0)
  return reduced(loss, reduction)
def triplet(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float, p: float, eps: float, swap: bool, reduction: int) -> Tensor:
  near = torch.pairwise_distance(anchor, positive, p, eps)
  far = torch.pairwise_distance(anchor, negative, p, eps)
  if swap:
    far = torch.min(far, torch.pairwise_distance(positive, negative, p, eps))
  return reduced((margin + near - far).clamp_min(0), reduction)
def of_multi_margin(grad: Tensor, self: Tensor, target: Tensor, p: SCALAR, margin: SCALAR, weight: Optional[Tensor], reduction: int) -> Tensor:
  rows = self.reshape([-1, self.size(-1)]) if self.dim() != 0 else self.reshape([1, 1])
  at = target.reshape([-1, 1])
  missed = torch.add(rows - rows.gather(1, at), margin)
  slope = torch.where(missed > 0, 2 * missed if float(p) == 2.0 else torch.ones_like(missed), 0)
  if weight is not None:
    slope = slope * weight[at]
  slope = slope.scatter(1, at, 0)
  slope = slope.scatter(1, at, -slope.sum(1, keepdim=True)) / rows.size(1)
  if reduction == 1:
    slope = slope / rows.size(0)
  return (slope * (grad.reshape([-1, 1]) if reduction == 0 else grad)).reshape(self.size())
def of_multilabel_margin(grad: Tensor, self: Tensor, target: Tensor, reduction: int) -> Tensor:
  rows = self.reshape([-1, self.size(-1)]) if self.dim() != 0 else self.reshape([1, 1])
  wanted = target.reshape(rows.size())
  # The classes before the first -1.
  listed = (wanted < 0).cumsum(1) == 0
  at = torch.where(listed, wanted, 0)
  isTarget = torch.zeros_like(rows).scatter_add(1, at, listed.to(rows.dtype)) > 0
  # [row, listed class, other class]
  missed = (1 - rows.gather(1, at).unsqueeze(2) + rows.unsqueeze(1)) > 0
  counted = missed.logical_and(listed.unsqueeze(2)).logical_and(isTarget.logical_not().unsqueeze(1)).to(rows.dtype)
  slope = counted.sum(1).scatter_add(1, at, -counted.sum(2)) / rows.size(1)
  if reduction == 1:
    slope = slope / rows.size(0)
  return (slope * (grad.reshape([-1, 1]) if reduction == 0 else grad)).reshape(self.size())
# ---- connectionist temporal classification
def reduced_ctc(losses: Tensor, target_lengths: Tensor, reduction: int, zero_infinity: bool) -> Tensor:
  if zero_infinity:
    losses = torch.where(losses == float("inf"), 0, losses)
  if reduction == 1:
    return (losses / target_lengths.to(losses.dtype).clamp_min(1)).mean()
  return losses.sum() if reduction == 2 else losses
# The labels of the states [sequence, state]: targets with blanks around each.
def ctc_labels(targets: Tensor, target_lengths: Tensor, states: int, blank: int) -> Tensor:
  batch = target_lengths.size(0)
  most = states // 2
  place = torch.arange(most).expand([batch, most])
  if targets.dim() == 1:
    place = place + (target_lengths.cumsum(0) - target_lengths).unsqueeze(1)
    chosen = targets[place.clamp(0, max(targets.size(0) - 1, 0))] if targets.size(0) != 0 else torch.full([batch, most], blank)
  else:
    chosen = targets.narrow(1, 0, most)
  chosen = torch.where(torch.arange(most) < target_lengths.unsqueeze(1), chosen, blank)
  labels = torch.full([batch, states], blank, dtype=torch.long)
  labels[:, 1::2] = chosen
  return labels
# PyTorch's gradient is that of the input of the log_softmax that made the probabilities.
def of_ctc(grad: Tensor, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor, losses: Tensor, log_alpha: Tensor, blank: int, zero_infinity: bool) -> Tensor:
  single = log_probs.dim() == 2
  probs = log_probs.unsqueeze(1) if single else log_probs
  probs = probs.detach()
  alpha = log_alpha.detach().reshape([probs.size(1), -1, log_alpha.size(-1)])
  lengths = input_lengths.reshape([-1]).to(torch.long)
  sizes = target_lengths.reshape([-1]).to(torch.long)
  states = alpha.size(2)
  labels = ctc_labels(targets.unsqueeze(0) if single and targets.dim() == 1 else targets, sizes, states, blank)
  out = float("-inf")
  index = torch.arange(states)
  last = (index == 2 * sizes.unsqueeze(1)).logical_or((index == 2 * sizes.unsqueeze(1) - 1))
  skips = torch.zeros([labels.size(0), states], dtype=torch.bool)
  if states > 2:
    skips[:, :-2] = (labels[:, 2:] != labels[:, :-2]).logical_and(labels[:, 2:] != blank)
  beta = torch.full([labels.size(0), states], out, dtype=probs.dtype)
  betas: List[Tensor] = []
  for i in range(probs.size(0)):
    t = probs.size(0) - 1 - i
    own = probs[t].gather(1, labels)
    one = torch.constant_pad_nd(beta, [0, 1], out)[:, 1:]
    two = torch.where(skips, torch.constant_pad_nd(beta, [0, 2], out)[:, 2:], out)
    moved = torch.stack([beta, one, two]).logsumexp(0) + own
    beta = torch.where((lengths == t + 1).unsqueeze(1), torch.where(last, own, out), torch.where((lengths > t + 1).unsqueeze(1), moved, out))
    betas.append(beta)
  betas.reverse()
  both = alpha.transpose(0, 1).narrow(0, 0, probs.size(0)) + torch.stack(betas)
  most = both.amax([2], keepdim=True)
  shift = torch.where(most == out, 0, most)
  shares = torch.zeros_like(probs).scatter_add(2, labels.expand(both.size()), (both - shift).exp())
  nll = losses.detach().reshape([1, -1, 1])
  found = probs.exp() - (shares.log() + shift + nll - probs).exp()
  scale = grad.reshape([1, -1, 1])
  unused = torch.arange(probs.size(0)).reshape([-1, 1, 1]) >= lengths.reshape([1, -1, 1])
  if zero_infinity:
    unused = unused.logical_or(nll == float("inf"))
  found = (found * scale).masked_fill(unused, 0)
  return found.squeeze(1) if single else found
