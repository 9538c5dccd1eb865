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
  count = grad.size(dimension)
  index = (torch.arange(count, device=self.device) * step).unsqueeze(1) + torch.arange(size, device=self.device)
  moved = grad.transpose(dimension, -2) if dimension % self.dim() != grad.dim() - 2 else grad
  flat = moved.flatten(-2).transpose(dimension, -1) if dimension % self.dim() != grad.dim() - 2 else moved.flatten(-2)
  return torch.zeros_like(self).index_add(dimension, index.flatten(), flat)
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
  if self.dim() == 0:
    return grad.reshape([])
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
  if not exponent.is_complex():
    isZero = isZero.logical_and(exponent >= 0)
  return torch.where(isZero, 0, grad * (result * self.log()).conj())
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
  return torch.where(self == 0, 0, grad * ((scaled.cos() - result) / self).conj())
def is_away_from_zero(self: Tensor) -> Tensor:
  return self.abs() > (2.220446049250313e-16 if self.dtype == torch.double else 1.1920928955078125e-07)
def of_i1(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  return grad * torch.where(is_away_from_zero(self), torch.special.i0(self) - result / self, 0.5)
def of_xlogy_number(grad: Tensor, self: Tensor, other: SCALAR) -> Tensor:
  slope = grad * log_of(other, grad)
  return torch.where(self == 0, 0, slope) if float(other) <= 0 else slope
def of_acosh(grad: Tensor, self: Tensor) -> Tensor:
  if self.is_complex():
    return grad * ((self - 1).rsqrt() * (self + 1).rsqrt()).conj()
  return grad * (self * self - 1).rsqrt()
# ---- activations
def of_hardswish(grad: Tensor, self: Tensor) -> Tensor:
  middle = torch.where(self > 3, grad, grad * (self / 3 + 0.5))
  return torch.where(self < -3, 0, middle)
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
  dims = [d for d in range(self.dim())]
  dims.remove(1)
  return each.sum(dims).reshape(weight.size())
def of_elu(grad: Tensor, self: Tensor, alpha: float, scale: float, input_scale: float) -> Tensor:
  below = grad * (input_scale * alpha * scale) * torch.exp(self * input_scale)
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
def of_moment(self: Tensor, dim: Optional[List[int]], correction: int, keepdim: bool) -> Tensor:
  count = reduced_size(self, dim)
  center = self.mean(dims_or_all(dim, self.dim()), keepdim=True) if self.dim() != 0 else self
  return (self - center) * (2.0 / (count - correction))
def of_var(grad: Tensor, self: Tensor, dim: Optional[List[int]], correction: Optional[SCALAR], keepdim: bool) -> Tensor:
  less = 1 if correction is None else int(correction)
  dims = dims_or_all(dim, self.dim())
  if self.dim() == 0:
    return grad * of_moment(self, dims, less, True)
  wide = grad if dim is None else with_dims(grad, dims, keepdim, self.dim())
  return wide * of_moment(self, dims, less, True)
def of_std(grad: Tensor, self: Tensor, dim: Optional[List[int]], correction: Optional[SCALAR], keepdim: bool, result: Tensor) -> Tensor:
  scaled = torch.where(result == 0, 0, grad / (2 * result))
  return of_var(scaled, self, dims_or_all(dim, self.dim()), correction, keepdim or dim is None)
def of_narrow(grad: Tensor, self: Tensor, dim: int, start: int, length: int) -> Tensor:
  first = start + self.size(dim) if start < 0 else start
  return torch.slice_scatter(torch.zeros_like(self), grad, dim, first, first + length, 1)
def of_cumsum(grad: Tensor, self: Tensor, dim: int) -> Tensor:
  return grad if grad.dim() == 0 or grad.numel() == 0 else grad.flip(dim).cumsum(dim).flip(dim)
def of_logcumsumexp(grad: Tensor, self: Tensor, result: Tensor, dim: int) -> Tensor:
  if grad.dim() == 0 or grad.numel() == 0:
    return grad
  if self.is_complex():
    return of_cumsum(grad * (-result).exp().conj(), self, dim) * self.exp().conj()
  positive = torch.where(grad > 0, grad.log(), float("-inf"))
  negative = torch.where(grad < 0, (-grad).log(), float("-inf"))
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
def of_inner(grad: Tensor, self: Tensor, other: Tensor) -> Tensor:
  if self.dim() == 0 or other.dim() == 0:
    return grad * other.conj()
  kept = other.dim() - 1
  flat = grad.reshape(self.size()[:-1] + [-1]) if kept != 0 else grad.unsqueeze(-1)
  return flat.matmul(other.reshape([-1, other.size(-1)]).conj())
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
# ---- layers
def sum_to_channels(grad: Tensor) -> Tensor:
  dims = [d for d in range(grad.dim())]
  dims.remove(1)
  return grad.sum(dims)
def channels(weight: Tensor, rank: int) -> Tensor:
  return weight.reshape([1, -1] + [1] * (rank - 2))
def batch_dims(input: Tensor) -> List[int]:
  dims = [d for d in range(input.dim())]
  dims.remove(1)
  return dims
# The elements less their mean, divided by their deviation; and one by the deviation.
def normalized(input: Tensor, dims: List[int], eps: float) -> Tuple[Tensor, Tensor]:
  center = input - input.mean(dims, keepdim=True)
  inverse = ((center * center).mean(dims, keepdim=True) + eps).rsqrt()
  return center * inverse, inverse
def normal_of(input: Tensor, dims: List[int], eps: float) -> Tensor:
  return normalized(input, dims, eps)[0]
def of_normal(grad: Tensor, input: Tensor, dims: List[int], eps: float) -> Tensor:
  normal, inverse = normalized(input, dims, eps)
  return inverse * (grad - grad.mean(dims, keepdim=True) - normal * (grad * normal).mean(dims, keepdim=True))
def of_batch_norm(grad: Tensor, input: Tensor, weight: Optional[Tensor], running_mean: Optional[Tensor], running_var: Optional[Tensor], training: bool, eps: float) -> Tensor:
  scaled = grad if weight is None else grad * channels(weight, input.dim())
  if not training and running_var is not None:
    return scaled * channels((running_var + eps).rsqrt(), input.dim())
  return of_normal(scaled, input, batch_dims(input), eps)
def of_batch_norm_weight(grad: Tensor, input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor], training: bool, eps: float) -> Tensor:
  dims = batch_dims(input)
  if not training and running_mean is not None and running_var is not None:
    center = input - channels(running_mean, input.dim())
    return (grad * center * channels((running_var + eps).rsqrt(), input.dim())).sum(dims)
  return (grad * normal_of(input, dims, eps)).sum(dims)
