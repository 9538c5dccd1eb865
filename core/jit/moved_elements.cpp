#include "core/jit/moved_elements.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/kernels/by_size.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::Dims;
using tensor::DType;
using tensor::IValue;
using tensor::Tensor;

namespace {

using Source = std::shared_ptr<const MovedElements>;

// ---- sources

template <typename T>
void copyApart(T* to, const T* from, int64_t step, int64_t count) {
  if (step == 1)
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
  else if (step == 0)
    std::fill_n(to, count, *from);
  else
    for (int64_t i = 0; i < count; ++i) to[i] = from[i * step];
}

// A place among the elements of a shape, with the offsets of several layouts.
template <size_t kLayouts>
class Walk {
 public:
  Walk(const Dims& sizes, std::array<const int64_t*, kLayouts> strides, int64_t begin)
      : sizes_(sizes), strides_(strides), at_(sizes.size(), 0) {
    for (size_t d = sizes.size(); d-- > 0; begin /= sizes[d]) at_[d] = begin % sizes[d];
    for (size_t k = 0; k < kLayouts; ++k)
      for (size_t d = 0; d < sizes.size(); ++d) offsets[k] += at_[d] * strides[k][d];
  }
  std::array<int64_t, kLayouts> offsets{};
  // The elements up to the end of the innermost dimension, at most `count`.
  int64_t run(int64_t count) const {
    return sizes_.empty() ? 1 : std::min(count, sizes_.back() - at_.back());
  }
  void advance(int64_t count) {
    if (sizes_.empty()) return;
    size_t d = sizes_.size() - 1;
    move(d, count);
    for (; d > 0 && at_[d] == sizes_[d]; --d) {
      move(d, -sizes_[d]);
      move(d - 1, 1);
    }
  }

 private:
  void move(size_t d, int64_t steps) {
    at_[d] += steps;
    for (size_t k = 0; k < kLayouts; ++k) offsets[k] += steps * strides_[k][d];
  }
  const Dims& sizes_;
  std::array<const int64_t*, kLayouts> strides_;
  Dims at_;
};

// A tensor.
template <typename T>
class Stored final : public MovedElements {
 public:
  explicit Stored(Tensor tensor)
      : tensor_(std::move(tensor)),
        from_(reinterpret_cast<const T*>(tensor_.bytes())),
        isContiguous_(tensor_.isContiguous()) {}
  bool read(int64_t begin, int64_t count, std::byte* to) const override {
    T* into = reinterpret_cast<T*>(to);
    if (isContiguous_) {
      copyApart(into, from_ + begin, 1, count);
      return true;
    }
    Walk<1> walk(tensor_.sizes(), {tensor_.strides().data()}, begin);
    for (int64_t done = 0, run = 0; done < count; done += run, walk.advance(run)) {
      run = walk.run(count - done);
      copyApart(into + done, from_ + walk.offsets[0], tensor_.strides().back(), run);
    }
    return true;
  }

 private:
  Tensor tensor_;
  const T* from_;
  bool isContiguous_;
};

// A number everywhere.
template <typename T>
class Filled final : public MovedElements {
 public:
  explicit Filled(const Tensor& number) : tensor_(number) {}
  bool read(int64_t, int64_t count, std::byte* to) const override {
    std::fill_n(reinterpret_cast<T*>(to), count, *reinterpret_cast<const T*>(tensor_.bytes()));
    return true;
  }

 private:
  Tensor tensor_;  // one element
};

// Parts of sources after each other, again and again: of the k-th round, `length` elements of each
// source from k * pitch + offset on.
struct Part {
  Source source;
  int64_t length, pitch, offset = 0;
};
class Joined final : public MovedElements {
 public:
  Joined(std::vector<Part> parts, size_t itemSize) : parts_(std::move(parts)), itemSize_(itemSize) {
    for (const Part& part : parts_) length_ += part.length;
  }
  bool read(int64_t begin, int64_t count, std::byte* to) const override {
    const int64_t round = begin / length_;
    int64_t at = begin % length_;
    size_t i = 0;
    for (; at >= parts_[i].length; ++i) at -= parts_[i].length;
    for (int64_t k = round; count > 0;) {
      const Part& part = parts_[i];
      const int64_t run = std::min(count, part.length - at);
      if (run > 0 && !part.source->read(k * part.pitch + part.offset + at, run, to)) return false;
      to += static_cast<size_t>(run) * itemSize_;
      count -= run;
      at = 0;
      if (++i < parts_.size()) continue;
      i = 0;
      ++k;
    }
    return true;
  }

