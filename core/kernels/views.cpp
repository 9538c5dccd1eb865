// Views of all elements: view, reshape, permute, transpose, squeeze, unsqueeze, expand and similar
// operators.
#include "core/kernels/views.h"

#include <algorithm>

#include "core/kernels/families.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

namespace {

Tensor remade(const Tensor& self, const Dims& sizes, const Dims& strides) {
  return tensor::view(self, sizes, strides, self.offset());
}

// Sets the geometry of self to that of `view`, a view of self.
Tensor takeGeometry(const Tensor& self, const Tensor& view) {
  self.countWrite();
  tensor::setGeometry(self, view.sizes(), view.strides(), view.offset());
  return self;
}

}  // namespace

std::optional<Dims> viewStrides(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                                std::span<const int64_t> shape) {
  if (sizes.empty()) return Dims(shape.size(), 1);
  const int64_t numel = tensor::product(sizes);
  if (numel == 0)
    return std::ranges::equal(sizes, shape) ? Dims(strides) : tensor::contiguousStrides(shape);
  // Finds runs of dimensions of the old shape with even steps, from the innermost to the outermost.
  // Each run must consist of whole dimensions of the new shape.
  Dims result(shape.size(), 0);
  size_t newDim = shape.size();
  int64_t step = strides.back(), runNumel = 1, newNumel = 1;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    runNumel *= sizes[dim];
    const bool runEnds = dim == 0 || (sizes[dim - 1] != 1 && strides[dim - 1] != runNumel * step);
    if (!runEnds) continue;
    while (newDim > 0 && (newNumel < runNumel || shape[newDim - 1] == 1)) {
      --newDim;
      result[newDim] = newNumel * step;
      newNumel *= shape[newDim];
    }
    if (newNumel != runNumel) return std::nullopt;
    if (dim > 0) {
      step = strides[dim - 1];
      runNumel = newNumel = 1;
    }
  }
  if (newDim != 0) return std::nullopt;
  return result;
}

Dims inferShape(std::span<const int64_t> shape, int64_t numel) {
  shape_rules::Inferred inferred = shape_rules::view(shape, numel);
  const shape_rules::Violation& violation = inferred.violation;
  if (violation.condition == shape_rules::Condition::OneInferred)
    fail("only one dimension can be inferred, in {} more are -1", tensor::shapeText(shape));
  if (violation.condition == shape_rules::Condition::NotNegative)
    fail("invalid shape dimension {}", violation.actual);
  if (violation.condition == shape_rules::Condition::Inferable && numel == 0)
    fail("cannot reshape tensor of 0 elements into shape {}: any value would do for -1",
         tensor::shapeText(shape));
  if (violation)
    fail("shape '{}' is invalid for input of size {}", tensor::shapeText(shape), numel);
  return std::move(inferred.shape).takeSizes();
}

Tensor viewTo(const Tensor& self, std::span<const int64_t> shape) {
  const Dims sizes = inferShape(shape, self.numel());
  if (self.isContiguous() && self.numel() != 0)
    return remade(self, sizes, tensor::contiguousStrides(sizes));
  auto strides = viewStrides(self.sizes(), self.strides(), sizes);
  if (!strides)
    fail(
        "view size is not compatible with input tensor's size and stride: shape {} with strides {} "
        "can't be read as {}; use reshape",
        tensor::shapeText(self.sizes()), tensor::shapeText(self.strides()),
        tensor::shapeText(sizes));
  return remade(self, sizes, *strides);
}

Tensor reshape(const Tensor& self, std::span<const int64_t> shape) {
  const Dims sizes = inferShape(shape, self.numel());
  if (auto strides = viewStrides(self.sizes(), self.strides(), sizes))
    return remade(self, sizes, *strides);
  return viewTo(clone(self, MemoryFormat::Contiguous), sizes);
}