def last_dims(input: Tensor, count: int) -> List[int]:
  return [d for d in range(input.dim() - count, input.dim())]
def of_layer_norm(grad: Tensor, input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], eps: float) -> Tensor:
  scaled = grad if weight is None else grad * weight
  return of_normal(scaled, input, last_dims(input, len(normalized_shape)), eps)
def of_layer_norm_weight(grad: Tensor, input: Tensor, normalized_shape: List[int], eps: float) -> Tensor:
  product = grad * normal_of(input, last_dims(input, len(normalized_shape)), eps)
  outer = [d for d in range(input.dim() - len(normalized_shape))]
  return product.sum(outer) if len(outer) != 0 else product
def of_norm_bias(grad: Tensor, bias: Optional[Tensor]) -> Tensor:
  return grad
def each_dim(values: List[int], count: int) -> List[int]:
  return values * count if len(values) == 1 else values
def output_padding_of(size: List[int], grad: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int]) -> List[int]:
  more: List[int] = []
  for d in range(len(stride)):
    least = (grad.size(d + 2) - 1) * stride[d] - 2 * padding[d] + dilation[d] * (weight.size(d + 2) - 1) + 1
    more.append(size[d + 2] - least)
  return more
def of_convolution_input(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int) -> Tensor:
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
def of_convolution_weight(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], transposed: bool, groups: int) -> Tensor:
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
def as_batch(input: Tensor, spatial: int) -> Tensor:
  return input.unsqueeze(0) if input.dim() == spatial + 1 else input
def of_conv_input(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], groups: int) -> Tensor:
  n = weight.dim() - 2
  found = of_convolution_input(as_batch(grad, n), as_batch(input, n), weight, stride, padding, dilation, False, groups)
  return found.reshape(input.size())
def of_conv_weight(grad: Tensor, input: Tensor, weight: Tensor, stride: List[int], padding: List[int], dilation: List[int], groups: int) -> Tensor:
  n = weight.dim() - 2
  return of_convolution_weight(as_batch(grad, n), as_batch(input, n), weight, stride, padding, dilation, False, groups)
def of_group_norm(grad: Tensor, input: Tensor, num_groups: int, weight: Optional[Tensor], eps: float) -> Tensor:
  scaled = grad if weight is None else grad * channels(weight, input.dim())
  groups = input.reshape([input.size(0), num_groups, -1])
  return of_layer_norm(scaled.reshape(groups.size()), groups, [groups.size(2)], None, eps).reshape(input.size())
def of_group_statistics(grad_mean: Tensor, grad_inverse: Tensor, input: Tensor, num_groups: int, eps: float) -> Tensor:
  groups = input.reshape([input.size(0), num_groups, -1])
  normal, inverse = normalized(groups, [2], eps)
  slope = grad_mean.unsqueeze(-1) - grad_inverse.unsqueeze(-1) * inverse * inverse * normal
  return (slope / groups.size(2)).reshape(input.size())
def of_group_norm_weight(grad: Tensor, input: Tensor, num_groups: int, eps: float) -> Tensor:
  groups = input.reshape([input.size(0), num_groups, -1])
  return (grad * normal_of(groups, [2], eps).reshape(input.size())).sum(batch_dims(input))
def of_attention(grad: Tensor, query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor], is_causal: bool, scale: Optional[float]) -> List[Tensor]:
  factor = 1.0 / math.sqrt(query.size(-1)) if scale is None else scale
  scores = query.matmul(key.transpose(-1, -2)) * factor
  if is_causal:
    seen = torch.ones([query.size(-2), key.size(-2)], dtype=torch.bool, device=query.device).tril()
    scores = scores.masked_fill(seen.logical_not(), float("-inf"))
  if attn_mask is not None:
    if attn_mask.dtype == torch.bool:
      scores = scores.masked_fill(attn_mask.logical_not(), float("-inf"))
    else:
      scores = scores + attn_mask
  weights = scores.softmax(-1)
  slope = of_softmax(grad.matmul(value.transpose(-1, -2)), weights, -1) * factor
  return [slope.matmul(key), slope.transpose(-1, -2).matmul(query), weights.transpose(-1, -2).matmul(grad)]
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
# Contracts a dimension with the columns of a matrix.
def contracted_dim(grad: Tensor, weights: Tensor, dim: int) -> Tensor:
  return grad.transpose(dim, -1).matmul(weights.t()).transpose(dim, -1)
# The mean of a window is a weighted sum in each dimension. The weights are the outputs of unit vectors.
def unit_vectors(size: int, like: Tensor) -> Tensor:
  return torch.eye(size, dtype=like.dtype, device=like.device).unsqueeze(0)
def of_adaptive_average(grad: Tensor, self: Tensor, spatial: int) -> Tensor:
  if grad.flatten(-spatial).size(-1) == 1:
    return grad.expand(self.size()) / self.flatten(-spatial).size(-1)
  for d in range(-spatial, 0):
    grad = contracted_dim(grad, torch.adaptive_avg_pool1d(unit_vectors(self.size(d), grad), [grad.size(d)])[0], d)
  return grad
