# More functions of the derivatives: of linear algebra, transforms and lists. See helpers.py.
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
  away = is_away_from_zero(self)
  return grad * torch.where(away, torch.special.i0e(self) - result * (self.sgn() + torch.where(away, self, 1).reciprocal()), 0.5)
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
def of_scatter_reduce(grad: Tensor, self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool, result: Tensor) -> Tuple[Tensor, Tensor]:
  kept = grad if include_self else grad.scatter(dim, index, 0)
  if reduce == "sum":
    return kept, grad.gather(dim, index)
  if reduce == "mean":
    counts = torch.ones_like(grad) if include_self else torch.ones_like(grad).scatter(dim, index, 0)
    counts = counts.scatter_add(dim, index, torch.ones_like(src))
    counts = counts.clamp_min(1)
    scaled = grad / counts
    return scaled if include_self else scaled.scatter(dim, index, 0), scaled.gather(dim, index)
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
    return kept * others, grad.gather(dim, index) * slope
  value = result.gather(dim, index)
  same = self == result
  hits = src == value
  counts = same.to(grad.dtype) if include_self else same.to(grad.dtype).scatter(dim, index, 0)
  counts = counts.scatter_add(dim, index, hits.to(grad.dtype)).clamp_min(1)
  share = grad / counts
  own = share * same
  return own if include_self else own.scatter(dim, index, 0), hits * share.gather(dim, index)
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
def of_index_reduce(grad: Tensor, self: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, include_self: bool, result: Tensor) -> Tuple[Tensor, Tensor]:
  at = dim % max(self.dim(), 1)
  sizes = self.size() if self.dim() != 0 else [1]
  sizes[at] = index.numel()
  wide = index.reshape([1] * at + [-1] + [1] * (len(sizes) - 1 - at)).expand(sizes)
  whole = self.size() if self.dim() != 0 else [1]
  found = of_scatter_reduce(grad.reshape(whole), self.reshape(whole), at, wide, source.reshape(sizes), reduce, include_self, result.reshape(whole))
  return found[0].reshape(self.size()), found[1].reshape(source.size())
# ---- triangular factors: a matrix is P L U
def of_lu(gL: Tensor, gU: Tensor, P: Tensor, L: Tensor, U: Tensor, pivot: bool) -> Tensor:
  m = L.size(-2)
  n = U.size(-1)
  k = min(m, n)
  square_L = L.narrow(-2, 0, k)
  square_U = U.narrow(-1, 0, k)
  lower = square_L.mH.matmul(gL.narrow(-2, 0, k))
  upper = gU.narrow(-1, 0, k).matmul(square_U.mH)
  if n > k:
    lower = lower - gU.narrow(-1, k, n - k).matmul(U.narrow(-1, k, n - k).mH)
  if m > k:
    upper = upper - L.narrow(-2, k, m - k).mH.matmul(gL.narrow(-2, k, m - k))
  found = torch.linalg.solve_triangular(square_L.mH, lower.tril(-1) + upper.triu(), upper=True, unitriangular=True)
  found = torch.linalg.solve_triangular(square_U.mH, found, upper=False, left=False)
  if n > k:
    found = torch.cat([found, torch.linalg.solve_triangular(square_L.mH, gU.narrow(-1, k, n - k), upper=True, unitriangular=True)], -1)
  if m > k:
    found = torch.cat([found, torch.linalg.solve_triangular(square_U.mH, gL.narrow(-2, k, m - k), upper=False, left=False)], -2)
  return P.matmul(found) if pivot else found
def of_lu_factor(grad: Tensor, LU: Tensor, pivots: Tensor, pivot: bool) -> Tensor:
  P, L, U = torch.lu_unpack(LU, pivots, True, pivot)
  k = min(LU.size(-2), LU.size(-1))
  return of_lu(grad.narrow(-1, 0, k).tril(-1), grad.narrow(-2, 0, k).triu(), P, L, U, pivot)