Tensor flatten(const Tensor& self, int64_t start, int64_t end) {
  start = tensor::wrapDim(start, self.dim());
  end = tensor::wrapDim(end, self.dim());
  if (start > end) fail("flatten() has invalid args: start_dim cannot come after end_dim");
  if (self.dim() == 0) return reshape(self, Dims{1});
  if (start == end) return self;
  Dims shape;
  for (int64_t i = 0; i < self.dim(); ++i) {
    const int64_t size = self.sizes()[static_cast<size_t>(i)];
    if (i > start && i <= end)
      shape[shape.size() - 1] *= size;
    else
      shape.push_back(size);
  }
  return reshape(self, shape);
}

Tensor alias(const Tensor& self) { return remade(self, self.sizes(), self.strides()); }

Tensor permute(const Tensor& self, std::span<const int64_t> dims) {
  const size_t rank = self.sizes().size();
  if (dims.size() != rank)
    fail(
        "permute: the number of dimensions in the tensor input ({}) is not that of the desired "
        "ordering ({})",
        rank, dims.size());
  Dims sizes(rank, 0), strides(rank, 0);
  std::vector<bool> seen(rank);
  for (size_t i = 0; i < rank; ++i) {
    const auto from = static_cast<size_t>(tensor::wrapDim(dims[i], self.dim()));
    if (seen[from]) fail("permute: duplicate dims are not allowed, {} occurs twice", dims[i]);
    seen[from] = true;
    sizes[i] = self.sizes()[from];
    strides[i] = self.strides()[from];
  }
  return remade(self, sizes, strides);
}

Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) {
  const auto a = static_cast<size_t>(tensor::wrapDim(dim0, self.dim())),
             b = static_cast<size_t>(tensor::wrapDim(dim1, self.dim()));
  if (a == b) return alias(self);
  Dims sizes = self.sizes(), strides = self.strides();
  std::swap(sizes[a], sizes[b]);
  std::swap(strides[a], strides[b]);
  return remade(self, sizes, strides);
}

namespace {

Tensor moveDims(const Tensor& self, const IntList& from, const IntList& to) {
  if (from.size() != to.size())
    fail("movedim: {} source dims, but {} destination dims", from.size(), to.size());
  const size_t rank = self.sizes().size();
  std::vector<int64_t> order(rank, -1);
  std::vector<bool> moved(rank);
  for (size_t i = 0; i < from.size(); ++i) {
    const auto source = static_cast<size_t>(tensor::wrapDim(from[i], self.dim()));
    const auto target = static_cast<size_t>(tensor::wrapDim(to[i], self.dim()));
    if (rank == 0) continue;
    if (moved[source] || order[target] >= 0) fail("movedim: repeated dim in source or destination");
    moved[source] = true;
    order[target] = static_cast<int64_t>(source);
  }
  size_t next = 0;
  for (int64_t& dim : order) {
    if (dim >= 0) continue;
    while (moved[next]) ++next;
    dim = static_cast<int64_t>(next++);
  }
  return permute(self, order);
}

}  // namespace

Tensor moveDim(const Tensor& self, int64_t from, int64_t to) {
  return moveDims(self, {from}, {to});
}

Tensor squeeze(const Tensor& self, int64_t dim) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  if (self.dim() == 0 || self.sizes()[at] != 1) return alias(self);
  Dims sizes = self.sizes(), strides = self.strides();
  sizes.erase(at);
  strides.erase(at);
  return remade(self, sizes, strides);
}

Tensor unsqueeze(const Tensor& self, int64_t dim) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim() + 1));
  Dims sizes = self.sizes(), strides = self.strides();
  const int64_t stride = at == sizes.size() ? 1 : sizes[at] * strides[at];
  sizes.insert(at, 1);
  strides.insert(at, stride);
  return remade(self, sizes, strides);
}

