// The arguments of one call of a fusion, and the loop over their elements.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/jit/fused_loop.h"
#include "core/jit/fusion.h"

namespace ts::jit {

// The properties of arguments that machine code depends on.
struct CallKey {
  std::array<uint8_t, kMostInputs> inputs{};
  tensor::DType defaultDType = tensor::DType::Float32;
  bool operator==(const CallKey&) const = default;
};

// A result, or the elements that a reduction adds up.
struct CallResult {
  tensor::DType dtype;
  Reduction reduction;
};

// The arguments are numbers, and tensors that are contiguous but for gaps between rows, such as
// those of chunk(). The shapes broadcast to one shape, that of all results. Everything else is left
// to the interpreter. Does not keep tensors alive.
class FusedCall {
 public:
  // Reads the arguments. Returns false if they have no loop.
  bool read(const Fusion& fusion, const tensor::IValue* registers, const tensor::IValue* pool);
  // True if a result that depends on some of the inputs, bit i for input i, has the whole shape.
  bool isWhole(uint32_t inputs) const;

  const CallKey& key() const { return key_; }
  std::span<const int64_t> shape() const { return shape_; }
  LoopInput input(size_t index) const;
  bool hasDims(size_t index) const { return !(key_.inputs[index] & kNoDims); }

  // Makes the results with the loop's code.
  void run(LoopCode code, VectorSize size, std::span<const CallResult> wanted,
           std::span<tensor::Tensor> results) const;

 private:
  // The bits of a key: a DType, and flags.
  static constexpr uint8_t kDType = 15, kNoDims = 16, kBroadcast = 32, kNumber = 64;
  struct Part;
  struct Dim {
    int64_t size = 0;
    std::array<int64_t, kMostInputs> strides;  // by tensor, in elements
  };
  static constexpr size_t kMostDims = 8;
  static constexpr int64_t kShortRow = 32;

  // Reads tensors of several shapes or with gaps.
  bool broadcast();
  // Repeats the elements of smaller tensors, so that all rows become one: short rows would leave
  // most lanes empty.
  void repeat();
  // Where a row of a tensor begins, in elements.
  int64_t offsetOf(int64_t row, size_t tensor) const {
    if (dims_ == 2) return row * rows_[1].strides[tensor];
    int64_t offset = 0;
    for (size_t d = 1; d < dims_; ++d) {
      offset += row % rows_[d].size * rows_[d].strides[tensor];
      row /= rows_[d].size;
    }
    return offset;
  }
  struct Sums;
  void runRows(const Part& part, Sums* sums, int64_t begin, int64_t end) const;
  tensor::Tensor reduced(const CallResult& wanted, std::span<const Sums> sums, size_t result) const;

  size_t inputs_ = 0, tensors_ = 0, numbers_ = 0;
  CallKey key_;
  // By input; null: a number. `read_` are the tensors that the loop reads: arguments or
  // `repeated_`.
  std::array<const tensor::TensorImpl*, kMostInputs> impls_, read_;
  std::vector<tensor::Tensor> repeated_;
  std::array<uint8_t, kMostInputs> tensorInputs_;  // the inputs that are tensors
  std::array<int64_t, kMostInputs> numberBits_;
  Dims broadcastShape_;
  std::span<const int64_t> shape_;
  int64_t inner_ = 0;  // the elements of a row
  size_t dims_ = 0;    // the dimensions of rows, the innermost first
  std::array<Dim, kMostDims> rows_;
};

}  // namespace ts::jit
