#include "core/jit/moved_elements.h"

#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/kernels/copy.h"

namespace ts::jit {

using tensor::Dims;
using tensor::DType;
using tensor::IValue;
using tensor::Tensor;

namespace {

struct Refused {};
void require(bool condition) {
  if (!condition) throw Refused{};
}

// The arguments of an operator.
class Call {
 public:
  Call(std::span<const IValue* const> arguments, std::span<const IValue* const> items)
      : arguments_(arguments), items_(items) {}
  const IValue& at(size_t i) const {
    require(i < arguments_.size() && arguments_[i] != nullptr);
    return *arguments_[i];
  }
  Tensor tensor(size_t i) const { return usual(at(i)); }
  int64_t integer(size_t i) const {
    require(at(i).isInt());
    return at(i).toInt();
  }
  std::vector<int64_t> integers(size_t i) const {
    if (at(i).isInt()) return {at(i).toInt()};
    std::vector<int64_t> numbers;
    for (const IValue* item : itemsOf(i)) {
      require(item->isInt());
      numbers.push_back(item->toInt());
    }
    return numbers;
  }
  std::vector<Tensor> tensors(size_t i) const {
    std::vector<Tensor> tensors;
    for (const IValue* item : itemsOf(i)) tensors.push_back(usual(*item));
    require(!tensors.empty());
    return tensors;
  }