def of_average(grad: Tensor, self: Tensor, kernel_size: List[int], stride: List[int], padding: List[int], ceil_mode: bool, count_include_pad: bool, divisor_override: Optional[int], spatial: int) -> Tensor:
  kernel = each_dim(kernel_size, spatial)
  steps = kernel if len(stride) == 0 else each_dim(stride, spatial)
  pads = each_dim(padding, spatial)
  if divisor_override is not None:
    grad = grad / divisor_override
  for d in range(spatial):
    weights = torch.avg_pool1d(unit_vectors(self.size(d - spatial), grad), [kernel[d]], [steps[d]], [pads[d]], ceil_mode, count_include_pad)[0]
    if divisor_override is not None:
      weights = (weights != 0).to(grad.dtype)
    grad = contracted_dim(grad, weights, d - spatial)
  return grad
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
def resize_weights(mode: str, size: int, output: int, align_corners: bool, scale: Optional[float], like: Tensor) -> Tensor:
  unit = unit_vectors(size, like)
  column = unit.unsqueeze(-1)
  if mode == "nearest":
    return torch._C._nn.upsample_nearest1d(unit, [output], scale)[0]
  if mode == "exact":
    return torch._C._nn._upsample_nearest_exact1d(unit, [output], scale)[0]
  if mode == "linear":
    return torch._C._nn.upsample_linear1d(unit, [output], align_corners, scale)[0]
  if mode == "cubic":
    return torch._C._nn.upsample_bicubic2d(column, [output, 1], align_corners, scale, None)[0].squeeze(-1)
  if mode == "linear_aa":
    return torch._C._nn._upsample_bilinear2d_aa(column, [output, 1], align_corners, scale, None)[0].squeeze(-1)
  return torch._C._nn._upsample_bicubic2d_aa(column, [output, 1], align_corners, scale, None)[0].squeeze(-1)
def of_resized(grad: Tensor, self: Tensor, mode: str, align_corners: bool, scales: List[Optional[float]]) -> Tensor:
  for d in range(len(scales)):
    grad = contracted_dim(grad, resize_weights(mode, self.size(d + 2), grad.size(d + 2), align_corners, scales[d], grad), d + 2)
  return grad
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
  return (grad * normal_of(input, image_dims(input), eps)).sum(batch_dims(input))
def root_mean_square_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], eps: Optional[float]) -> Tensor:
  least = eps
  if least is None:
    least = 2.220446049250313e-16 if input.dtype == torch.double else 1.1920928955078125e-07
  wide = input.to(torch.float) if input.dtype == torch.half or input.dtype == torch.bfloat16 else input
  found = (wide * (wide.pow(2).mean(last_dims(input, len(normalized_shape)), keepdim=True) + least).rsqrt()).to(input.dtype)
  return found if weight is None else found * weight
def norm_except(v: Tensor, pow: int, dim: int) -> Tensor:
  if dim == -1:
    return v.norm(pow)
  dims = [d for d in range(v.dim())]
  dims.remove(dim)
  return v.norm(pow, dims, True)
def of_renorm(grad: Tensor, self: Tensor, p: SCALAR, dim: int, maxnorm: SCALAR) -> Tensor:
  dims = [d for d in range(self.dim())]
  dims.remove(dim % self.dim())
  size = torch.linalg.vector_norm(self, p, dims, True)
  product = (self.conj() * grad).sum(dims, keepdim=True)
  away = of_norm(product.real if self.is_complex() else product, self, p, size, dims, True)
  inverse = 1 / (size + 1e-7)
  return torch.where(size > maxnorm, torch.mul(inverse * (grad - inverse * away), maxnorm), grad)
def dropped(input: Tensor, p: float, train: bool, by_channel: bool, alpha: bool) -> Tensor:
  if p == 0.0 or not train or input.numel() == 0:
    return input
  if p == 1.0:
    return input * torch.zeros([], dtype=input.dtype, device=input.device)
  sizes = input.size()[:2] + [1] * (input.dim() - 2) if by_channel else input.size()
  noise = torch.empty(sizes, dtype=input.dtype, device=input.device) if by_channel else torch.empty_like(input)
  noise = noise.bernoulli_(1 - p)
  if not alpha:
    return input * noise.div_(1 - p)
  slope = 1.7580993408473766
  a = 1.0 / math.sqrt((slope * slope * p + 1) * (1 - p))
  b = (noise - 1).mul_(slope * a).add_(slope * a * p)
  return input * noise.mul_(a) + b