def of_lu_unpack(gL: Tensor, gU: Tensor, LU: Tensor) -> Tensor:
  if gL.dim() < 2:
    return torch.zeros_like(LU)
  lower = torch.constant_pad_nd(gL.tril(-1), [0, LU.size(-1) - gL.size(-1)])
  return lower + torch.constant_pad_nd(gU.triu(), [0, 0, 0, LU.size(-2) - gU.size(-2)])
def of_lu_solve(grad: Tensor, LU: Tensor, pivots: Tensor, result: Tensor, left: bool, adjoint: bool) -> Tensor:
  slope = torch.linalg.lu_solve(LU, pivots, grad, left=left, adjoint=not adjoint)
  found = -slope.matmul(result.mH) if left else -result.mH.matmul(slope)
  P, L, U = torch.lu_unpack(LU, pivots)
  found = P.mT.matmul(found.mH if adjoint else found)
  return found.matmul(U.mH).tril(-1) + L.mH.matmul(found).triu()
def of_least_squares(grad: Tensor, self: Tensor, b: Tensor, inverse: Tensor) -> Tuple[Tensor, Tensor]:
  isVector = is_vector_system(self, b)
  slope = grad.unsqueeze(-1) if isVector else grad
  right = b.unsqueeze(-1) if isVector else b
  found = inverse.mH.matmul(slope)
  return of_pinv(slope.matmul(right.mH), self, inverse), found.squeeze(-1) if isVector else found
def condition(self: Tensor, p: SCALAR) -> Tensor:
  order = float(p)
  if abs(order) == 2.0:
    values = singular_values(self)
    ratio = values.narrow(-1, 0, 1) / values.narrow(-1, values.size(-1) - 1, 1)
    return (ratio if order > 0 else 1 / ratio).squeeze(-1)
  return matrix_norm(self, order, [-2, -1], False) * matrix_norm(torch.linalg.inv(self), order, [-2, -1], False)
def of_euclidean(grad: Tensor, x1: Tensor, x2: Tensor, result: Tensor) -> Tensor:
  ratio = (grad / result).masked_fill(result == 0, 0)
  return x1 * ratio.sum([-1], keepdim=True) - ratio.matmul(x2)
# ---- covariance
def covariance(self: Tensor, correction: int, fweights: Optional[Tensor], aweights: Optional[Tensor]) -> Tensor:
  rows = self if self.dim() == 2 else self.reshape([1, -1])
  weights = fweights
  if aweights is not None:
    weights = aweights if fweights is None else fweights * aweights
  if weights is None:
    center = rows - rows.mean([1], keepdim=True) if rows.size(1) != 0 else rows
    return (center.matmul(center.mH) / max(rows.size(1) - correction, 0)).squeeze()
  total = weights.sum()
  center = rows - (rows * weights).sum([1], keepdim=True) / total
  norm = total - correction
  if aweights is not None and correction != 0:
    norm = total - correction * (weights * aweights).sum() / total
  return (center.matmul((center * weights).mH) / norm.clamp_min(0)).squeeze()
def correlation(self: Tensor) -> Tensor:
  found = torch.cov(self)
  if found.dim() == 0:
    return found / found
  sizes = torch.diagonal(found).real.sqrt() if self.is_complex() else torch.diagonal(found).sqrt()
  found = found / sizes.unsqueeze(-1) / sizes.unsqueeze(0)
  if self.is_complex():
    return torch.complex(found.real.clamp(-1, 1), found.imag.clamp(-1, 1))
  return found.clamp(-1, 1)
# ---- einsum
# The labels of the dimensions of an operand. Those of "..." are numbers, from the last one on.
def labels_of(term: str, more: int) -> List[str]:
  labels: List[str] = []
  at = 0
  while at < len(term):
    if term[at] == ".":
      for k in range(more):
        labels.append(str(more - k))
      at += 3
    else:
      labels.append(term[at])
      at += 1
  return labels
