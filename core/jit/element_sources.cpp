#include "core/jit/element_sources.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/kernels/by_size.h"

namespace ts::jit {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;

namespace {

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

// See joinedSource().
class Joined final : public MovedElements {
 public:
  Joined(std::vector<SourcePart> parts, size_t itemSize)
      : parts_(std::move(parts)), itemSize_(itemSize) {
    for (const SourcePart& part : parts_) length_ += part.length;
  }
  bool read(int64_t begin, int64_t count, std::byte* to) const override {
    const int64_t round = begin / length_;
    int64_t at = begin % length_;
    size_t i = 0;
    for (; at >= parts_[i].length; ++i) at -= parts_[i].length;
    for (int64_t k = round; count > 0;) {
      const SourcePart& part = parts_[i];
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
  std::vector<SourcePart> parts_;
  size_t itemSize_;
  int64_t length_ = 0;
};

// Positions as a kernel reads them.
class Positions {
 public:
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
  Selected(ElementSource source, Positions positions, int64_t limit, int64_t inner, bool wraps,
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
  ElementSource source_;
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

// A source that depends on the size of elements.
template <template <typename> typename Kind, typename... Arguments>
ElementSource makeSource(const Tensor& tensor, Arguments&&... arguments) {
  return kernels::visitSize(tensor.itemSize(), [&]<typename T>() -> ElementSource {
    return std::make_shared<Kind<T>>(tensor, std::forward<Arguments>(arguments)...);
  });
}

}  // namespace

ElementSource storedSource(const Tensor& tensor) { return makeSource<Stored>(tensor); }
ElementSource filledSource(const Tensor& number) { return makeSource<Filled>(number); }
ElementSource joinedSource(std::vector<SourcePart> parts, size_t itemSize) {
  return std::make_shared<Joined>(std::move(parts), itemSize);
}

bool arePositions(const Tensor& indices) {
  const bool isInt = indices.dtype() == DType::Int32 && atLeast(TorchProfile::Torch2_6);
  return (isInt || indices.dtype() == DType::Int64) && indices.numel() != 0;
}
ElementSource selectedSource(ElementSource source, const Tensor& indices, int64_t limit,
                             int64_t inner, bool wraps, size_t itemSize) {
  return std::make_shared<Selected>(std::move(source), Positions(indices), limit, inner, wraps,
                                    itemSize);
}
ElementSource gatheredSource(const Tensor& self, size_t dim, const Tensor& indices) {
  return makeSource<Gathered>(self, Positions(indices), dim);
}
ElementSource oneHotSource(const Tensor& indices, int64_t classes) {
  return std::make_shared<OneHot>(Positions(indices), classes);
}

}  // namespace ts::jit
