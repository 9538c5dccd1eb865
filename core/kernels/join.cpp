// Joining: cat, stack, hstack and similar operators, block_diag; meshgrid and operators based on
// it.
#include "core/kernels/join.h"

#include <algorithm>
#include <numeric>

#include "core/kernels/families.h"
#include "core/kernels/one_device.h"
#include "core/kernels/promote.h"
#include "core/kernels/strided_blocks.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

namespace rules = shape_rules;

DType promoteAll(const TensorList& tensors) {
  ResultType type;
  for (const Tensor& tensor : tensors) type.add(*tensor.impl());
  return type.dtype();
}

namespace {

// Tensors of shape [0] are compatible with every shape and are skipped.
bool isSkipped(const Tensor& tensor) { return rules::Joining::isSkipped(tensor.sizes()); }

MemoryFormat commonFormat(const TensorList& tensors) {
  const MemoryFormat first = tensors[0].suggestedFormat();
  return std::ranges::all_of(tensors,
                             [first](const Tensor& t) { return t.suggestedFormat() == first; })
             ? first
             : MemoryFormat::Contiguous;
}

// Copies elements from one after another to places that are `step` bytes apart. Returns false for a
// size of elements without a loop.
template <size_t kBytes>
void spread(std::byte* to, const std::byte* from, int64_t count, size_t step) {
  for (int64_t i = 0; i < count; ++i, to += step, from += kBytes) std::memcpy(to, from, kBytes);
}
bool spread(std::byte* to, const std::byte* from, int64_t count, size_t step, size_t bytes) {
  switch (bytes) {
    case 1: return spread<1>(to, from, count, step), true;
    case 2: return spread<2>(to, from, count, step), true;
    case 4: return spread<4>(to, from, count, step), true;
    case 8: return spread<8>(to, from, count, step), true;
    case 16: return spread<16>(to, from, count, step), true;
    default: return false;
  }
}

// All tensors are contiguous in a format.
void copyBlocks(const Tensor& result, const TensorList& tensors, size_t dim, MemoryFormat format) {
  const Dims& sizes = result.sizes();
  // The place of a dimension in the order of memory; channels may be the last.
  const auto placeOf = [&](size_t i) {
    return i == 1 && format != MemoryFormat::Contiguous ? sizes.size() : i;
  };
  int64_t outer = 1, inner = static_cast<int64_t>(result.itemSize());
  for (size_t i = 0; i < sizes.size(); ++i)
    if (i != dim) (placeOf(i) < placeOf(dim) ? outer : inner) *= sizes[i];
  const auto step = static_cast<size_t>(result.sizes()[dim] * inner);
  const bool isStreamed =
      result.numel() * static_cast<int64_t>(result.itemSize()) >= kStreamedBytes;
  // The blocks of a row in the result; elements are copied column by column.
  struct Part {
    std::byte* to;
    const std::byte* from;
    size_t bytes;
  };
  std::vector<Part> parts;
  std::byte* to = result.bytes();
  for (const Tensor& tensor : tensors) {
    if (isSkipped(tensor)) continue;
    const auto bytes = static_cast<size_t>(tensor.sizes()[dim] * inner);
    if (bytes && !spread(to, tensor.bytes(), outer, step, bytes))
      parts.push_back({to, tensor.bytes(), bytes});
    to += bytes;
  }
  for (int64_t row = 0; row < outer; ++row)
    for (Part& part : parts) {
      copyBytes(part.to, part.from, part.bytes, isStreamed);
      part.to += step;
      part.from += part.bytes;
    }
  if (isStreamed) endStreams();
}

}  // namespace