def output_labels(terms: List[List[str]], more: int) -> List[str]:
  all: List[str] = []
  for term in terms:
    all += term
  letters: List[str] = []
  for label in all:
    if label.isalpha() and all.count(label) == 1:
      letters.append(label)
  letters.sort()
  return [str(more - k) for k in range(more)] + letters
# A sum of products. Both operands have all dimensions, some of them of size 1.
def contracted_pair(a: Tensor, b: Tensor, summed: List[int]) -> Tensor:
  both: List[int] = []
  left: List[int] = []
  right: List[int] = []
  inner: List[int] = []
  for d in range(a.dim()):
    if d in summed:
      if a.size(d) != 1 and b.size(d) != 1:
        inner.append(d)
        continue
      if a.size(d) != 1:
        a = a.sum([d], keepdim=True)
      elif b.size(d) != 1:
        b = b.sum([d], keepdim=True)
      left.append(d)
    elif a.size(d) != 1 and b.size(d) != 1:
      both.append(d)
    elif b.size(d) != 1:
      right.append(d)
    else:
      left.append(d)
  if len(inner) == 0:
    return a * b
  sizes = [a.size(d) for d in both] + [a.size(d) for d in left] + [b.size(d) for d in right] + [1] * len(inner)
  counts = [1, 1, 1]
  width = 1
  for d in right:
    width *= b.size(d)
  for d in both:
    counts[0] *= a.size(d)
  for d in left:
    counts[1] *= a.size(d)
  for d in inner:
    counts[2] *= a.size(d)
  rows = a.permute(both + left + inner + right).reshape(counts)
  columns = b.permute(both + inner + right + left).reshape([counts[0], counts[2], width])
  order = both + left + right + inner
  back = [0] * len(order)
  for i in range(len(order)):
    back[order[i]] = i
  return rows.bmm(columns).reshape(sizes).permute(back)
def contracted_by_labels(equation: str, tensors: List[Tensor]) -> Tensor:
  sides = equation.replace(" ", "").split("->")
  terms = sides[0].split(",")
  if len(terms) != len(tensors):
    raise RuntimeError("einsum")
  operands: List[List[str]] = []
  most = 0
  for i in range(len(terms)):
    more = tensors[i].dim() - len(terms[i].replace("...", "")) if "..." in terms[i] else 0
    most = max(most, more)
    labels = labels_of(terms[i], more)
    if len(labels) != tensors[i].dim():
      raise RuntimeError("einsum")
    operands.append(labels)
  output = labels_of(sides[1], most) if len(sides) > 1 else output_labels(operands, most)
  order = [label for label in output]
  for labels in operands:
    for label in labels:
      if label not in order:
        order.append(label)
  aligned: List[Tensor] = []
  for i in range(len(tensors)):
    found = tensors[i]
    labels = operands[i]
    at = 1
    while at < len(labels):
      first = labels.index(labels[at])
      if first == at:
        at += 1
      else:
        label = labels[at]
        found = found.diagonal(0, first, at)
        labels.pop(at)
        labels.pop(first)
        labels.append(label)
        at = 1
    own: List[int] = []
    for label in order:
      if label in labels:
        own.append(labels.index(label))
    found = found.permute(own)
    for d in range(len(order)):
      if order[d] not in labels:
        found = found.unsqueeze(d)
    aligned.append(found)
  result = aligned[0]
  if len(aligned) == 1 and len(order) > len(output):
    result = result.sum([d for d in range(len(output), len(order))], keepdim=True)
  for i in range(1, len(aligned)):
    summed: List[int] = []
    for d in range(len(output), len(order)):
      isLast = True
      for later in range(i + 1, len(aligned)):
        isLast = isLast and order[d] not in operands[later]
      if isLast:
        summed.append(d)
    result = contracted_pair(result, aligned[i], summed)
  for d in range(len(order) - len(output)):
    result = result.squeeze(-1)
  return result