Tensor expand(const Tensor& self, std::span<const int64_t> shape) {
  const size_t rank = self.sizes().size();
  if (shape.size() < rank)
    fail(
        "expand: the number of sizes provided ({}) must be greater or equal to the number of "
        "dimensions in the tensor ({})",
        shape.size(), rank);
  const size_t lead = shape.size() - rank;
  Dims sizes(shape), strides(shape.size(), 0);
  for (size_t i = shape.size(); i-- > 0;) {
    const bool isNew = i < lead;
    const int64_t size = isNew ? 1 : self.sizes()[i - lead];
    const bool isLast = i + 1 == shape.size();
    int64_t stride =
        isNew ? (isLast ? 1 : sizes[i + 1] * strides[i + 1]) : self.strides()[i - lead];
    if (sizes[i] == -1) {
      if (isNew) fail("expand: -1 isn't allowed in the leading, non-existing dimension {}", i);
      sizes[i] = size;
    }
    if (sizes[i] < 0) fail("expand: the size {} of dimension {} is negative", sizes[i], i);
    if (sizes[i] != size) {
      if (size != 1)
        fail(
            "The expanded size of the tensor ({}) must match the existing size ({}) at "
            "non-singleton dimension {}. "
            "Target sizes: {}. Tensor sizes: {}",
            sizes[i], size, i, tensor::shapeText(shape), tensor::shapeText(self.sizes()));
      stride = 0;
    }
    strides[i] = stride;
  }
  return remade(self, sizes, strides);
}

Tensor conjugated(const Tensor& self) {
  if (!tensor::isComplex(self.dtype())) return self;
  Tensor result = alias(self);
  result.impl()->isConj = !self.impl()->isConj;
  return result;
}

Tensor resolved(const Tensor& self) { return self.impl()->isConj ? clone(self) : self; }

namespace {

Tensor viewOperator(const Tensor& self, const IntList& shape) { return viewTo(self, shape); }
Tensor unsafeView(const Tensor& self, const IntList& shape) { return viewTo(self, shape); }
Tensor reshapeOperator(const Tensor& self, const IntList& shape) { return reshape(self, shape); }
Tensor reshapeAlias(const Tensor& self, const IntList& sizes, const IntList& strides) {
  return asStrided(self, sizes, strides, std::nullopt);
}
Tensor reshapeAs(const Tensor& self, const Tensor& other) { return reshape(self, other.sizes()); }
Tensor viewAs(const Tensor& self, const Tensor& other) { return viewTo(self, other.sizes()); }
Tensor viewCopy(const Tensor& self, const IntList& shape) {
  const Tensor result = reshape(self, shape);
  return result.storage() == self.storage() ? copyOfView(result) : result;
}
Tensor expandOperator(const Tensor& self, const IntList& shape, bool) {
  return expand(self, shape);
}
Tensor expandCopy(const Tensor& self, const IntList& shape, bool) {
  return copyOfView(expand(self, shape));
}
Tensor broadcastTo(const Tensor& self, const IntList& shape) { return expand(self, shape); }
Tensor expandAs(const Tensor& self, const Tensor& other) { return expand(self, other.sizes()); }
Tensor permuteOperator(const Tensor& self, const IntList& dims) { return permute(self, dims); }
Tensor ravel(const Tensor& self) {
  return viewTo(self.isContiguous() ? self : contiguous(self), Dims{self.numel()});
}

Tensor unflatten(const Tensor& self, int64_t dim, const IntList& sizes) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  if (sizes.empty()) fail("unflatten: sizes must be non-empty");
  if (self.dim() == 0)
    fail(ErrorKind::Index, "unflatten: a 0-d tensor has no dimension to unflatten");
  const int64_t size = self.sizes()[at];
  const int64_t unknown = std::ranges::count(sizes, -1);
  if (unknown == 0 && tensor::product(sizes) != size)
    fail("unflatten: sizes {} don't multiply up to the size of dim {} ({})",
         tensor::shapeText(sizes), dim, size);
  const Dims parts = inferShape(sizes, size);
  Dims shape;
  for (size_t i = 0; i < self.sizes().size(); ++i) {
    if (i != at) {
      shape.push_back(self.sizes()[i]);
      continue;
    }
    for (int64_t part : parts) shape.push_back(part);
  }
  return viewTo(self, shape);
}