 private:
  // Results of tensors with more dimensions depend on the format of their memory.
  static Tensor usual(const IValue& value) {
    require(value.isTensor());
    const Tensor tensor = value.toTensor();
    const tensor::TensorImpl& impl = *tensor.impl();
    require(impl.device == tensor::Device::Cpu && impl.numel != 0 && !impl.isConj &&
            !impl.isWrappedNumber && (impl.isContiguous || impl.sizes.size() < 3));
    return tensor;
  }
  std::vector<const IValue*> itemsOf(size_t i) const {
    require(i < arguments_.size());
    if (arguments_[i] == nullptr) return {items_.begin(), items_.end()};
    require(arguments_[i]->tag() == tensor::Tag::List);
    std::vector<const IValue*> items;
    for (const IValue& item : arguments_[i]->toList().items) items.push_back(&item);
    return items;
  }
  std::span<const IValue*const> arguments_, items_;
};

// A result in the making: its elements, and the sizes so far.
struct Moved {
  ElementSource elements;
  Dims sizes;
  DType dtype;
};
size_t wrap(int64_t dim, size_t rank) {
  const auto most = static_cast<int64_t>(rank);
  require(dim >= -most && dim < most);
  return static_cast<size_t>(dim < 0 ? dim + most : dim);
}
// The elements of the dimensions after one.
int64_t innerOf(const Dims& sizes, size_t dim) {
  int64_t inner = 1;
  for (size_t d = dim + 1; d < sizes.size(); ++d) inner *= sizes[d];
  return inner;
}
Moved storedOf(const Tensor& tensor) {
  return {storedSource(tensor), tensor.sizes(), tensor.dtype()};
}
void join(Moved& moved, std::vector<SourcePart> parts) {
  moved.elements = joinedSource(std::move(parts), tensor::sizeOf(moved.dtype));
}

Moved joined(const std::vector<Tensor>& tensors, size_t dim) {
  Moved result{nullptr, tensors[0].sizes(), tensors[0].dtype()};
  result.sizes[dim] = 0;
  std::vector<SourcePart> parts;
  for (const Tensor& tensor : tensors) {
    require(tensor.dtype() == result.dtype && tensor.sizes().size() == result.sizes.size());
    for (size_t d = 0; d < result.sizes.size(); ++d)
      require(d == dim || tensor.sizes()[d] == result.sizes[d]);
    const int64_t length = tensor.sizes()[dim] * innerOf(tensor.sizes(), dim);
    parts.push_back({storedSource(tensor), length, length});
    result.sizes[dim] += tensor.sizes()[dim];
  }
  join(result, std::move(parts));
  return result;
}
Moved cat(const Call& call) {
  const std::vector<Tensor> tensors = call.tensors(0);
  return joined(tensors, wrap(call.integer(1), tensors[0].sizes().size()));
}
Moved stack(const Call& call) {
  std::vector<Tensor> tensors = call.tensors(0);
  const size_t dim = wrap(call.integer(1), tensors[0].sizes().size() + 1);
  for (Tensor& tensor : tensors) {
    Dims sizes = tensor.sizes(), strides = tensor.strides();
    require(dim <= sizes.size());
    sizes.insert(dim, 1);
    strides.insert(dim, 1);
    require(tensor.isContiguous() || sizes.size() < 4);
    tensor = tensor::view(tensor, sizes, strides, tensor.offset());
  }
  return joined(tensors, dim);
}
Moved roll(const Call& call) {
  Moved result = storedOf(call.tensor(0));
  const std::vector<int64_t> shifts = call.integers(1), dims = call.integers(2);
  require(!dims.empty() && dims.size() == shifts.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t dim = wrap(dims[i], result.sizes.size());
    const int64_t size = result.sizes[dim], inner = innerOf(result.sizes, dim);
    const int64_t begin = ((size - shifts[i] % size) % size) * inner, pitch = size * inner;
    join(result, {{result.elements, pitch - begin, pitch, begin}, {result.elements, begin, pitch}});
  }
  return result;
}
// Pairs of numbers of elements before and after, from the last dimension on.
Moved padded(const Call& call, const IValue& value) {
  const Tensor self = call.tensor(0);
  require(self.isContiguous());
  Moved result = storedOf(self);
  const std::vector<int64_t> pads = call.integers(1);
  require(pads.size() % 2 == 0 && pads.size() / 2 <= result.sizes.size());
  require(value.isNone() || value.isNumber());
  const tensor::Scalar number = value.isNone() ? tensor::Scalar(int64_t{0}) : value.toScalar();
  const ElementSource filled = filledSource(kernels::tensorOf(number, result.dtype));
  for (size_t i = 0; i < pads.size(); i += 2) {
    require(pads[i] >= 0 && pads[i + 1] >= 0);
    const size_t dim = result.sizes.size() - 1 - i / 2;
    const int64_t inner = innerOf(result.sizes, dim), length = result.sizes[dim] * inner;
    join(result, {{filled, pads[i] * inner, 0},
                  {result.elements, length, length},
                  {filled, pads[i + 1] * inner, 0}});
    result.sizes[dim] += pads[i] + pads[i + 1];
  }
  return result;
}
Moved pad(const Call& call) {
  const IValue& mode = call.at(2);
  require(mode.tag() == tensor::Tag::String && mode.toString() == "constant");
  return padded(call, call.at(3));
}
Moved constantPad(const Call& call) { return padded(call, call.at(2)); }
Moved repeat(const Call& call) {
  constexpr int64_t kMostParts = 64;  // each costs a description
  Moved result = storedOf(call.tensor(0));
  const std::vector<int64_t> repeats = call.integers(1);
  require(repeats.size() >= result.sizes.size() && !repeats.empty());
  while (result.sizes.size() < repeats.size()) result.sizes.insert(0, 1);
  for (size_t dim = repeats.size(); dim-- > 0;) {
    require(repeats[dim] >= 1 && repeats[dim] <= kMostParts);
    if (repeats[dim] == 1) continue;
    const int64_t length = result.sizes[dim] * innerOf(result.sizes, dim);
    join(result, std::vector<SourcePart>(static_cast<size_t>(repeats[dim]),
                                         SourcePart{result.elements, length, length}));
    result.sizes[dim] *= repeats[dim];
  }
  return result;
}

// Replaces a dimension by those of the positions.
Moved selected(const Tensor& self, size_t dim, const Tensor& indices, bool wraps) {
  require(arePositions(indices) && indices.isContiguous() && !self.sizes().empty());
  const Dims &sizes = self.sizes(), &places = indices.sizes();
  Moved result{nullptr, sizes, self.dtype()};
  result.sizes.erase(dim);
  for (size_t i = 0; i < places.size(); ++i) result.sizes.insert(dim + i, places[i]);
  result.elements = selectedSource(storedSource(self), indices, sizes[dim], innerOf(sizes, dim),
                                   wraps, self.itemSize());
  return result;
}
Moved indexSelect(const Call& call) {
  const Tensor self = call.tensor(0), indices = call.tensor(2);
  require(indices.sizes().size() == 1);
  return selected(self, wrap(call.integer(1), self.sizes().size()), indices, false);
}
Moved embedding(const Call& call) {
  const Tensor weights = call.tensor(0);
  require(weights.sizes().size() == 2);
  return selected(weights, 0, call.tensor(1), false);
}
Moved index(const Call& call) {
  const Tensor self = call.tensor(0);
  const std::vector<Tensor> indices = call.tensors(1);
  require(indices.size() == 1 && self.isContiguous());
  return selected(self, 0, indices[0], true);
}
Moved gathered(const Tensor& self, size_t dim, const Tensor& indices) {
  require(arePositions(indices) && !self.sizes().empty() &&
          self.sizes().size() == indices.sizes().size());
  for (size_t d = 0; d < self.sizes().size(); ++d)
    require(d == dim || indices.sizes()[d] <= self.sizes()[d]);
  return {gatheredSource(self, dim, indices), indices.sizes(), self.dtype()};
}
Moved gather(const Call& call) {
  const Tensor self = call.tensor(0);
  require(call.at(2).isTensor() && call.at(2).toTensor().dtype() == DType::Int64);
  return gathered(self, wrap(call.integer(1), self.sizes().size()), call.tensor(2));
}
Moved takeAlong(const Call& call) {
  const Tensor self = call.tensor(0), indices = call.tensor(1);
  const size_t dim = wrap(call.integer(2), self.sizes().size());
  require(indices.dtype() == DType::Int64 && indices.sizes().size() == self.sizes().size());
  // Other dimensions would be broadcast.
  for (size_t d = 0; d < self.sizes().size(); ++d)
    require(d == dim || indices.sizes()[d] == self.sizes()[d]);
  return gathered(self, dim, indices);
}
Moved oneHot(const Call& call) {
  const Tensor indices = call.tensor(0);
  const int64_t classes = call.integer(1);
  require(indices.dtype() == DType::Int64 && indices.isContiguous() && classes > 0);
  Moved result{oneHotSource(indices, classes), indices.sizes(), DType::Int64};
  result.sizes.push_back(classes);
  return result;
}

struct MoveRow {
  const char* name;
  Moved (*move)(const Call& call);
};
constexpr MoveRow kMoves[] = {
    {"aten::cat", cat},
    {"aten::stack", stack},
    {"aten::roll", roll},
    {"aten::pad", pad},
    {"aten::constant_pad_nd", constantPad},
    {"aten::repeat", repeat},
    {"aten::index_select", indexSelect},
    {"aten::embedding", embedding},
    {"aten::index.Tensor", index},
    {"aten::gather", gather},
    {"aten::take_along_dim", takeAlong},
    {"aten::one_hot", oneHot},
};
using MoveTable = std::unordered_map<kernels::KernelFunction, const MoveRow*>;
const MoveTable& moveTable() {
  static auto* tables = new PerProfile<MoveTable>;
  return tables->get([] {
    MoveTable rows;
    for (const MoveRow& row : kMoves)
      if (const kernels::KernelFunction kernel = kernels::find(row.name))
        rows.emplace(kernel, &row);
    return rows;
  });
}

}  // namespace

bool movesElements(kernels::KernelFunction function) { return moveTable().contains(function); }

std::optional<MovedTensor> moveElements(kernels::KernelFunction function,
                                        std::span<const IValue* const> arguments,
                                        std::span<const IValue* const> items) {
  try {
    const Moved moved = moveTable().at(function)->move(Call(arguments, items));
    return MovedTensor{tensor::emptyMeta(moved.sizes, moved.dtype), moved.elements};
  } catch (const Refused&) {
    return std::nullopt;
  }
}

}  // namespace ts::jit