# ---- spectrograms
def whole_window(window: Optional[Tensor], win_length: Optional[int], n_fft: int, like: Tensor) -> Tensor:
  length = n_fft if win_length is None else win_length
  if length <= 0 or length > n_fft:
    raise RuntimeError("spectrogram")
  own = torch.ones([length], dtype=like.real.dtype if like.is_complex() else like.dtype) if window is None else window
  if own.dim() != 1 or own.size(0) != length:
    raise RuntimeError("spectrogram")
  left = (n_fft - length) // 2
  return own if length == n_fft else torch.constant_pad_nd(own, [left, n_fft - length - left])
def spectrogram(self: Tensor, n_fft: int, hop_length: Optional[int], win_length: Optional[int], window: Optional[Tensor], center: bool, pad_mode: str, normalized: bool, onesided: Optional[bool], return_complex: Optional[bool]) -> Tensor:
  signal = self if self.dim() != 1 else self.unsqueeze(0)
  if center:
    side = [n_fft // 2, n_fft // 2]
    signal = padded(signal.unsqueeze(0), side, pad_mode, None).squeeze(0)
  own = whole_window(window, win_length, n_fft, self)
  frames = signal.unfold(-1, n_fft, n_fft // 4 if hop_length is None else hop_length) * own
  norm = "ortho" if normalized else "backward"
  if frames.is_complex():
    if onesided is not None and onesided:
      raise RuntimeError("stft")
    found = torch.fft.fft(frames, None, -1, norm)
  else:
    if return_complex is None:
      raise RuntimeError("stft")
    found = torch.fft.rfft(frames, None, -1, norm) if onesided is None or onesided else torch.fft.fft(frames, None, -1, norm)
  found = found.transpose(1, 2)
  if self.dim() == 1:
    found = found.squeeze(0)
  return found if return_complex is None or return_complex else torch.view_as_real(found)
def overlapped(frames: Tensor, hop: int) -> Tensor:
  count = frames.size(1)
  size = frames.size(2)
  index = (torch.arange(count) * hop).unsqueeze(1) + torch.arange(size)
  start = torch.zeros([frames.size(0), size + hop * (count - 1)], dtype=frames.dtype, device=frames.device)
  return start.index_add(1, index.flatten(), frames.flatten(1))
def inverse_spectrogram(self: Tensor, n_fft: int, hop_length: Optional[int], win_length: Optional[int], window: Optional[Tensor], center: bool, normalized: bool, onesided: Optional[bool], length: Optional[int], return_complex: bool) -> Tensor:
  spectrum = self if self.is_complex() else torch.view_as_complex(self)
  single = spectrum.dim() == 2
  spectrum = (spectrum.unsqueeze(0) if single else spectrum).transpose(1, 2)
  hop = n_fft // 4 if hop_length is None else hop_length
  own = whole_window(window, win_length, n_fft, spectrum)
  half = spectrum.size(2) != n_fft if onesided is None else onesided
  if hop <= 0 or hop > (n_fft if win_length is None else win_length) or spectrum.size(2) != (n_fft // 2 + 1 if half else n_fft) or (own.is_complex() and not return_complex) or (half and return_complex):
    raise RuntimeError("istft")
  norm = "ortho" if normalized else "backward"
  if return_complex:
    frames = torch.fft.ifft(spectrum, None, -1, norm)
  else:
    frames = torch.fft.irfft(spectrum.narrow(2, 0, n_fft // 2 + 1), n_fft, -1, norm)
  total = overlapped(frames * own, hop)
  envelope = overlapped((own * own).expand([1, frames.size(1), n_fft]), hop)
  start = n_fft // 2 if center else 0
  end = total.size(1) - start
  if length is not None:
    end = start + length
  last = min(end, total.size(1))
  if bool((envelope[:, start:last].abs() < 1e-11).any()):
    raise RuntimeError("istft")
  found = total[:, start:last] / envelope[:, start:last]
  if end > last:
    found = torch.constant_pad_nd(found, [0, end - last])
  return found.squeeze(0) if single else found
