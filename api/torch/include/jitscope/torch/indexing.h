// torch::indexing: x.index({Slice(0, 2), "...", None, mask}). C++17.
#pragma once

#include <jitscope/torch/factories.h>

namespace at {
inline namespace jitscope_v0 {
namespace indexing {

enum class EllipsisIndexType { Ellipsis };
constexpr EllipsisIndexType Ellipsis = EllipsisIndexType::Ellipsis;
constexpr c10::nullopt_t None = c10::nullopt;

// start:stop:step; an end without a number is that of the dimension.
class Slice {
 public:
  Slice(c10::optional<int64_t> start = c10::nullopt, c10::optional<int64_t> stop = c10::nullopt,
        c10::optional<int64_t> step = c10::nullopt)
      : start_(start), stop_(stop), step_(step.value_or(1)) {
    TORCH_CHECK_VALUE(step_ > 0, "step must be greater than zero");
  }
  c10::optional<int64_t> start() const { return start_; }
  c10::optional<int64_t> stop() const { return stop_; }
  int64_t step() const { return step_; }

 private:
  c10::optional<int64_t> start_, stop_;
  int64_t step_;
};

// One of the indices between brackets.
class TensorIndex {
 public:
  enum class Kind { None, Ellipsis, Integer, Boolean, Slice, Tensor };
  TensorIndex(c10::nullopt_t) : kind_(Kind::None) {}
  TensorIndex(EllipsisIndexType) : kind_(Kind::Ellipsis) {}
  TensorIndex(const char* text) : kind_(Kind::Ellipsis) {
    TORCH_CHECK_VALUE(c10::string_view(text) == "...",
                      "Expected \"...\" to represent an ellipsis index, but got \"", text, "\"");
  }
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  TensorIndex(T number)
      : kind_(std::is_same_v<T, bool> ? Kind::Boolean : Kind::Integer),
        integer_(static_cast<int64_t>(number)) {}
  TensorIndex(Slice slice) : kind_(Kind::Slice), slice_(slice) {}
  TensorIndex(Tensor tensor) : kind_(Kind::Tensor), tensor_(std::move(tensor)) {}
  Kind kind() const { return kind_; }
  int64_t integer() const { return integer_; }
  const Slice& slice() const { return slice_; }
  const Tensor& tensor() const { return tensor_; }

 private:
  Kind kind_;
  int64_t integer_ = 0;
  Slice slice_;
  Tensor tensor_;
};

namespace detail {

// A view of a tensor, and the tensors that index it; undefined for a whole dimension.
struct Indexed {
  Tensor view;
  std::vector<Tensor> indices;
};

inline int64_t dimensionsOf(const TensorIndex& index) {
  switch (index.kind()) {
    case TensorIndex::Kind::Integer:
    case TensorIndex::Kind::Slice: return 1;
    case TensorIndex::Kind::Tensor: {
      const bool isMask =
          index.tensor().scalar_type() == kBool || index.tensor().scalar_type() == kByte;
      return isMask ? index.tensor().dim() : 1;
    }
    default: return 0;
  }
}

// Applies numbers and slices.
inline Indexed applyViews(const Tensor& self, ArrayRef<TensorIndex> indices) {
  int64_t named = 0, dim = 0;
  for (const TensorIndex& index : indices) named += dimensionsOf(index);
  TORCH_CHECK_INDEX(named <= self.dim(), "too many indices for tensor of dimension ", self.dim());
  Indexed found{self, {}};
  const auto add = [&](const Tensor& tensor) {
    found.indices.resize(static_cast<size_t>(dim));
    found.indices.push_back(tensor);
  };
  for (const TensorIndex& index : indices) switch (index.kind()) {
      case TensorIndex::Kind::None: found.view = found.view.unsqueeze(dim++); break;
      case TensorIndex::Kind::Ellipsis: dim += self.dim() - named; break;
      case TensorIndex::Kind::Integer: found.view = found.view.select(dim, index.integer()); break;
      case TensorIndex::Kind::Slice: {
        const Slice& slice = index.slice();
        if (slice.start().value_or(0) != 0 || slice.stop().has_value() || slice.step() != 1)
          found.view = found.view.slice(dim, slice.start(), slice.stop(), slice.step());
        ++dim;
        break;
      }
      case TensorIndex::Kind::Boolean:
        found.view = found.view.unsqueeze(dim);
        add(at::full({1}, index.integer() != 0, kBool));
        ++dim;
        break;
      case TensorIndex::Kind::Tensor: {
        const Tensor& tensor = index.tensor();
        if (tensor.dim() == 0 && c10::isIntegralType(tensor.scalar_type()) &&
            tensor.scalar_type() != kByte) {
          found.view = found.view.select(dim, tensor.item<int64_t>());
          break;
        }
        const int64_t taken = dimensionsOf(index);
        if (taken == 0) found.view = found.view.unsqueeze(dim);
        add(tensor);
        dim += std::max<int64_t>(taken, 1);
        break;
      }
    }
  return found;
}

// The list of indices of aten::index. A mask of several dimensions stands once for all of them.
inline at::detail::Ref boxedIndices(const std::vector<Tensor>& indices) {
  std::vector<const jitscope_value*> handles;
  for (size_t i = 0; i < indices.size(); ++i) {
    handles.push_back(indices[i].value().get());
    if (indices[i].defined())
      i += static_cast<size_t>(std::max<int64_t>(dimensionsOf(TensorIndex(indices[i])), 1) - 1);
  }
  return at::detail::made(jitscope_list, handles.data(), handles.size());
}

// The value without leading dimensions of size 1 that the place lacks.
inline Tensor withoutLeadingOnes(Tensor value, int64_t rank) {
  while (value.dim() > rank && value.size(0) == 1) value = value.squeeze(0);
  return value;
}

}  // namespace detail
}  // namespace indexing

inline Tensor Tensor::index(ArrayRef<indexing::TensorIndex> indices) const {
  const indexing::detail::Indexed found = indexing::detail::applyViews(*this, indices);
  if (found.indices.empty()) return found.view.is_same(*this) ? alias() : found.view;
  return detail::call<Tensor>("aten::index.Tensor", found.view,
                              indexing::detail::boxedIndices(found.indices));
}
inline Tensor& Tensor::index_put_(ArrayRef<indexing::TensorIndex> indices,
                                  const Tensor& values) const {
  const indexing::detail::Indexed found = indexing::detail::applyViews(*this, indices);
  if (found.indices.empty())
    found.view.copy_(indexing::detail::withoutLeadingOnes(values, found.view.dim()));
  else
    detail::call<void>("aten::index_put_", found.view,
                       indexing::detail::boxedIndices(found.indices), values.to(scalar_type()),
                       false);
  return const_cast<Tensor&>(*this);
}
inline Tensor& Tensor::index_put_(ArrayRef<indexing::TensorIndex> indices,
                                  const Scalar& value) const {
  return index_put_(indices, at::full({}, value, options()));
}
inline Tensor Tensor::index(std::initializer_list<indexing::TensorIndex> indices) const {
  return index(ArrayRef<indexing::TensorIndex>(indices));
}
inline Tensor& Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices,
                                  const Tensor& values) const {
  return index_put_(ArrayRef<indexing::TensorIndex>(indices), values);
}
inline Tensor& Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices,
                                  const Scalar& value) const {
  return index_put_(ArrayRef<indexing::TensorIndex>(indices), value);
}
inline Tensor Tensor::operator[](const Tensor& index) const { return this->index({index}); }

}  // namespace jitscope_v0
}  // namespace at

namespace torch {
namespace indexing {
using namespace at::indexing;
}  // namespace indexing
}  // namespace torch
