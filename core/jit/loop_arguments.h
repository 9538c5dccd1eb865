// The arguments of one call of a fusion, as a target's loop passes through them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/jit/fused_loop.h"
#include "core/jit/fusion.h"
#include "core/jit/moved_elements.h"
#include "core/tensor/tensor.h"

namespace ts::jit {

// Dimensions of a tensor of at most eight.
class DimSet {
 public:
  static constexpr size_t kMost = 8;
  bool contains(size_t dim) const { return (bits_ >> dim & 1) != 0; }
  void add(size_t dim) { bits_ = static_cast<uint8_t>(bits_ | 1U << dim); }
  bool empty() const { return bits_ == 0; }
  size_t size() const { return static_cast<size_t>(std::popcount(bits_)); }
  bool operator==(const DimSet&) const = default;

 private:
  uint8_t bits_ = 0;
};

// A result: all elements, one for each row, or a sum or mean.
struct CallResult {
  tensor::DType dtype;
  Reduction reduction = Reduction::None;
  bool isRow = false;
  bool keepsDims = false;  // isRow: with the reduced dimensions
};

// The dimensions of a fusion, and the arguments that its loop reads.
struct CallSpace {
  struct Input {
    size_t index;  // in the fusion
    bool isNumber;
    Alignment alignment = Alignment::Last;
  };
  std::vector<Input> inputs;  // by input of the loop
  size_t rank = 0;
  DimSet reduced;      // after the split into groups
  int64_t groups = 0;  // see RowSpace
  int positions = -1;  // an input of the fusion whose elements are positions in a row; -1: none
  bool countsRows = false;  // positions in a row are numbers of floats
  std::vector<CallResult> results;
  // The dimensions from the innermost on, as results with all elements are in memory; empty: they
  // are contiguous.
  tensor::Dims order = {};

  bool hasRows() const { return !reduced.empty() || groups != 0; }
};

// Pointers are the results, then the tensors among the inputs of the loop.
struct LoopArguments {
  static constexpr size_t kMostLoopInputs = 2 * kMostInputs;
  static constexpr size_t kMostPointers = kMostLoopInputs + kMostOutputs;
  static constexpr size_t kMostDims = DimSet::kMost + 1;
  // Without initial values, because a call uses few of them.
  struct Dim {
    int64_t size;
    bool isReduced;
    std::array<int64_t, kMostPointers> strides;  // in elements, by pointer
  };

  const CallSpace* space = nullptr;
  tensor::Dims shape;  // of the whole elements, before the split into groups
  size_t results = 0, pointers = 0;
  std::array<const tensor::TensorImpl*, kMostPointers> tensors;  // from `results` on
  // The elements of tensors that are not in memory; null for others.
  std::array<const MovedElements*, kMostPointers> moved;
  std::array<int64_t, kMostLoopInputs> numbers;  // the bits of the other inputs
  size_t rank = 0;
  std::array<Dim, kMostDims> dims;  // the innermost first

  // True for a result that is a sum or a mean.
  bool isTotal(size_t pointer) const {
    return pointer < results && space->results[pointer].reduction != Reduction::None;
  }
  tensor::Dims shapeOf(const CallResult& result) const;
  // The strides of a result for each dimension of the whole elements; 0 where it has none.
  tensor::Dims stridesOf(size_t result) const;
  // A result without values, not a sum or mean.
  tensor::Tensor emptyResult(size_t result) const;
};

// The loop that a target writes for some arguments: the form, and the layout of each input.
struct LoopPattern {
  struct InputLayout {
    LoopInput::Step step = LoopInput::Step::Next;
    bool isRow = false;
    bool operator==(const InputLayout&) const = default;
  };
  int unit = 0;  // the target's own choice, such as the size of vectors
  Form form = Form::Lines;
  bool hasLines = false;
  size_t count = 0;  // of the inputs
  std::array<InputLayout, LoopArguments::kMostLoopInputs> inputs;
  bool operator==(const LoopPattern& other) const;
  void applyTo(FusedLoop& loop) const;
};

}  // namespace ts::jit