Tensor cat(const TensorList& tensors, int64_t dim) {
  if (tensors.empty()) fail("torch.cat(): expected a non-empty list of Tensors");
  const Tensor* model = nullptr;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].dim() == 0)
      fail("zero-dimensional tensor (at position {}) cannot be concatenated", i);
    if (!model && !isSkipped(tensors[i])) model = &tensors[i];
  }
  const DType dtype = promoteAll(tensors);
  if (!model) return tensor::emptyBeside(tensors[0], Dims{0}, dtype);
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, model->dim()));
  rules::Joining joining(dim);
  bool isPlain = true;
  OneDevice device;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& tensor = tensors[i];
    device.add(*tensor.impl());
    isPlain &= tensor.dtype() == dtype && !tensor.impl()->isConj;
    const rules::Violation violation = joining.add(tensor.sizes());
    if (violation.condition == rules::Condition::Rank)
      fail("Tensors must have same number of dimensions: got {} and {}", violation.expected,
           violation.actual);
    if (violation)
      fail(
          "Sizes of tensors must match except in dimension {}. Expected size {} but got size {} "
          "for tensor number {} in the list.",
          at, violation.expected, violation.actual, i);
  }
  const Dims sizes = std::move(joining).take().takeSizes();
  const bool meta = tensors[0].isMeta();
  const MemoryFormat format = commonFormat(tensors);
  Tensor result =
      meta ? tensor::emptyMeta(sizes, dtype, format) : tensor::empty(sizes, dtype, format);
  if (meta || result.numel() == 0) return result;
  for (const Tensor& tensor : tensors) isPlain &= isSkipped(tensor) || tensor.isContiguous(format);
  if (isPlain) {
    copyBlocks(result, tensors, at, format);
    return result;
  }
  Dims part = sizes;
  int64_t offset = 0;
  for (const Tensor& tensor : tensors) {
    if (isSkipped(tensor)) continue;
    part[at] = tensor.sizes()[at];
    copyInto(tensor::view(result, part, result.strides(), offset), tensor);
    offset += part[at] * result.strides()[at];
  }
  return result;
}

Tensor stack(const TensorList& tensors, int64_t dim) {
  if (tensors.empty()) fail("stack expects a non-empty TensorList");
  const int64_t at = tensor::wrapDim(dim, tensors[0].dim() + 1);
  for (size_t i = 1; i < tensors.size(); ++i)
    if (rules::checkEqual(tensors[0].sizes(), tensors[i].sizes()))
      fail("stack expects each tensor to be equal size, but got {} at entry 0 and {} at entry {}",
           tensor::shapeText(tensors[0].sizes()), tensor::shapeText(tensors[i].sizes()), i);
  if (at < tensors[0].dim()) {  // cat() along the dimension, then split the dimension
    Dims sizes = tensors[0].sizes();
    sizes.insert(static_cast<size_t>(at), static_cast<int64_t>(tensors.size()));
    return viewTo(cat(tensors, at), sizes);
  }
  TensorList columns;
  for (const Tensor& tensor : tensors) columns.push_back(unsqueeze(tensor, at));
  return cat(columns, at);
}

namespace {

// Gives each tensor at least `rank` dimensions, like atleast_1d, atleast_2d and atleast_3d.
TensorList atLeast(const TensorList& tensors, int64_t rank) {
  TensorList result;
  for (Tensor tensor : tensors) {
    if (tensor.dim() == 0) tensor = unsqueeze(tensor, 0);
    if (tensor.dim() < rank && tensor.dim() == 1) tensor = unsqueeze(tensor, 0);
    if (tensor.dim() < rank) tensor = unsqueeze(tensor, -1);
    result.push_back(tensor);
  }
  return result;
}
void wantSome(const TensorList& tensors, std::string_view what) {
  if (tensors.empty()) fail("{} expects a non-empty TensorList", what);
}

Tensor hstack(const TensorList& tensors) {
  wantSome(tensors, "hstack");
  const TensorList parts = atLeast(tensors, 1);
  return cat(parts, parts[0].dim() == 1 ? 0 : 1);
}
Tensor vstack(const TensorList& tensors) {
  wantSome(tensors, "vstack");
  return cat(atLeast(tensors, 2), 0);
}
Tensor dstack(const TensorList& tensors) {
  wantSome(tensors, "dstack");
  return cat(atLeast(tensors, 3), 2);
}
Tensor columnStack(const TensorList& tensors) {
  wantSome(tensors, "column_stack");
  TensorList columns;
  for (const Tensor& tensor : tensors)
    columns.push_back(tensor.dim() <= 1 ? reshape(tensor, Dims{tensor.numel(), 1}) : tensor);
  return hstack(columns);
}

Tensor blockDiag(const TensorList& tensors) {
  TensorList blocks;
  Dims sizes{0, 0};
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].dim() > 2)
      fail(
          "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {} has {} "
          "dimensions",
          i, tensors[i].dim());
    blocks.push_back(atLeast({tensors[i]}, 2)[0]);
    sizes[0] += blocks.back().sizes()[0];
    sizes[1] += blocks.back().sizes()[1];
  }
  if (tensors.empty()) return tensor::empty(Dims{1, 0}, tensor::defaultDType());
  Tensor result = tensor::emptyBeside(tensors[0], sizes, promoteAll(tensors));
  fill(result, 0);
  int64_t row = 0, column = 0;
  for (const Tensor& block : blocks) {
    copyInto(narrow(narrow(result, 0, row, block.sizes()[0]), 1, column, block.sizes()[1]), block);
    row += block.sizes()[0];
    column += block.sizes()[1];
  }
  return result;
}

