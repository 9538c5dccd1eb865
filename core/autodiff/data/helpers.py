# Functions of the derivatives, in TorchScript. SCALAR is the type of a number of any kind.
def times(grad: Tensor, factor: SCALAR) -> Tensor:
  return torch.mul(grad.conj(), factor).conj()
def over(grad: Tensor, divisor: SCALAR) -> Tensor:
  return torch.div(grad.conj(), divisor).conj()
def log_of(base: SCALAR, like: Tensor) -> Tensor:
  return torch.log(torch.full([], base, dtype=like.dtype, device=like.device))
# ---- shapes
def with_dims(grad: Tensor, dim: Optional[List[int]], keepdim: bool, rank: int) -> Tensor:
  if dim is None or len(dim) == 0 or keepdim or rank == 0:
    return grad
  reduced = [d % rank for d in dim]
  reduced.sort()
  for d in reduced:
    grad = grad.unsqueeze(d)
  return grad
def dims_or_all(dim: Optional[List[int]], rank: int) -> List[int]:
  if dim is not None and len(dim) != 0:
    return [d % rank if rank != 0 else 0 for d in dim]
  return [d for d in range(rank)]
def dims_without(rank: int, dims: List[int]) -> List[int]:
  others = [d for d in range(rank)]
  for d in dims:
    others.remove(d)
  return others
def reduced_size(self: Tensor, dim: Optional[List[int]]) -> int:
  count = 1
  for d in dims_or_all(dim, self.dim()):
    if self.dim() != 0:
      count *= self.size(d)
  return count
def unsqueezed(dim: int, self: Tensor) -> int:
  return dim if dim >= 0 else dim + self.dim() + 1
def with_dim(grad: Tensor, dim: int, keepdim: bool, rank: int) -> Tensor:
  if keepdim or rank == 0:
    return grad
  return grad.unsqueeze(dim % rank)
def of_permute(grad: Tensor, dims: List[int]) -> Tensor:
  rank = len(dims)
  back = [0] * rank
  for i in range(rank):
    back[dims[i] % rank] = i
  return grad.permute(back)
def of_select(grad: Tensor, self: Tensor, dim: int, index: int) -> Tensor:
  return torch.select_scatter(torch.zeros_like(self), grad, dim, index)
def of_slice(grad: Tensor, self: Tensor, dim: int, start: Optional[int], end: Optional[int], step: int) -> Tensor:
  return torch.slice_scatter(torch.zeros_like(self), grad, dim, start, end, step)