Tensor squeezeAll(const Tensor& self) {
  Dims sizes, strides;
  for (size_t i = 0; i < self.sizes().size(); ++i) {
    if (self.sizes()[i] == 1) continue;
    sizes.push_back(self.sizes()[i]);
    strides.push_back(self.strides()[i]);
  }
  return remade(self, sizes, strides);
}

Tensor squeezeDims(const Tensor& self, const IntList& dims) {
  if (dims.empty()) return alias(self);
  const ReducedDims squeezed(self, dims);
  Dims sizes, strides;
  for (size_t i = 0; i < self.sizes().size(); ++i) {
    if (self.sizes()[i] == 1 && squeezed.has(i)) continue;
    sizes.push_back(self.sizes()[i]);
    strides.push_back(self.strides()[i]);
  }
  return remade(self, sizes, strides);
}

Tensor t(const Tensor& self) {
  if (self.dim() > 2)
    fail("t() expects a tensor with <= 2 dimensions, but self is {}D", self.dim());
  return transpose(self, 0, self.dim() < 2 ? 0 : 1);
}
Tensor numpyT(const Tensor& self) {
  IntList dims;
  for (int64_t i = self.dim(); i-- > 0;) dims.push_back(i);
  return permute(self, dims);
}
Tensor matrixH(const Tensor& self) {
  if (self.dim() == 0) return conjugated(self);
  if (self.dim() != 2)
    fail("tensor.H is only supported on matrices (2-D tensors), not on {}-D ones", self.dim());
  return conjugated(transpose(self, 0, 1));
}
Tensor mT(const Tensor& self) {
  if (self.dim() == 1)
    fail("tensor.mT is only supported on matrices or batches of matrices, not on 1-D tensors");
  return self.dim() == 0 ? self : transpose(self, -2, -1);
}
Tensor adjoint(const Tensor& self) {
  if (self.dim() == 1)
    fail("adjoint is only supported on matrices or batches of matrices, not on 1-D tensors");
  return conjugated(self.dim() == 0 ? self : transpose(self, -2, -1));
}

Tensor squeezeAll_(const Tensor& self) { return takeGeometry(self, squeezeAll(self)); }
Tensor squeeze_(const Tensor& self, int64_t dim) { return takeGeometry(self, squeeze(self, dim)); }
Tensor squeezeDims_(const Tensor& self, const IntList& dims) {
  return takeGeometry(self, squeezeDims(self, dims));
}
Tensor unsqueeze_(const Tensor& self, int64_t dim) {
  return takeGeometry(self, unsqueeze(self, dim));
}
Tensor transpose_(const Tensor& self, int64_t dim0, int64_t dim1) {
  return takeGeometry(self, transpose(self, dim0, dim1));
}
Tensor t_(const Tensor& self) { return takeGeometry(self, t(self)); }
Tensor squeezeAllCopy(const Tensor& self) { return copyOfView(squeezeAll(self)); }
Tensor squeezeCopy(const Tensor& self, int64_t dim) { return copyOfView(squeeze(self, dim)); }
Tensor squeezeDimsCopy(const Tensor& self, const IntList& dims) {
  return copyOfView(squeezeDims(self, dims));
}

TensorList broadcastTensors(const TensorList& tensors) {
  Dims shape;
  for (const Tensor& tensor : tensors) shape = tensor::broadcastShapes(shape, tensor.sizes());
  TensorList result;
  for (const Tensor& tensor : tensors)
    result.push_back(tensor.sizes() == shape ? tensor : expand(tensor, shape));
  return result;
}

Tensor atLeast1(const Tensor& self) { return self.dim() == 0 ? reshape(self, Dims{1}) : self; }
Tensor atLeast2(const Tensor& self) {
  return self.dim() == 0 ? reshape(self, Dims{1, 1}) : self.dim() == 1 ? unsqueeze(self, 0) : self;
}
Tensor atLeast3(const Tensor& self) {
  if (self.dim() == 0) return reshape(self, Dims{1, 1, 1});
  if (self.dim() == 1) return unsqueeze(unsqueeze(self, 0), -1);
  return self.dim() == 2 ? unsqueeze(self, -1) : self;
}
template <Tensor (*F)(const Tensor&)>
TensorList eachOf(const TensorList& tensors) {
  TensorList result;
  for (const Tensor& tensor : tensors) result.push_back(F(tensor));
  return result;
}