TensorList meshgridBy(const TensorList& tensors, const std::string& indexing) {
  if (tensors.empty()) fail("meshgrid expects a non-empty TensorList");
  for (const Tensor& tensor : tensors) {
    if (tensor.dim() > 1)
      fail("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {}D",
           tensor.dim());
    if (tensor.dtype() != tensors[0].dtype())
      fail("torch.meshgrid expects all tensors to have the same dtype");
  }
  if (indexing != "xy" && indexing != "ij")
    fail("torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: {}", indexing);
  TensorList inputs = tensors;
  const bool swaps = indexing == "xy" && inputs.size() >= 2;
  if (swaps) std::swap(inputs[0], inputs[1]);
  Dims shape;
  for (const Tensor& input : inputs) shape.push_back(input.numel());
  TensorList grids;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Dims own(inputs.size(), 1);
    own[i] = shape[i];
    grids.push_back(expand(viewTo(inputs[i], own), shape));
  }
  if (swaps) std::swap(grids[0], grids[1]);
  return grids;
}
TensorList meshgrid(const TensorList& tensors) { return meshgridBy(tensors, "ij"); }

Tensor cartesianProd(const TensorList& tensors) {
  for (const Tensor& tensor : tensors)
    if (tensor.dim() != 1)
      fail("Expect a 1D vector, but got shape {}", tensor::shapeText(tensor.sizes()));
  if (tensors.size() == 1) return tensors[0];
  TensorList columns;
  for (const Tensor& grid : meshgrid(tensors)) columns.push_back(flatten(grid));
  return stack(columns, 1);
}

constexpr Kernel kJoinKernels[] = {
    {"aten::cat", boxed<cat>},
    {"aten::cat.out", outOf<cat>},
    {"aten::concat", boxed<cat>},
    {"aten::concat.out", outOf<cat>},
    {"aten::concatenate", boxed<cat>},
    {"aten::concatenate.out", outOf<cat>},
    {"aten::stack", boxed<stack>},
    {"aten::stack.out", outOf<stack>},
    {"aten::hstack", boxed<hstack>},
    {"aten::hstack.out", outOf<hstack>},
    {"aten::vstack", boxed<vstack>},
    {"aten::vstack.out", outOf<vstack>},
    {"aten::row_stack", boxed<vstack>},
    {"aten::row_stack.out", outOf<vstack>},
    {"aten::dstack", boxed<dstack>},
    {"aten::dstack.out", outOf<dstack>},
    {"aten::column_stack", boxed<columnStack>},
    {"aten::column_stack.out", outOf<columnStack>},
    {"aten::block_diag", boxed<blockDiag>},
    {"aten::block_diag.out", generatedOutOf<blockDiag>},
    {"aten::meshgrid", boxed<meshgrid>},
    {"aten::meshgrid.indexing", boxed<meshgridBy>},
    {"aten::cartesian_prod", boxed<cartesianProd>},
};

}  // namespace

std::span<const Kernel> joinKernels() { return kJoinKernels; }

}  // namespace ts::kernels