 private:
  std::vector<Part> parts_;
  size_t itemSize_;
  int64_t length_ = 0;
};

// Positions as a kernel reads them.
class Positions {
 public:
  // In PyTorch 1.13, not all operators take positions of 32 bits.
  static bool areUsual(const Tensor& indices) {
    const bool isInt = indices.dtype() == DType::Int32 && atLeast(TorchProfile::Torch2_6);
    return (isInt || indices.dtype() == DType::Int64) && indices.numel() != 0;
  }
  explicit Positions(Tensor indices) : indices_(std::move(indices)) {}
  const Tensor& tensor() const { return indices_; }
  int64_t at(int64_t offset) const {
    return indices_.dtype() == DType::Int64 ? indices_.data<int64_t>()[offset]
                                            : indices_.data<int32_t>()[offset];
  }

 private:
  Tensor indices_;
};

// The parts of a dimension at positions, `inner` elements each.
class Selected final : public MovedElements {
 public:
  Selected(Source source, Positions positions, int64_t limit, int64_t inner, bool wraps,
           size_t itemSize)
      : source_(std::move(source)),
        positions_(std::move(positions)),
        limit_(limit),
        inner_(inner),
        wraps_(wraps),
        itemSize_(itemSize) {}
  bool read(int64_t begin, int64_t count, std::byte* to) const override {
    const int64_t positions = positions_.tensor().numel();
    int64_t row = begin / inner_, at = begin % inner_, outer = row / positions;
    for (row %= positions; count > 0; at = 0) {
      int64_t position = positions_.at(row);
      if (wraps_ && position < 0) position += limit_;
      if (position < 0 || position >= limit_) return false;
      const int64_t run = std::min(count, inner_ - at);
      if (!source_->read((outer * limit_ + position) * inner_ + at, run, to)) return false;
      to += static_cast<size_t>(run) * itemSize_;
      count -= run;
      if (++row < positions) continue;
      row = 0;
      ++outer;
    }
    return true;
  }

 private:
  Source source_;
  Positions positions_;  // contiguous
  int64_t limit_, inner_;
  bool wraps_;
  size_t itemSize_;
};

// The elements of a tensor at positions along a dimension, one for each element of the result.
template <typename T>
class Gathered final : public MovedElements {
 public:
  Gathered(Tensor self, Positions positions, size_t dim)
      : self_(std::move(self)), positions_(std::move(positions)), dim_(dim) {
    others_ = self_.strides();
    others_[dim_] = 0;
  }
  bool read(int64_t begin, int64_t count, std::byte* to) const override {
    const Tensor& indices = positions_.tensor();
    const T* from = reinterpret_cast<const T*>(self_.bytes());
    T* into = reinterpret_cast<T*>(to);
    const int64_t limit = self_.sizes()[dim_], stride = self_.strides()[dim_],
                  step = indices.strides().back(), other = others_.back();
    Walk<2> walk(indices.sizes(), {indices.strides().data(), others_.data()}, begin);
    for (int64_t done = 0, run = 0; done < count; done += run, walk.advance(run)) {
      run = walk.run(count - done);
      const auto [index, offset] = walk.offsets;
      if (step == 0) {  // one position for all
        const int64_t position = positions_.at(index);
        if (position < 0 || position >= limit) return false;
        copyApart(into + done, from + offset + position * stride, other, run);
        continue;
      }
      for (int64_t i = 0; i < run; ++i) {
        const int64_t position = positions_.at(index + i * step);
        if (position < 0 || position >= limit) return false;
        into[done + i] = from[offset + i * other + position * stride];
      }
    }
    return true;
  }