def of_diagonal(grad: Tensor, self: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
  return torch.diagonal_scatter(torch.zeros_like(self), grad, offset, dim1, dim2)
def of_roll(grad: Tensor, shifts: List[int], dims: List[int]) -> Tensor:
  return grad.roll([-shift for shift in shifts], dims)
def of_repeat(grad: Tensor, self: Tensor, repeats: List[int]) -> Tensor:
  extra = len(repeats) - self.dim()
  sizes: List[int] = []
  sums: List[int] = []
  for i in range(len(repeats)):
    if i < extra:
      sums.append(len(sizes))
      sizes.append(repeats[i])
    else:
      sums.append(len(sizes))
      sizes.append(repeats[i])
      sizes.append(self.size(i - extra))
  if grad.numel() == 0:
    return torch.zeros_like(self)
  if len(sums) == 0:
    return grad
  return grad.reshape(sizes).sum(sums)
def of_tile(grad: Tensor, self: Tensor, dims: List[int]) -> Tensor:
  repeats = [1] * (self.dim() - len(dims)) + dims
  return of_repeat(grad, self, repeats)
def of_interleaved(grad: Tensor, self: Tensor, repeats: Tensor, dim: Optional[int]) -> Tensor:
  flat = self.flatten() if dim is None else self
  at = 0 if dim is None else dim
  count = flat.size(at)
  times_each = repeats.expand(count) if repeats.dim() == 0 or repeats.numel() == 1 else repeats
  index = torch.repeat_interleave(torch.arange(count, device=self.device), times_each)
  return torch.zeros_like(flat).index_add(at, index, grad).reshape(self.size())
def of_interleaved_number(grad: Tensor, self: Tensor, repeats: int, dim: Optional[int]) -> Tensor:
  return of_interleaved(grad, self, torch.scalar_tensor(repeats, dtype=torch.long), dim)
def of_unfold(grad: Tensor, self: Tensor, dimension: int, size: int, step: int) -> Tensor:
  if self.dim() == 0:
    return grad.reshape([])
  at = dimension % self.dim()
  index = (torch.arange(grad.size(at), device=self.device) * step).unsqueeze(1) + torch.arange(size, device=self.device)
  last = at == self.dim() - 1
  moved = (grad if last else grad.transpose(at, -2)).flatten(-2)
  return torch.zeros_like(self).index_add(at, index.flatten(), moved if last else moved.transpose(at, -1))
def of_trace(grad: Tensor, self: Tensor) -> Tensor:
  return torch.eye(self.size(0), self.size(1), dtype=grad.dtype, device=grad.device) * grad
def of_cat(grad: Tensor, tensors: List[Tensor], dim: int) -> List[Tensor]:
  grads: List[Tensor] = []
  start = 0
  for tensor in tensors:
    if tensor.dim() == 1 and tensor.numel() == 0:
      grads.append(torch.zeros_like(tensor))
    else:
      grads.append(grad.narrow(dim, start, tensor.size(dim)))
      start += tensor.size(dim)
  return grads
def of_parts(grad: Tensor, tensors: List[Tensor], dim: int) -> List[Tensor]:
  grads: List[Tensor] = []
  start = 0
  for tensor in tensors:
    width = tensor.size(dim) if tensor.dim() > dim else 1
    grads.append(grad.narrow(dim, start, width).reshape(tensor.size()))
    start += width
  return grads
def of_stack(grad: Tensor, tensors: List[Tensor], dim: int) -> List[Tensor]:
  return grad.unbind(dim)
def of_rows(grad: Tensor, tensors: List[Tensor]) -> List[Tensor]:
  grads: List[Tensor] = []
  start = 0
  for tensor in tensors:
    height = tensor.size(0) if tensor.dim() > 1 else 1
    grads.append(grad.narrow(0, start, height).reshape(tensor.size()))
    start += height
  return grads
def of_reversed(grad: Tensor) -> Tensor:
  return grad.permute([grad.dim() - 1 - d for d in range(grad.dim())])
def of_slice_source(grad: Tensor, dim: int, start: Optional[int], end: Optional[int], step: int) -> Tensor:
  first = 0 if start is None else start
  size = grad.size(dim)
  last = size if end is None else end
  first = max(first + size, 0) if first < 0 else min(first, size)
  last = max(last + size, 0) if last < 0 else min(last, size)
  return grad.index_select(dim, torch.arange(first, max(first, last), step, device=grad.device))
# ---- choices
def of_clamp(grad: Tensor, self: Tensor, min: Optional[SCALAR], max: Optional[SCALAR]) -> Tensor:
  if min is not None:
    grad = torch.where(self >= min, grad, 0)
  if max is not None:
    grad = torch.where(self <= max, grad, 0)
  return grad
def of_clamp_tensor(grad: Tensor, self: Tensor, min: Optional[Tensor], max: Optional[Tensor]) -> Tensor:
  if min is not None:
    grad = torch.where(self >= min, grad, 0)
  if max is not None:
    grad = torch.where(self <= max, grad, 0)
  return grad
def of_clamp_min(grad: Tensor, self: Tensor, min: Optional[Tensor], max: Optional[Tensor]) -> Tensor:
  if min is not None:
    grad = torch.where(self < min, grad, 0)
    if max is not None:
      grad = torch.where(min < max, grad, 0)
  return grad
def of_clamp_max(grad: Tensor, self: Tensor, min: Optional[Tensor], max: Optional[Tensor]) -> Tensor:
  if max is not None:
    above = self > max
    if min is not None:
      above = above.logical_or(max < min)
    grad = torch.where(above, grad, 0)
  return grad
def of_greater(grad: Tensor, greater: Tensor, less: Tensor) -> Tensor:
  return torch.where(greater == less, grad / 2, torch.where(greater < less, 0, grad))
def of_copysign(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  return grad * torch.where(self == 0, 0, result / self)
def of_extremum(grad: Tensor, self: Tensor, result: Tensor, dim: List[int], keepdim: bool) -> Tensor:
  dims = dims_or_all(dim, self.dim())
  wide = with_dims(result, dims, keepdim, self.dim())
  mask = self == wide
  if self.dim() == 0:
    return grad * mask
  return with_dims(grad, dims, keepdim, self.dim()) * mask / mask.sum(dims, keepdim=True)
def of_all_extremum(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  mask = self == result
  return grad * mask / mask.sum()
def of_all_index(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  mask = (self == result).logical_or(self.isnan().logical_and(result.isnan()))
  return grad * mask / mask.sum()
def of_index(grad: Tensor, indices: Tensor, self: Tensor, dim: int) -> Tensor:
  if self.dim() == 0 or self.numel() == 0:
    return grad.reshape(self.size())
  return torch.zeros_like(self).scatter_add(dim, indices, grad)
def of_reduced_index(grad: Tensor, indices: Tensor, self: Tensor, dim: int, keepdim: bool) -> Tensor:
  if self.dim() == 0:
    return grad.reshape([])
  wide = with_dim(grad, dim, keepdim, self.dim())
  return torch.zeros_like(self).scatter(dim, with_dim(indices, dim, keepdim, self.dim()), wide)
# ---- numbers
def of_angle(grad: Tensor, self: Tensor) -> Tensor:
  if not self.is_complex():
    return torch.zeros_like(self)
  square = (self * self.conj()).real
  imaginary = grad / square
  return torch.where(self == 0, 0, torch.complex(-self.imag * imaginary, self.real * imaginary))
def of_sgn(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  if not self.is_complex():
    return torch.zeros_like(grad)
  size = self.abs()
  return torch.where(size == 0, 0, (grad - result * (result.conj() * grad).real) / size)
def of_pow_number(grad: Tensor, self: Tensor, exponent: SCALAR) -> Tensor:
  if exponent == 0:
    return torch.zeros_like(self)
  return grad * (torch.pow(self, exponent - 1) * exponent).conj()
def of_pow(grad: Tensor, self: Tensor, exponent: Tensor) -> Tensor:
  return torch.where(exponent == 0, 0, grad * (exponent * torch.pow(self, exponent - 1)).conj())
def of_exponent(grad: Tensor, self: Tensor, exponent: Tensor, result: Tensor) -> Tensor:
  isZero = self == 0
  isZero = isZero.logical_and(exponent.real >= 0 if exponent.is_complex() else exponent >= 0)
  return grad * torch.where(isZero, 0, result * self.log()).conj()
def of_div_mode(grad: Tensor, other: SCALAR, rounding_mode: Optional[str]) -> Tensor:
  return over(grad, other) if rounding_mode is None else torch.zeros_like(grad)
def of_dividend_mode(grad: Tensor, other: Tensor, rounding_mode: Optional[str]) -> Tensor:
  return grad / other.conj() if rounding_mode is None else torch.zeros_like(grad)
def of_divisor_mode(grad: Tensor, self: Tensor, other: Tensor, rounding_mode: Optional[str]) -> Tensor:
  return -grad * ((self / other) / other).conj() if rounding_mode is None else torch.zeros_like(grad)
def of_logit(grad: Tensor, self: Tensor, eps: Optional[float]) -> Tensor:
  slope = grad / (self * (1 - self))
  if eps is None:
    return torch.where((self >= 0).logical_and(self <= 1), slope, float("nan"))
  return torch.where((self >= eps).logical_and(self <= 1 - eps), slope, 0)
def of_sinc(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  scaled = self * math.pi
  square = self * self * math.pi
  return torch.where(square == 0, 0, grad * ((scaled * scaled.cos() - scaled.sin()) / square).conj())
def epsilon_of(self: Tensor) -> float:
  return 2.220446049250313e-16 if self.dtype == torch.double else 1.1920928955078125e-07
def is_away_from_zero(self: Tensor) -> Tensor:
  return self.abs() > epsilon_of(self)
def of_i1(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  away = is_away_from_zero(self)
  return grad * torch.where(away, torch.special.i0(self) - result * torch.where(away, self, 1).reciprocal(), 0.5)
def of_xlogy_number(grad: Tensor, self: Tensor, other: SCALAR) -> Tensor:
  slope = grad * log_of(other, grad)
  return torch.where(self == 0, 0, slope) if float(other) <= 0 else slope
def of_acosh(grad: Tensor, self: Tensor) -> Tensor:
  if self.is_complex():
    return grad * ((self - 1).rsqrt() * (self + 1).rsqrt()).conj()
  return grad * (self * self - 1).rsqrt()
# ---- activations
# Second derivatives are zero at the ends of a piece.
def of_hardswish(grad: Tensor, self: Tensor) -> Tensor:
  inner = torch.where(self.abs() < 3, self, self.detach())
  middle = torch.where(self > 3, grad, grad * (inner / 3 + 0.5))
  return torch.where(self < -3, 0, middle)
def of_hardsigmoid(grad: Tensor, self: Tensor) -> Tensor:
  sixth = torch.full([], 1.0 / 6, dtype=torch.float).item() if self.dtype == torch.double else 1.0 / 6
  return torch.where((self > -3).logical_and(self < 3), grad * sixth, 0)
def of_softplus(grad: Tensor, self: Tensor, beta: SCALAR, threshold: SCALAR) -> Tensor:
  inner = torch.where(self * beta >= threshold, self.detach(), self)
  return torch.where(self * beta > threshold, grad, grad * torch.sigmoid(inner * beta))
def of_silu(grad: Tensor, self: Tensor) -> Tensor:
  s = torch.sigmoid(self)
  return grad * (s * (1 + self * (1 - s))).conj()
def of_mish(grad: Tensor, self: Tensor) -> Tensor:
  t = torch.tanh(torch._C._nn.softplus(self))
  return grad * (t + self * torch.sigmoid(self) * (1 - t * t))
def channel_weight(weight: Tensor, self: Tensor) -> Tensor:
  if weight.numel() == 1 or self.dim() < 2:
    return weight.reshape([-1]) if self.dim() != 0 else weight.reshape([])
  return weight.reshape([-1] + [1] * (self.dim() - 2))
def of_prelu_weight(grad: Tensor, self: Tensor, weight: Tensor) -> Tensor:
  each = torch.where(self >= 0, 0, grad * self)
  if weight.numel() == 1 or self.dim() < 2:
    return each.sum().expand(weight.size()) if weight.numel() == 1 else each.reshape(weight.size())
  return each.sum(dims_without(self.dim(), [1])).reshape(weight.size())
def of_elu(grad: Tensor, self: Tensor, alpha: float, scale: float, input_scale: float) -> Tensor:
  inner = torch.where(self >= 0, self.detach(), self)
  below = grad * (input_scale * alpha * scale) * torch.exp(inner * input_scale)
  return torch.where(self > 0, grad * scale, below)
def of_gelu(grad: Tensor, self: Tensor, approximate: str) -> Tensor:
  if approximate == "tanh":
    beta = math.sqrt(2.0 / math.pi)
    t = torch.tanh(beta * (self + 0.044715 * self * self * self))
    slope = beta * (1 + 3 * 0.044715 * self * self)
    return grad * (0.5 * (1 + t) + 0.5 * self * (1 - t * t) * slope)
  share = 0.5 * (1 + torch.erf(self * math.sqrt(0.5)))
  return grad * (share + self * torch.exp(-0.5 * self * self) * (1.0 / math.sqrt(2.0 * math.pi)))
def of_glu(grad: Tensor, self: Tensor, dim: int) -> Tensor:
  half = self.size(dim) // 2
  value = self.narrow(dim, 0, half)
  gate = torch.sigmoid(self.narrow(dim, half, half))
  return torch.cat([grad * gate, grad * value * gate * (1 - gate)], dim)
def of_softmax(grad: Tensor, result: Tensor, dim: int) -> Tensor:
  weighted = grad * result
  return weighted - result * weighted.sum(dim, keepdim=True)
def of_softmax_output(grad: Tensor, grad_output: Tensor, output: Tensor, dim: int) -> Tensor:
  product = grad * output
  return grad * grad_output - product.sum(dim, keepdim=True) * grad_output - grad * (grad_output * output).sum(dim, keepdim=True)
def of_rrelu(grad: Tensor, self: Tensor, result: Tensor, lower: SCALAR, upper: SCALAR, training: bool) -> Tensor:
  slope = (float(lower) + float(upper)) / 2
  if training and float(upper) - float(lower) > 1e-6:
    return torch.where(self < 0, grad * (result / self).detach(), torch.where(self == 0, grad * slope, grad))
  return torch.where(self > 0, grad, grad * slope)
def of_embedding(grad: Tensor, indices: Tensor, weight: Tensor, padding_idx: int, scale_grad_by_freq: bool) -> Tensor:
  flat = indices.reshape([-1])
  rows = grad.reshape([-1, weight.size(1)])
  if scale_grad_by_freq:
    counts = torch.zeros([weight.size(0)], dtype=grad.dtype, device=grad.device).index_add(0, flat, torch.ones_like(flat, dtype=grad.dtype))
    rows = rows / counts[flat].unsqueeze(1)
  if padding_idx >= 0:
    rows = rows.masked_fill((flat == padding_idx).unsqueeze(1), 0)
  return torch.zeros_like(weight).index_add(0, flat, rows)
# ---- sums
def of_mean(grad: Tensor, self: Tensor, dim: Optional[List[int]], keepdim: bool) -> Tensor:
  wide = with_dims(grad, dim, keepdim, self.dim())
  return wide.expand(self.size()) / reduced_size(self, dim)
# PyTorch divides by one element where `dim` is empty, and not None.
def of_var(grad: Tensor, self: Tensor, dim: Optional[List[int]], correction: Optional[SCALAR], keepdim: bool) -> Tensor:
  less = 1.0 if correction is None else float(correction)
  if (self.dim() == 0 or dim is None) and self.numel() - less <= 0:
    return grad * torch.where(self == self.mean(), float("nan"), float("inf"))
  return of_squares(grad, self, dim, correction, keepdim)
# As PyTorch 1.13: infinite only without any freedom.
def of_squares(grad: Tensor, self: Tensor, dim: Optional[List[int]], correction: Optional[SCALAR], keepdim: bool) -> Tensor:
  less = 1.0 if correction is None else float(correction)
  if self.dim() == 0 or dim is None:
    freedom = self.numel() - less
    return grad * float("inf") if freedom == 0 else 2.0 / freedom * grad * (self - self.mean())
  count = 1
  for d in dim:
    count *= self.size(d)
  wide = with_dims(grad, dim, keepdim, self.dim()) if self.dim() > 1 else grad
  return 2.0 / (count - less) * wide * (self - self.mean(dims_or_all(dim, self.dim()), keepdim=True))
def of_root(grad: Tensor, result: Tensor) -> Tensor:
  return (grad / (result * 2)).masked_fill(result == 0, 0)
def of_narrow(grad: Tensor, self: Tensor, dim: int, start: int, length: int) -> Tensor:
  first = start + self.size(dim) if start < 0 else start
  return torch.slice_scatter(torch.zeros_like(self), grad, dim, first, first + length, 1)
def of_cumsum(grad: Tensor, self: Tensor, dim: int) -> Tensor:
  return grad if grad.dim() == 0 or grad.numel() == 0 else grad.flip(dim).cumsum(dim).flip(dim)
def lowest_of(self: Tensor) -> float:
  if self.dtype == torch.half:
    return -65504.0
  return -1.7976931348623157e308 if self.dtype == torch.double else -3.38e38
def of_logcumsumexp(grad: Tensor, self: Tensor, result: Tensor, dim: int) -> Tensor:
  if grad.dim() == 0 or grad.numel() == 0:
    return grad
  if self.is_complex():
    return of_cumsum(grad * (-result).exp().conj(), self, dim) * self.exp().conj()
  least = torch.full([], lowest_of(grad), dtype=grad.dtype, device=grad.device)
  positive = torch.where(grad > 0, grad.log(), least)
  negative = torch.where(grad < 0, (-grad).log(), least)
  up = (positive - result).flip(dim).logcumsumexp(dim).flip(dim)
  down = (negative - result).flip(dim).logcumsumexp(dim).flip(dim)
  return (up + self).exp() - (down + self).exp()
def of_cumprod(grad: Tensor, self: Tensor, dim: int, result: Tensor) -> Tensor:
  if self.dim() == 0 or self.numel() == 0:
    return grad
  if not bool((self == 0).any()):
    return of_cumsum(grad * result.conj(), self, dim) / self.conj()
  # Each element in turn: a product without it has no other form where an element is zero.
  size = self.size(dim)
  parts: List[Tensor] = []
  for i in range(size):
    before = self.narrow(dim, 0, i).prod(dim, keepdim=True)
    after = self.narrow(dim, i + 1, size - i - 1)
    ones = torch.ones_like(self.narrow(dim, i, 1))
    products = torch.cat([ones, after], dim).cumprod(dim) * before
    parts.append((grad.narrow(dim, i, size - i) * products.conj()).sum(dim, keepdim=True))
  return torch.cat(parts, dim)
def products_of_others(self: Tensor, dim: int) -> Tensor:
  size = self.size(dim)
  ones = torch.ones_like(self.narrow(dim, 0, 1))
  before = torch.cat([ones, self.narrow(dim, 0, size - 1)], dim).cumprod(dim)
  after = torch.cat([ones, self.narrow(dim, 1, size - 1).flip(dim)], dim).cumprod(dim).flip(dim)
  return before * after
def of_prod(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  if self.dim() == 0:
    return grad
  if self.numel() == 0:
    return torch.zeros_like(self)
  return (grad * products_of_others(self.reshape([-1]), 0).conj()).reshape(self.size())
def of_prod_dim(grad: Tensor, self: Tensor, dim: int, keepdim: bool, result: Tensor) -> Tensor:
  if self.dim() == 0:
    return grad
  if self.numel() == 0:
    return torch.zeros_like(self)
  return with_dim(grad, dim, keepdim, self.dim()) * products_of_others(self, dim).conj()
def of_norm(grad: Tensor, self: Tensor, p: Optional[SCALAR], result: Tensor, dim: List[int], keepdim: bool) -> Tensor:
  order = 2.0 if p is None else float(p)
  wide = with_dims(result, dim, keepdim, self.dim())
  grad = with_dims(grad, dim, keepdim, self.dim())
  if order == 0.0:
    return torch.zeros_like(self)
  if order == 1.0:
    return self.sgn() * grad
  if order == 2.0:
    return torch.where(wide == 0, 0, self * (grad / wide))
  size = self.abs()
  if math.isinf(order):
    equal = size == wide
    count = equal.sum(dims_or_all(dim, self.dim()), keepdim=True) if self.dim() != 0 else equal.sum()
    return self.sgn() * equal * (grad / count)
  power = torch.where(size == 0, 0, size.pow(order - 1)) if order < 2.0 else size.pow(order - 1)
  return torch.where(wide == 0, 0, self.sgn() * power * (grad / wide.pow(order - 1)))
def of_vector_norm(grad: Tensor, self: Tensor, ord: SCALAR, result: Tensor, dim: Optional[List[int]], keepdim: bool) -> Tensor:
  if dim is None:
    rank = self.dim() if keepdim else 0
    return of_norm(grad.reshape([]) if rank != 0 else grad, self, ord, result.reshape([]) if rank != 0 else result, [], True)
  return of_norm(grad, self, ord, result, dim, keepdim)
def of_cosine(grad: Tensor, self: Tensor, other: Tensor, dim: int, eps: float) -> Tensor:
  dots = (self * other).sum(dim, keepdim=True)
  size = (self * self).sum(dim, keepdim=True).sqrt()
  others = (other * other).sum(dim, keepdim=True).sqrt()
  a = size.clamp_min(eps)
  b = others.clamp_min(eps)
  away = torch.where(size > eps, dots * self / (a * a * size), 0)
  return grad.unsqueeze(dim) * (other / a - away) / b
def of_mse(grad: Tensor, self: Tensor, target: Tensor, reduction: int) -> Tensor:
  return reduced_mean(2 * (self - target) * grad, reduction, self)
# ---- products
def mm_left(grad: Tensor, mat2: Tensor) -> Tensor:
  return grad.mm(mat2.t().conj())
def mm_right(grad: Tensor, self: Tensor) -> Tensor:
  return self.t().conj().mm(grad)
def of_left(grad: Tensor, self: Tensor, other: Tensor) -> Tensor:
  if self.dim() == 1 and other.dim() == 1:
    return grad * other.conj()
  if self.dim() == 1:
    return other.conj().matmul(grad.unsqueeze(-1)).squeeze(-1)
  if other.dim() == 1:
    return grad.unsqueeze(-1) * other.conj()
  return grad.matmul(other.transpose(-1, -2).conj())
def of_right(grad: Tensor, self: Tensor, other: Tensor) -> Tensor:
  if self.dim() == 1 and other.dim() == 1:
    return grad * self.conj()
  if self.dim() == 1:
    return self.conj().unsqueeze(-1) * grad.unsqueeze(-2)
  if other.dim() == 1:
    return self.transpose(-1, -2).conj().matmul(grad.unsqueeze(-1)).squeeze(-1)
  return self.transpose(-1, -2).conj().matmul(grad)
def of_linear_input(grad: Tensor, weight: Tensor) -> Tensor:
  if weight.dim() == 1:
    return grad.unsqueeze(-1) * weight.conj()
  return grad.matmul(weight.conj())
def of_weight(grad: Tensor, input: Tensor, like_weight: Tensor) -> Tensor:
  if like_weight.dim() == 1:
    return (grad.unsqueeze(-1) * input.conj()).reshape([-1, input.size(-1)]).sum(0)
  if grad.dim() == 0:
    return grad * input.conj()
  if input.dim() == 1:
    return grad.ger(input.conj())
  rows = grad.reshape([-1, grad.size(-1)])
  return rows.t().mm(input.reshape([-1, input.size(-1)]).conj())
def inner_product(self: Tensor, other: Tensor) -> Tensor:
  if self.dim() == 0 or other.dim() == 0:
    return self * other
  return contracted(self, other, [-1], [-1])
def of_kron_self(grad: Tensor, self: Tensor, other: Tensor) -> Tensor:
  rank = max(self.dim(), other.dim())
  a = self.reshape([1] * (rank - self.dim()) + self.size())
  b = other.reshape([1] * (rank - other.dim()) + other.size())
  sizes: List[int] = []
  inner: List[int] = []
  widths: List[int] = []
  for d in range(rank):
    sizes += [a.size(d), b.size(d)]
    widths += [1, b.size(d)]
    inner.append(2 * d + 1)
  if rank == 0:
    return grad * other.conj()
  return (grad.reshape(sizes) * b.reshape(widths).conj()).sum(inner).reshape(self.size())
def of_kron_other(grad: Tensor, self: Tensor, other: Tensor) -> Tensor:
  rank = max(self.dim(), other.dim())
  a = self.reshape([1] * (rank - self.dim()) + self.size())
  b = other.reshape([1] * (rank - other.dim()) + other.size())
  sizes: List[int] = []
  outer: List[int] = []
  widths: List[int] = []
  for d in range(rank):
    sizes += [a.size(d), b.size(d)]
    widths += [a.size(d), 1]
    outer.append(2 * d)
  if rank == 0:
    return grad * self.conj()
  return (grad.reshape(sizes) * a.reshape(widths).conj()).sum(outer).reshape(other.size())
def of_det(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  return (grad * result.conj()).unsqueeze(-1).unsqueeze(-1) * torch.inverse(self).mH
# ---- indices
def of_gather(grad: Tensor, self: Tensor, dim: int, index: Tensor) -> Tensor:
  return torch.zeros_like(self).scatter_add(dim, index, grad)
def of_index_tensor(grad: Tensor, self: Tensor, indices: List[Optional[Tensor]]) -> Tensor:
  return torch.zeros_like(self).index_put(indices, grad, True)
def of_index_put(grad: Tensor, indices: List[Optional[Tensor]], accumulate: bool) -> Tensor:
  if accumulate:
    return grad
  return grad.index_put(indices, torch.zeros([], dtype=grad.dtype, device=grad.device))
def of_index_added(grad: Tensor, source: Tensor, dim: int, index: Tensor) -> Tensor:
  taken = grad.index_select(dim, index) if grad.dim() != 0 else grad
  return taken.expand_as(source) if source.dim() != 0 else taken.reshape([])
def of_masked_select(grad: Tensor, self: Tensor, mask: Tensor) -> Tensor:
  whole = torch.zeros_like(self + mask * 0, memory_format=torch.contiguous_format)
  return whole.masked_scatter(mask, grad)
def of_masked_scatter(grad: Tensor, mask: Tensor, source: Tensor) -> Tensor:
  taken = grad.masked_select(mask)
  rest = source.numel() - taken.numel()
  return torch.cat([taken, torch.zeros([rest], dtype=taken.dtype, device=taken.device)]).reshape(source.size())
