// The arguments of one call of a fusion, and the loop over their elements.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/jit/fused_loop.h"
#include "core/jit/fusion.h"

namespace ts::jit {

// The properties of arguments that decide about the operators of a fusion.
struct CallKey {
  // The dtype, the kind of value, the number of dimensions, and which of them have one element.
  // Only the first `count` have a value, because a call uses few of them.
  std::array<uint32_t, kMostInputs> inputs;
  size_t count = 0;
  tensor::DType defaultDType = tensor::DType::Float32;
  bool operator==(const CallKey& other) const {
    if (count != other.count || defaultDType != other.defaultDType) return false;
    for (size_t i = 0; i < count; ++i)
      if (inputs[i] != other.inputs[i]) return false;
    return true;
  }
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
  uint32_t reduced = 0;  // bit d: dimension d; after the split into groups
  int64_t groups = 0;    // see RowSpace
  int positions = -1;    // an input whose elements are positions in a row; -1: none
  std::vector<CallResult> results;
};

// The form of the loop, and for each of its inputs the step and if it has one element for each row.
struct CallPattern {
  static constexpr size_t kMost = 2 * kMostInputs;
  VectorSize vectors;
  Form form = Form::Lines;
  bool hasLines = false;
  std::array<uint8_t, kMost> inputs{};
  bool operator==(const CallPattern&) const = default;
  void applyTo(FusedLoop& loop) const;
};

// The arguments are numbers, and tensors whose dimensions are in the order of a contiguous tensor,
// as after chunk() and select(). Everything else is left to the interpreter. Does not keep tensors
// alive.
class FusedCall {
 public:
  // Reads the values of a fusion's inputs; null: an input that operators do not read. Returns false
  // for other arguments.
  bool read(std::span<const tensor::IValue* const> inputs);
  const CallKey& key() const { return key_; }
  // Null: a number.
  const tensor::TensorImpl* tensor(size_t input) const { return impls_[input]; }

  // Arranges the dimensions. Returns false if the loop does not support their order, or if shapes
  // do not fit. Lines that are shorter than these vectors have the pattern of shorter ones.
  bool arrange(const CallSpace& space, VectorSize vectors);
  // In place of read() and arrange(): reads arguments of the same dtypes and shapes as the last
  // ones, if these were one line of elements. Returns false for others, which read() reads.
  bool readAgain(std::span<const tensor::IValue* const> inputs);
  const CallPattern& pattern() const { return pattern_; }

  // True if the only result has the shape, the dtype and the layout of an input, and the loop reads
  // each element of the input before it writes that of the result, and not again.
  bool mayReplace(size_t input) const;

  // Makes the results with the loop's code. scratch: see WrittenLoop. replaced: the memory of the
  // only result, which then stays undefined; null: a new tensor.
  void run(LoopCode code, int64_t scratch, std::span<tensor::Tensor> results, std::byte* replaced);

 private:
  static constexpr size_t kMostDims = 9;
  static constexpr size_t kMostPointers = CallPattern::kMost + kMostOutputs;
  static constexpr int64_t kShortRow = 32;
  // Without initial values, because a call uses few of them.
  struct Dim {
    int64_t size;
    bool isReduced;
    std::array<int64_t, kMostPointers> strides;  // in elements, by pointer
  };
  struct Pointer {
    std::byte* begin;
    int64_t itemSize;
  };
  struct Sums;

  bool readInput(size_t index, const tensor::IValue& value);
  bool isPlain();
  bool findShape();
  bool addDims();
  void addDim(const Dim& dim);
  bool choosePattern();
  void repeat();
  bool arePositionsValid() const;
  Dims shapeOf(const CallResult& result) const;
  bool isTotal(size_t pointer) const {
    return pointer < results_ && space_->results[pointer].reduction != Reduction::None;
  }
  // The offset of the dimensions after that of rows, in elements.
  int64_t offsetOf(int64_t outer, size_t pointer) const;
  void runRows(LoopCode code, int64_t scratch, Sums* sums, int64_t begin, int64_t end) const;
  void runShortRows(LoopCode code, std::span<std::byte* const> row, LoopSize size,
                    std::byte* scratch) const;
  tensor::Tensor total(const CallResult& wanted, std::span<const Sums> sums, size_t result) const;

  bool isLine_ = false;  // see readAgain()
  CallKey key_;
  std::array<const tensor::TensorImpl*, kMostInputs> impls_;
  std::array<int64_t, kMostInputs> bits_;  // of numbers

  const CallSpace* space_ = nullptr;
  int lanes_ = 0;
  CallPattern pattern_;
  std::array<int64_t, CallPattern::kMost> numbers_;
  Dims shape_;  // of the whole elements, before the split into groups
  size_t results_ = 0;
  size_t pointers_ = 0;  // the results, then the tensors
  std::array<const tensor::TensorImpl*, kMostPointers> tensors_;
  std::array<Alignment, kMostPointers> alignments_;
  std::vector<tensor::Tensor> repeated_;
  std::array<Pointer, kMostPointers> places_;
  size_t dims_ = 0;  // the innermost first; the element, the line where there is one, the row, ...
  std::array<Dim, kMostDims> all_;
  size_t rowDim_ = 1;  // the dimension of rows; those after it are outside of the code
  std::array<LoopSteps, kMostPointers> steps_;
  LoopSize size_;
};

}  // namespace ts::jit