 private:
  Tensor self_;
  Positions positions_;
  size_t dim_;
  Dims others_;  // the strides of self_ without that of dim_
};

// Rows of zeros with a one at a position.
class OneHot final : public MovedElements {
 public:
  OneHot(Positions positions, int64_t classes)
      : positions_(std::move(positions)), classes_(classes) {}
  bool read(int64_t begin, int64_t count, std::byte* to) const override {
    auto* into = reinterpret_cast<int64_t*>(to);
    std::fill_n(into, count, 0);
    for (int64_t row = begin / classes_; row * classes_ < begin + count; ++row) {
      const int64_t position = positions_.at(row), at = row * classes_ + position - begin;
      if (position < 0 || position >= classes_) return false;
      if (at >= 0 && at < count) into[at] = 1;
    }
    return true;
  }

 private:
  Positions positions_;  // contiguous
  int64_t classes_;
};

// ---- operators

struct Refused {};
void require(bool condition) {
  if (!condition) throw Refused{};
}

template <template <typename> typename Kind, typename... Arguments>
Source makeSource(const Tensor& tensor, Arguments&&... arguments) {
  return kernels::visitSize(tensor.itemSize(), [&]<typename T>() -> Source {
    return std::make_shared<Kind<T>>(tensor, std::forward<Arguments>(arguments)...);
  });
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
  Source elements;
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
  return {makeSource<Stored>(tensor), tensor.sizes(), tensor.dtype()};
}
void join(Moved& moved, std::vector<Part> parts) {
  moved.elements = std::make_shared<Joined>(std::move(parts), tensor::sizeOf(moved.dtype));
}

Moved joined(const std::vector<Tensor>& tensors, size_t dim) {
  Moved result{nullptr, tensors[0].sizes(), tensors[0].dtype()};
  result.sizes[dim] = 0;
  std::vector<Part> parts;
  for (const Tensor& tensor : tensors) {
    require(tensor.dtype() == result.dtype && tensor.sizes().size() == result.sizes.size());
    for (size_t d = 0; d < result.sizes.size(); ++d)
      require(d == dim || tensor.sizes()[d] == result.sizes[d]);
    const int64_t length = tensor.sizes()[dim] * innerOf(tensor.sizes(), dim);
    parts.push_back({makeSource<Stored>(tensor), length, length});
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
  const Source filled = makeSource<Filled>(kernels::tensorOf(number, result.dtype));
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
    join(result, std::vector<Part>(static_cast<size_t>(repeats[dim]),
                                   Part{result.elements, length, length}));
    result.sizes[dim] *= repeats[dim];
  }
  return result;
}

// Replaces a dimension by those of the positions.
Moved selected(const Tensor& self, size_t dim, const Tensor& indices, bool wraps) {
  require(Positions::areUsual(indices) && indices.isContiguous() && !self.sizes().empty());
  const Dims &sizes = self.sizes(), &places = indices.sizes();
  Moved result{nullptr, sizes, self.dtype()};
  result.sizes.erase(dim);
  for (size_t i = 0; i < places.size(); ++i) result.sizes.insert(dim + i, places[i]);
  result.elements =
      std::make_shared<Selected>(makeSource<Stored>(self), Positions(indices), sizes[dim],
                                 innerOf(sizes, dim), wraps, self.itemSize());
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
  require(Positions::areUsual(indices) && !self.sizes().empty() &&
          self.sizes().size() == indices.sizes().size());
  for (size_t d = 0; d < self.sizes().size(); ++d)
    require(d == dim || indices.sizes()[d] <= self.sizes()[d]);
  return {makeSource<Gathered>(self, Positions(indices), dim), indices.sizes(), self.dtype()};
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
  Moved result{std::make_shared<OneHot>(Positions(indices), classes), indices.sizes(),
               DType::Int64};
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