constexpr Kernel kViewKernels[] = {
    {"aten::view", boxed<viewOperator>},
    {"aten::_unsafe_view", boxed<unsafeView>},
    {"aten::view_copy", boxed<viewCopy>},
    {"aten::view_as", boxed<viewAs>},
    {"aten::reshape", boxed<reshapeOperator>},
    {"aten::reshape_as", boxed<reshapeAs>},
    {"aten::_reshape_alias", boxed<reshapeAlias>},
    {"aten::flatten.using_ints", boxed<flatten>},
    {"aten::ravel", boxed<ravel>},
    {"aten::unflatten.int", boxed<unflatten>},
    {"aten::alias", boxed<alias>},
    {"aten::squeeze", boxed<squeezeAll>},
    {"aten::squeeze.dim", boxed<squeeze>},
    {"aten::squeeze.dims", boxed<squeezeDims>, since(TorchProfile::Torch2_6)},
    {"aten::squeeze_.dims", boxed<squeezeDims_>, since(TorchProfile::Torch2_6)},
    {"aten::squeeze_copy.dims", boxed<squeezeDimsCopy>, since(TorchProfile::Torch2_6)},
    {"aten::squeeze_", boxed<squeezeAll_>},
    {"aten::squeeze_.dim", boxed<squeeze_>},
    {"aten::squeeze_copy", boxed<squeezeAllCopy>},
    {"aten::squeeze_copy.dim", boxed<squeezeCopy>},
    {"aten::unsqueeze", boxed<unsqueeze>},
    {"aten::unsqueeze_", boxed<unsqueeze_>},
    {"aten::permute", boxed<permuteOperator>},
    {"aten::transpose.int", boxed<transpose>},
    {"aten::swapaxes", boxed<transpose>},
    {"aten::swapdims", boxed<transpose>},
    {"aten::transpose_", boxed<transpose_>},
    {"aten::swapaxes_", boxed<transpose_>},
    {"aten::swapdims_", boxed<transpose_>},
    {"aten::t", boxed<t>},
    {"aten::t_", boxed<t_>},
    {"aten::numpy_T", boxed<numpyT>},
    {"aten::numpy_T.a", boxed<numpyT>},
    {"aten::matrix_H", boxed<matrixH>},
    {"aten::matrix_H.a", boxed<matrixH>},
    {"aten::mT", boxed<mT>},
    {"aten::mT.a", boxed<mT>},
    {"aten::mH", boxed<adjoint>},
    {"aten::mH.a", boxed<adjoint>},
    {"aten::adjoint", boxed<adjoint>},
    {"aten::movedim.int", boxed<moveDim>},
    {"aten::movedim.intlist", boxed<moveDims>},
    {"aten::moveaxis.int", boxed<moveDim>},
    {"aten::moveaxis.intlist", boxed<moveDims>},
    {"aten::expand", boxed<expandOperator>},
    {"aten::expand_copy", boxed<expandCopy>},
    {"aten::expand_as", boxed<expandAs>},
    {"aten::broadcast_to", boxed<broadcastTo>},
    {"aten::broadcast_tensors", boxed<broadcastTensors>},
    {"aten::atleast_1d", boxed<atLeast1>},
    {"aten::atleast_2d", boxed<atLeast2>},
    {"aten::atleast_3d", boxed<atLeast3>},
    {"aten::atleast_1d.Sequence", boxed<eachOf<atLeast1>>},
    {"aten::atleast_2d.Sequence", boxed<eachOf<atLeast2>>},
    {"aten::atleast_3d.Sequence", boxed<eachOf<atLeast3>>},
};

}  // namespace

std::span<const Kernel> viewKernels() { return kViewKernels; }

}  // namespace ts::kernels