# ---- recurrent layers
def lstm_step(gates: Tensor, h: Tensor, c: Tensor, w_hh: Tensor, b_hh: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
  parts = (gates + torch._C._nn.linear(h, w_hh, b_hh)).chunk(4, 1)
  kept = torch.sigmoid(parts[1]) * c + torch.sigmoid(parts[0]) * torch.tanh(parts[2])
  return torch.sigmoid(parts[3]) * torch.tanh(kept), kept
def gru_step(gates: Tensor, h: Tensor, w_hh: Tensor, b_hh: Optional[Tensor]) -> Tensor:
  own = gates.chunk(3, 1)
  hidden = torch._C._nn.linear(h, w_hh, b_hh).chunk(3, 1)
  update = torch.sigmoid(own[1] + hidden[1])
  candidate = torch.tanh(own[2] + torch.sigmoid(own[0] + hidden[0]) * hidden[2])
  return (h - candidate) * update + candidate
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
      data = dropped(whole, dropout, True, False, False).reshape(data.size())
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
# ---- linear algebra
def bilinear_form(input1: Tensor, input2: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
  a = input1.reshape([-1, input1.size(-1)])
  b = input2.reshape([-1, input2.size(-1)])
  half = a.matmul(weight.transpose(0, 1).reshape([weight.size(1), weight.size(0) * weight.size(2)])).reshape([a.size(0), weight.size(0), weight.size(2)])
  found = half.matmul(b.unsqueeze(-1)).reshape(input1.size()[:-1] + [weight.size(0)])
  return found if bias is None else found + bias
def product_of(matrices: List[Tensor]) -> Tensor:
  product = matrices[0]
  for matrix in matrices[1:]:
    product = product.matmul(matrix)
  return product
def power_of(self: Tensor, n: int) -> Tensor:
  base = torch.linalg.inv(self) if n < 0 else self
  left = -n if n < 0 else n
  if left == 0:
    return torch.eye(self.size(-1), dtype=self.dtype, device=self.device).expand(self.size()).clone()
  result = base
  for i in range(left - 1):
    result = result.matmul(base)
  return result
def of_cholesky(grad: Tensor, factor: Tensor) -> Tensor:
  product = factor.mH.matmul(grad).tril()
  both = product + product.tril(-1).mH
  half = torch.linalg.solve_triangular(factor, both, upper=False, left=False)
  return torch.linalg.solve_triangular(factor.mH, half, upper=True) * 0.5
# product: of the matrix that the factor belongs to.
def of_factor(product: Tensor, factor: Tensor, upper: bool) -> Tensor:
  both = product + product.mH
  return -factor.matmul(both) if upper else -both.matmul(factor)
def dim_of_three(dim: Optional[int], sizes: List[int]) -> int:
  return sizes.index(3) if dim is None else dim
def of_eigh(gL: Tensor, gV: Tensor, L: Tensor, V: Tensor) -> Tensor:
  apart = L.unsqueeze(-2) - L.unsqueeze(-1)
  unit = torch.eye(L.size(-1), dtype=torch.bool, device=L.device)
  # The gradient along the tangent of unitary matrices.
  product = V.mH.matmul(gV)
  inner = torch.where(unit, 0, 0.5 * (product - product.mH) / torch.where(unit, 1, apart))
  return V.matmul(inner + gL.diag_embed()).matmul(V.mH)
def of_eig(gL: Tensor, gV: Tensor, L: Tensor, V: Tensor) -> Tensor:
  unit = torch.eye(L.size(-1), dtype=torch.bool, device=L.device)
  product = V.mH.matmul(gV)
  inner = product - V.mH.matmul(V) * product.diagonal(0, -2, -1).real.unsqueeze(-2)
  apart = (L.unsqueeze(-2) - L.unsqueeze(-1)).conj()
  inner = torch.where(unit, 0, inner / torch.where(unit, 1, apart)) + gL.diag_embed()
  return torch.linalg.solve(V.mH, inner.matmul(V.mH))
def of_matrix_exp(grad: Tensor, self: Tensor) -> Tensor:
  n = self.size(-1)
  upper = torch.cat([self.mH, grad], -1)
  lower = torch.cat([torch.zeros_like(self), self.mH], -1)
  return torch.matrix_exp(torch.cat([upper, lower], -2)).narrow(-2, 0, n).narrow(-1, n, n)
def singular_values(self: Tensor) -> Tensor:
  return torch.linalg.svd(self, False)[1]
def matrix_norm(self: Tensor, ord: float, dim: List[int], keepdim: bool) -> Tensor:
  first = dim[0] % self.dim()
  second = dim[1] % self.dim()
  size = abs(ord)
  if size == 2.0:
    values = singular_values(self.movedim([first, second], [-2, -1]))
    found = values.amax(-1) if ord > 0 else values.amin(-1)
    return with_dims(found, [first, second], not keepdim, self.dim()) if keepdim else found
  summed = second if math.isinf(ord) else first
  kept = first if math.isinf(ord) else second
  sums = self.abs().sum([summed], keepdim=True)
  found = sums.amax([kept], True) if ord > 0 else sums.amin([kept], True)
  return found if keepdim else found.squeeze(max(first, second)).squeeze(min(first, second))
def named_matrix_norm(self: Tensor, ord: str, dim: List[int], keepdim: bool) -> Tensor:
  if ord == "fro":
    return torch.linalg.vector_norm(self, 2, dim, keepdim)
  first = dim[0] % self.dim()
  second = dim[1] % self.dim()
  found = singular_values(self.movedim([first, second], [-2, -1])).sum(-1)
  return with_dims(found, [first, second], False, self.dim()) if keepdim else found
def any_norm(self: Tensor, ord: Optional[SCALAR], dim: Optional[List[int]], keepdim: bool) -> Tensor:
  if ord is None:
    return torch.linalg.vector_norm(self, 2, dim, keepdim)
  if (dim is not None and len(dim) == 2) or (dim is None and self.dim() == 2):
    return matrix_norm(self, float(ord), [-2, -1] if dim is None else dim, keepdim)
  return torch.linalg.vector_norm(self, ord, dim, keepdim)
def of_pinv(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  gradh = grad.mH
  inverse = result.mH
  k = gradh.matmul(result)
  kh = k.matmul(inverse)
  away = gradh - k.matmul(self)
  return -result.matmul(k).mH + kh - self.matmul(result).matmul(kh) + inverse.matmul(result).matmul(away)
def of_qr(gQ: Tensor, gR: Tensor, Q: Tensor, R: Tensor) -> Tensor:
  n = R.size(-2)
  square = R.narrow(-1, 0, min(n, R.size(-1)))
  wide = R.size(-1) > n
  grad_square = gR.narrow(-1, 0, min(n, R.size(-1)))
  grad_Q = gQ
  if wide:
    more = R.size(-1) - n
    grad_Q = gQ + Q.matmul(R.narrow(-1, n, more)).matmul(gR.narrow(-1, n, more).mH)
  middle = (grad_square.matmul(square.mH) - Q.mH.matmul(grad_Q)).triu()
  unit = torch.eye(n, dtype=Q.dtype, device=Q.device)
  both = middle + middle.mH - unit * middle.diagonal(0, -2, -1).real.unsqueeze(-1)
  found = torch.linalg.solve_triangular(square.mH, grad_Q + Q.matmul(both), upper=False, left=False)
  if wide:
    found = torch.cat([found, Q.matmul(gR.narrow(-1, n, R.size(-1) - n))], -1)
  return found
def of_slogdet(grad_sign: Tensor, grad_logabsdet: Tensor, self: Tensor, sign: Tensor) -> Tensor:
  grad = grad_logabsdet
  if self.is_complex():
    grad = torch.complex(grad_logabsdet, (grad_sign * sign.conj()).imag)
  return grad.unsqueeze(-1).unsqueeze(-1) * torch.linalg.inv_ex(self)[0].mH
def is_vector_system(A: Tensor, B: Tensor) -> bool:
  return B.dim() == 1 or (A.dim() - 1 == B.dim() and B.size() == A.size()[:-1])
def of_solve(grad: Tensor, A: Tensor, B: Tensor, left: bool) -> Tensor:
  if is_vector_system(A, B):
    return torch.linalg.solve(A.mH, grad.unsqueeze(-1)).squeeze(-1)
  return torch.linalg.solve(A.mH, grad, left=left)
def of_solve_matrix(grad: Tensor, A: Tensor, B: Tensor, result: Tensor, left: bool) -> Tensor:
  slope = of_solve(grad, A, B, left)
  if is_vector_system(A, B):
    return -slope.unsqueeze(-1).matmul(result.unsqueeze(-1).mH)
  return -slope.matmul(result.mH) if left else -result.mH.matmul(slope)
def of_triangular_matrix(grad: Tensor, self: Tensor, result: Tensor, upper: bool, left: bool, unitriangular: bool) -> Tensor:
  slope = torch.linalg.solve_triangular(self.mH, grad, upper=not upper, left=left, unitriangular=unitriangular)
  found = -slope.matmul(result.mH) if left else -result.mH.matmul(slope)
  less = 1 if unitriangular else 0
  return found.triu(less) if upper else found.tril(-less)
def of_svd(gU: Tensor, gS: Tensor, gVh: Tensor, U: Tensor, S: Tensor, Vh: Tensor) -> Tensor:
  k = S.size(-1)
  U = U.narrow(-1, 0, k)
  gU = gU.narrow(-1, 0, k)
  Vh = Vh.narrow(-2, 0, k)
  gVh = gVh.narrow(-2, 0, k)
  unit = torch.eye(k, dtype=torch.bool, device=S.device)
  squares = S * S
  apart = torch.where(unit, 1, squares.unsqueeze(-2) - squares.unsqueeze(-1))
  left = U.mH.matmul(gU)
  left = left - left.mH
  right = Vh.matmul(gVh.mH)
  right = right - right.mH
  inner = left / apart * S.unsqueeze(-2) + S.unsqueeze(-1) * (right / apart)
  inner = torch.where(unit, 0, inner) + gS.diag_embed()
  if S.dtype != U.dtype:
    inner = inner + (left.diagonal(0, -2, -1) / (2 * S)).diag_embed()
  found = U.matmul(inner).matmul(Vh)
  if U.size(-2) > k:
    away = gU / S.unsqueeze(-2)
    found = found + (away - U.matmul(U.mH.matmul(away))).matmul(Vh)
  if Vh.size(-1) > k:
    away = gVh / S.unsqueeze(-1)
    found = found + U.matmul(away - away.matmul(Vh.mH).matmul(Vh))
  return found
def old_svd(self: Tensor, some: bool, compute_uv: bool) -> Tuple[Tensor, Tensor, Tensor]:
  if not compute_uv:
    sizes = self.size()[:-2]
    left = torch.zeros(sizes + [self.size(-2), self.size(-2)], dtype=self.dtype, device=self.device)
    right = torch.zeros(sizes + [self.size(-1), self.size(-1)], dtype=self.dtype, device=self.device)
    return left, singular_values(self), right
  U, S, Vh = torch.linalg.svd(self, not some)
  return U, S, Vh.mH
def pair_distances(self: Tensor, p: float) -> Tensor:
  pairs = torch.triu_indices(self.size(0), self.size(0), 1, device=self.device)
  return torch.linalg.vector_norm(self[pairs[0]] - self[pairs[1]], p, [-1])
def dims_without(rank: int, dims: List[int]) -> List[int]:
  others = [d for d in range(rank)]
  for d in dims:
    others.remove(d)
  return others
def contracted(self: Tensor, other: Tensor, dims_self: List[int], dims_other: List[int]) -> Tensor:
  first = [d % self.dim() for d in dims_self]
  second = [d % other.dim() for d in dims_other]
  a = self
  b = other
  for i in range(len(first)):
    if self.size(first[i]) == 1 and other.size(second[i]) != 1:
      b = b.sum([second[i]], keepdim=True)
    elif other.size(second[i]) == 1 and self.size(first[i]) != 1:
      a = a.sum([first[i]], keepdim=True)
  outer = dims_without(a.dim(), first)
  inner = dims_without(b.dim(), second)
  sizes = [a.size(d) for d in outer] + [b.size(d) for d in inner]
  count = 1
  for d in first:
    count *= a.size(d)
  rows = 1
  for d in outer:
    rows *= a.size(d)
  columns = 1
  for d in inner:
    columns *= b.size(d)
  return a.permute(outer + first).reshape([rows, count]).mm(b.permute(second + inner).reshape([count, columns])).reshape(sizes)
# ---- Fourier transforms
# The scale of the adjoint of a transform.
def dual(norm: Optional[str]) -> str:
  if norm is None or norm == "backward":
    return "forward"
  return "backward" if norm == "forward" else "ortho"
def fit_dims(grad: Tensor, self: Tensor, dims: List[int]) -> Tensor:
  for d in dims:
    size = self.size(d)
    if grad.size(d) > size:
      grad = grad.narrow(d, 0, size)
    elif grad.size(d) < size:
      sizes = grad.size()
      sizes[d] = size - grad.size(d)
      grad = torch.cat([grad, torch.zeros(sizes, dtype=grad.dtype, device=grad.device)], d)
  return grad
def transform_dims(rank: int, s: Optional[List[int]], dim: Optional[List[int]]) -> List[int]:
  if dim is not None:
    return dim
  count = rank if s is None else len(s)
  return [d for d in range(rank - count, rank)]
def of_fftn(grad: Tensor, self: Tensor, s: Optional[List[int]], dim: Optional[List[int]], norm: Optional[str], inverse: bool) -> Tensor:
  dims = transform_dims(self.dim(), s, dim)
  found = torch.fft.fftn(grad, None, dims, dual(norm)) if inverse else torch.fft.ifftn(grad, None, dims, dual(norm))
  return fit_dims(found, self, dims)
def of_rfft(grad: Tensor, self: Tensor, n: Optional[int], dim: int, norm: Optional[str]) -> Tensor:
  count = self.size(dim) if n is None or n == -1 else n
  return fit_dims(torch.fft.ifft(grad, count, dim, dual(norm)).real, self, [dim])
def of_irfft(grad: Tensor, self: Tensor, dim: int, norm: Optional[str]) -> Tensor:
  found = torch.fft.rfft(grad, None, dim, dual(norm))
  # Each element but the first, and the last one of an even count, occurs twice in the transform.
  twice = (grad.size(dim) - 1) // 2
  parts = [found.narrow(dim, 0, 1), 2 * found.narrow(dim, 1, twice), found.narrow(dim, 1 + twice, found.size(dim) - 1 - twice)]
  return fit_dims(torch.cat(parts, dim), self, [dim])
def sizes_before_last(s: Optional[List[int]]) -> Optional[List[int]]:
  return None if s is None else s[:-1]
def last_size(s: Optional[List[int]]) -> Optional[int]:
  return None if s is None else s[-1]
def real_transform(self: Tensor, s: Optional[List[int]], dim: Optional[List[int]], norm: Optional[str]) -> Tensor:
  dims = transform_dims(self.dim(), s, dim)
  last = torch.fft.rfft(self, last_size(s), dims[-1], norm)
  return last if len(dims) == 1 else torch.fft.fftn(last, sizes_before_last(s), dims[:-1], norm)
def inverse_real_transform(self: Tensor, s: Optional[List[int]], dim: Optional[List[int]], norm: Optional[str]) -> Tensor:
  dims = transform_dims(self.dim(), s, dim)
  others = self if len(dims) == 1 else torch.fft.ifftn(self, sizes_before_last(s), dims[:-1], norm)
  return torch.fft.irfft(others, last_size(s), dims[-1], norm)
def hermitian_transform(self: Tensor, s: Optional[List[int]], dim: Optional[List[int]], norm: Optional[str]) -> Tensor:
  dims = transform_dims(self.dim(), s, dim)
  others = self if len(dims) == 1 else torch.fft.fftn(self, sizes_before_last(s), dims[:-1], norm)
  return torch.fft.hfft(others, last_size(s), dims[-1], norm)
def inverse_hermitian_transform(self: Tensor, s: Optional[List[int]], dim: Optional[List[int]], norm: Optional[str]) -> Tensor:
  dims = transform_dims(self.dim(), s, dim)
  last = torch.fft.ihfft(self, last_size(s), dims[-1], norm)
  return last if len(dims) == 1 else torch.fft.ifftn(last, sizes_before_last(s), dims[:-1], norm)
def shifted(self: Tensor, dim: Optional[List[int]], inverse: bool) -> Tensor:
  dims = dims_or_all(dim, self.dim())
  return self.roll([(self.size(d) + 1) // 2 if inverse else self.size(d) // 2 for d in dims], dims)
# ---- order and statistics
def of_aminmax(grad_min: Tensor, grad_max: Tensor, self: Tensor, dim: Optional[int], keepdim: bool, min: Tensor, max: Tensor) -> Tensor:
  if dim is None:
    return of_all_extremum(grad_min.reshape([]), self, min.reshape([])) + of_all_extremum(grad_max.reshape([]), self, max.reshape([]))
  return of_extremum(grad_min, self, min, [dim], keepdim) + of_extremum(grad_max, self, max, [dim], keepdim)
def mean_of(self: Tensor, dim: Optional[List[int]], keepdim: bool) -> Tensor:
  return self.mean(dims_or_all(dim, self.dim()), keepdim)
def nan_mean(self: Tensor, dim: Optional[List[int]], keepdim: bool, dtype: Optional[int]) -> Tensor:
  dims = dims_or_all(dim, self.dim())
  return torch.nansum(self, dims, keepdim, dtype=dtype) / self.isnan().logical_not().sum(dims, keepdim)
def quantiles(self: Tensor, q: Tensor, dim: Optional[int], keepdim: bool, interpolation: str, ignore_nan: bool) -> Tensor:
  rank = self.dim()
  at = 0 if dim is None or rank == 0 else dim % rank
  moved = self.reshape([-1]) if dim is None or rank == 0 else self.transpose(at, -1)
  ordered = moved.sort(-1)[0]
  points = q.reshape([-1])
  if ignore_nan:
    last = (ordered.isnan().logical_not().sum(-1, keepdim=True) - 1).clamp_min(0)
    places = points * last
  else:
    last = torch.full([1], ordered.size(-1) - 1, dtype=torch.long, device=self.device)
    places = torch.where(ordered.isnan().any(-1, keepdim=True), last.to(points.dtype), points * last)
  if interpolation == "lower":
    places = places.floor()
  elif interpolation == "higher":
    places = places.ceil()
  elif interpolation == "nearest":
    places = places.round()
  below = places.to(torch.long)
  found = ordered.gather(-1, below)
  if interpolation == "linear" or interpolation == "midpoint":
    weights = torch.full_like(places, 0.5) if interpolation == "midpoint" else places - below
    found = found.lerp(ordered.gather(-1, places.ceil().to(torch.long)), weights.to(found.dtype))
  # The points are the first dimension of the result.
  found = found.unsqueeze(0).transpose(0, -1)
  if dim is None or rank == 0:
    sizes = [points.size(0)]
    if keepdim:
      sizes += [1] * rank
    found = found.reshape(sizes)
  else:
    found = found.transpose(1 + at, -1)
    if not keepdim:
      found = found.squeeze(1 + at)
  return found.squeeze(0) if q.dim() == 0 else found
def slices_apart(y: Tensor, dim: int) -> Tuple[Tensor, Tensor]:
  return y.narrow(dim, 1, y.size(dim) - 1), y.narrow(dim, 0, y.size(dim) - 1)
def areas(y: Tensor, dx: SCALAR, dim: int) -> Tensor:
  if y.size(dim) == 0:
    return y.sum([dim])
  right, left = slices_apart(y, dim)
  return (right + left).sum([dim]) * dx / 2
def widths(y: Tensor, x: Tensor, dim: int) -> Tensor:
  if x.dim() == 1:
    steps = x.narrow(0, 1, x.size(0) - 1) - x.narrow(0, 0, x.size(0) - 1)
    return steps.reshape([-1] + [1] * (y.dim() - 1 - dim % y.dim()))
  wide = x if x.dim() >= y.dim() else x.reshape([1] * (y.dim() - x.dim()) + x.size())
  right, left = slices_apart(wide, dim)
  return right - left
def areas_at(y: Tensor, x: Tensor, dim: int) -> Tensor:
  if y.size(dim) == 0:
    return y.sum([dim])
  right, left = slices_apart(y, dim)
  return ((right + left) * widths(y, x, dim)).sum([dim]) / 2
def cumulative_areas(y: Tensor, dx: SCALAR, dim: int) -> Tensor:
  if y.size(dim) == 0:
    return y.clone()
  right, left = slices_apart(y, dim)
  return (right + left).cumsum(dim) * dx / 2
def cumulative_areas_at(y: Tensor, x: Tensor, dim: int) -> Tensor:
  right, left = slices_apart(y, dim)
  return ((right + left) * widths(y, x, dim)).cumsum(dim) / 2
def differences(self: Tensor, n: int, dim: int, prepend: Optional[Tensor], append: Optional[Tensor]) -> Tensor:
  parts = [self]
  if prepend is not None:
    parts = [prepend] + parts
  if append is not None:
    parts = parts + [append]
  found = torch.cat(parts, dim) if len(parts) > 1 else self
  for i in range(min(n, found.size(dim))):
    right, left = slices_apart(found, dim)
    found = right - left
  return found
# ---- functions
def wide_dtype(self: Tensor) -> int:
  return torch.complex128 if self.is_complex() else torch.double
def wide_dtype_of(self: Tensor, other: Tensor) -> int:
  return torch.complex128 if self.is_complex() or other.is_complex() else torch.double
def of_i1e(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
  return grad * torch.where(is_away_from_zero(self), torch.special.i0e(self) - result * (self.sgn() + self.reciprocal()), 0.5)
def of_xlog1py_number(grad: Tensor, self: Tensor, other: SCALAR) -> Tensor:
  slope = grad * torch.log1p(torch.full([], other, dtype=grad.dtype, device=grad.device))
  return torch.where(self == 0, 0, slope) if float(other) <= -1 else slope
# ---- places and shapes
def diagonal_blocks(tensors: List[Tensor]) -> Tensor:
  height = 0
  width = 0
  blocks: List[Tensor] = []
  for tensor in tensors:
    if tensor.dim() == 1 and tensor.numel() == 0:
      continue
    block = tensor.reshape([1, -1]) if tensor.dim() < 2 else tensor
    blocks.append(block)
    height += block.size(0)
    width += block.size(1)
  rows: List[Tensor] = []
  before = 0
  for block in blocks:
    rows.append(torch.constant_pad_nd(block, [before, width - before - block.size(1)]))
    before += block.size(1)
  return torch.cat(rows)
def expanded_all(tensors: List[Tensor]) -> List[Tensor]:
  rank = 0
  for tensor in tensors:
    rank = max(rank, tensor.dim())
  sizes = [1] * rank
  for tensor in tensors:
    for d in range(tensor.dim()):
      if tensor.size(d) != 1:
        sizes[rank - tensor.dim() + d] = tensor.size(d)
  return [tensor.expand(sizes) for tensor in tensors]
def crossed(tensors: List[Tensor], indexing: str) -> List[Tensor]:
  swaps = indexing == "xy" and len(tensors) > 1
  order = [i for i in range(len(tensors))]
  if swaps:
    order[0] = 1
    order[1] = 0
  sizes = [tensors[i].numel() for i in order]
  grids: List[Tensor] = []
  for i in order:
    shape = [1] * len(sizes)
    shape[len(grids)] = tensors[i].numel()
    grids.append(tensors[i].reshape(shape).expand(sizes))
  if swaps:
    grids = [grids[1], grids[0]] + grids[2:]
  return grids
def products_of_sets(tensors: List[Tensor]) -> Tensor:
  if len(tensors) == 1:
    return tensors[0]
  return torch.stack([grid.flatten() for grid in crossed(tensors, "ij")], 1)
def of_diag(grad: Tensor, self: Tensor, diagonal: int) -> Tensor:
  return grad.diagonal(diagonal) if self.dim() == 1 else torch.diagonal_scatter(torch.zeros_like(self), grad, diagonal)
def of_deep_parts(grad: Tensor, tensors: List[Tensor]) -> List[Tensor]:
  grads: List[Tensor] = []
  start = 0
  for tensor in tensors:
    depth = tensor.size(2) if tensor.dim() > 2 else 1
    grads.append(grad.narrow(2, start, depth).reshape(tensor.size()))
    start += depth
  return grads
def bags_of(indices: Tensor, offsets: Tensor, include_last_offset: bool) -> Tensor:
  if indices.dim() == 2:
    return torch.arange(indices.size(0), device=indices.device).repeat_interleave(indices.size(1))
  starts = offsets[:-1] if include_last_offset else offsets
  return torch.bucketize(torch.arange(indices.size(0), device=indices.device), starts, right=True) - 1
def of_bag_weights(grad: Tensor, weight: Tensor, indices: Tensor, offsets: Tensor, include_last_offset: bool) -> Tensor:
  return (grad[bags_of(indices, offsets, include_last_offset)] * weight[indices.flatten()]).sum(1).reshape(indices.size())
def of_embedding_bag(grad: Tensor, weight: Tensor, indices: Tensor, offsets: Tensor, scale_grad_by_freq: bool, mode: int, per_sample_weights: Optional[Tensor], include_last_offset: bool, padding_idx: int, max_indices: Tensor) -> Tensor:
  if mode == 2:
    filled = torch.zeros([grad.size(0)], dtype=torch.bool, device=grad.device)
    bags = bags_of(indices, offsets, include_last_offset)
    filled = filled.index_fill(0, bags[indices.flatten() != padding_idx], 1)
    return torch.zeros_like(weight).scatter_add(0, max_indices, grad * filled.unsqueeze(1))
  flat = indices.flatten()
  bag = bags_of(indices, offsets, include_last_offset)
  rows = grad[bag]
  if mode == 1:
    counts = torch.zeros([grad.size(0)], dtype=grad.dtype, device=grad.device).index_add(0, bag, (flat != padding_idx).to(grad.dtype))
    rows = rows / counts.clamp_min(1)[bag].unsqueeze(1)
  if per_sample_weights is not None:
    rows = rows * per_sample_weights.flatten().unsqueeze(1)
  return of_embedding(rows, flat, weight, padding_idx, scale_grad_by_freq)
def padded_sequence(sequences: List[Tensor], batch_first: bool, padding_value: float, left: bool) -> Tensor:
  longest = 0
  for sequence in sequences:
    longest = max(longest, sequence.size(0))
  rows: List[Tensor] = []
  for sequence in sequences:
    more = longest - sequence.size(0)
    pad = [0, 0] * (sequence.dim() - 1) + ([more, 0] if left else [0, more])
    rows.append(torch.constant_pad_nd(sequence, pad, padding_value))
  return torch.stack(rows, 0 if batch_first else 1)
def of_scatter_reduce(grad: Tensor, self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool, result: Tensor) -> List[Tensor]:
  kept = grad if include_self else grad.scatter(dim, index, 0)
  if reduce == "sum":
    return [kept, grad.gather(dim, index)]
  if reduce == "mean":
    counts = torch.ones_like(grad) if include_self else torch.ones_like(grad).scatter(dim, index, 0)
    counts = counts.scatter_add(dim, index, torch.ones_like(src))
    counts = counts.clamp_min(1)
    scaled = grad / counts
    return [scaled if include_self else scaled.scatter(dim, index, 0), scaled.gather(dim, index)]
  if reduce == "prod":
    zeros = (src == 0)
    masked = torch.where(zeros, 1, src)
    start = self if include_self else self.scatter(dim, index, 1)
    count = torch.zeros_like(self).scatter_add(dim, index, zeros.to(self.dtype))
    product = start.scatter_reduce(dim, index, masked, "prod")
    around = product.gather(dim, index)
    left = count.gather(dim, index)
    slope = torch.where(zeros, torch.where(left == 1, around, 0), torch.where(left == 0, around / masked, 0))
    others = torch.ones_like(self).scatter_reduce(dim, index, src, "prod")
    return [kept * others, grad.gather(dim, index) * slope]
  value = result.gather(dim, index)
  same = self == result
  hits = src == value
  counts = same.to(grad.dtype) if include_self else same.to(grad.dtype).scatter(dim, index, 0)
  counts = counts.scatter_add(dim, index, hits.to(grad.dtype)).clamp_min(1)
  share = grad / counts
  own = share * same
  return [own if include_self else own.scatter(dim, index, 0), hits * share.gather(dim, index)]
def taken_along(self: Tensor, indices: Tensor, dim: int) -> Tensor:
  at = dim % self.dim()
  a = self.size()
  b = indices.size()
  for d in range(len(a)):
    if d != at:
      size = b[d] if a[d] == 1 else a[d]
      a[d] = size
      b[d] = size
  return self.expand(a).gather(at, indices.expand(b))
def split_at(self: Tensor, indices: List[int], dim: int) -> List[Tensor]:
  size = self.size(dim)
  parts: List[Tensor] = []
  start = 0
  for end in indices + [size]:
    last = min(max(end + size, 0) if end < 0 else end, size)
    parts.append(self.narrow(dim, start, max(last - start, 0)))
    start = last
  return parts
def section_bounds(size: int, sections: int) -> List[int]:
  bounds: List[int] = []
  end = 0
  for i in range(sections - 1):
    end += size // sections + (1 if i < size % sections else 0)
    bounds.append(end)
  return bounds
def vandermonde(x: Tensor, N: Optional[int], increasing: bool) -> Tensor:
  count = x.size(0) if N is None else N
  powers = [x.pow(i if increasing else count - 1 - i) for i in range(count)]
  return torch.stack(powers, -1)
