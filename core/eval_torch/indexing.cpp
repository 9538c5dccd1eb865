// tensor[...]
#include "core/eval/builtins/containers.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

// Applies the indices one by one, to the dimensions from the left.
struct Indexing {
  Vm& vm;
  Tensor& self;
  const Shape& shape;
  Shape result = {};
  size_t at = 0;                       // the next dimension of self
  bool isView = true;                  // false when an index is a tensor
  std::optional<Shape> advanced = {};  // the shape that tensor indices broadcast to
  size_t advancedAt = 0;               // the position of its dimensions in the result
  bool advancedSplit = false;
  // The positions taken from each dimension of self so far, for computing the values.
  struct Pick {
    int64_t start, step, count;
  };
  std::vector<Pick> picks = {};

  int64_t nextSize() {
    if (at >= shape.size())
      vm.raise(vm.types.IndexError,
               "too many indices for tensor of dimension " + std::to_string(shape.size()));
    return shape[at++];
  }

  void byInt(int64_t index) {
    const int64_t size = nextSize();
    if (size >= 0 && (index < -size || index >= size))
      vm.raise(vm.types.IndexError,
               "index " + std::to_string(index) + " is out of bounds for dimension " +
                   std::to_string(at - 1) + " with size " + std::to_string(size));
    picks.push_back({index < 0 ? index + size : index, 1, 1});
  }

  void bySlice(const Slice& slice) {
    const int64_t size = nextSize();
    if (size < 0) {
      const bool isWhole = slice.start.isNone() && slice.stop.isNone() && slice.step.isNone();
      result.push_back(isWhole ? size : -1);
      picks.push_back({0, 1, -1});
      return;
    }
    try {
      const SliceRange range = resolveSlice(vm, slice, size);
      if (range.step < 0) vm.raiseValueError("step must be greater than zero");
      result.push_back(range.count);
      picks.push_back({range.start, range.step, range.count});
    } catch (const UnknownTruth&) {
      result.push_back(-1);
      picks.push_back({0, 1, -1});
    }
  }

  void byTensor(const Tensor& index) {
    isView = false;
    const Shape& own = knownShape(index);
    if (!index.dtype) throw UnknownTruth{};
    const bool isMask = index.dtype->number == scalar::Bool || index.dtype->number == scalar::UInt8;
    if (isMask)
      for (size_t i = 0; i < own.size(); ++i) nextSize();
    else
      nextSize();
    const Shape indexShape = isMask ? Shape{-1} : own;
    if (!advanced)
      advancedAt = result.size();
    else if (advancedAt != result.size())
      advancedSplit = true;
    advanced = advanced ? broadcast(vm, advanced, indexShape) : indexShape;
  }

  void by(const Value& index, size_t dimensionsBehind) {
    if (index.tag() == Tag::Ellipsis) {
      while (at + dimensionsBehind < shape.size()) bySlice(*whole().as<Slice>());
    } else if (index.isNone()) {
      result.push_back(1);
      picks.push_back({-1, 0, 0});
    } else if (auto* slice = index.as<Slice>()) {
      bySlice(*slice);
    } else if (auto* tensor = index.as<Tensor>()) {
      const bool isPlace = tensor->shape && tensor->shape->empty() && tensor->dtype &&
                           categoryOf(tensor->dtype->number) == 1;
      if (isPlace && valuesOf(*tensor)) {
        byInt(static_cast<int64_t>(valueAt(*tensor, 0)));
      } else if (isPlace) {
        nextSize();
        isView = false;
      } else {
        byTensor(*tensor);
      }
    } else if (index.as<List>() || index.as<Tuple>() || index.as<Range>()) {
      byTensor(*tensorOf(vm, index, nullptr, nullptr).as<Tensor>());
    } else if (index.isBool() || index.isUnknown()) {
      throw UnknownTruth{};
    } else {
      byInt(vm.toIndex(index));
    }
  }

  Value whole() { return new Slice(vm.types.slice, Value::none(), Value::none(), Value::none()); }

  // The storage positions of the picked elements, in row-major order.
  std::vector<int64_t> elements() const {
    std::vector<int64_t> places = {0};
    size_t dim = 0;
    for (const Pick& pick : picks) {
      if (pick.start < 0) continue;  // None
      std::vector<int64_t> next;
      for (int64_t place : places)
        for (int64_t i = 0; i < pick.count; ++i)
          next.push_back(place * shape[dim] + pick.start + i * pick.step);
      places = std::move(next);
      ++dim;
    }
    for (int64_t& place : places) place = self.elements[place];
    return places;
  }
};

// The number of dimensions that an index consumes.
size_t dimensionsOf(const Value& index) {
  if (index.isNone()) return 0;
  if (auto* tensor = index.as<Tensor>()) {
    const bool isMask = tensor->dtype && tensor->dtype->number == scalar::Bool;
    return isMask && tensor->shape ? tensor->shape->size() : 1;
  }
  return 1;
}

}  // namespace

Value indexTensor(Vm& vm, Tensor& self, const Value& index) {
  if (!self.shape || index.isUnknown()) return reshaped(vm, self, std::nullopt);
  std::vector<Value> indices = {index};
  if (auto* tuple = index.as<Tuple>()) indices = tuple->items;
  try {
    Indexing state{vm, self, *self.shape};
    for (size_t i = 0; i < indices.size(); ++i) {
      size_t behind = 0;
      for (size_t k = i + 1; k < indices.size(); ++k) behind += dimensionsOf(indices[k]);
      state.by(indices[i], behind);
    }
    while (state.at < state.shape.size()) state.bySlice(*state.whole().as<Slice>());
    Shape result = state.result;
    if (state.advanced) {
      auto place =
          result.begin() + static_cast<ptrdiff_t>(state.advancedSplit ? 0 : state.advancedAt);
      result.insert(place, state.advanced->begin(), state.advanced->end());
    }
    Ref<Tensor> viewed = reshaped(vm, self, result);
    if (state.isView && valuesOf(self) && numberOfElements(*self.shape) >= 0) {
      viewed->storage = self.storage;
      viewed->elements = state.elements();
    }
    return viewed;
  } catch (const UnknownTruth&) {
    return reshaped(vm, self, std::nullopt);
  }
}

}  // namespace ts::eval
