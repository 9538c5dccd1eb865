// A chain of formulas as one loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/pointwise.h"

namespace ts::jit {

struct LoopInput {
  tensor::DType dtype;  // for numbers: Int64, Float64 or Bool
  bool isNumber = false;
  bool isBroadcast = false;  // all elements are the first one
};

// The value of an operand, computed or known.
struct LoopOperand {
  enum class Kind : uint8_t { Input, Node, Constant };
  Kind kind;
  size_t index = 0;
  tensor::Scalar constant;
};

struct LoopNode {
  const kernels::Pointwise* formula;
  kernels::PointwiseTypes types;
  std::vector<LoopOperand> operands, numbers;
};

// How a result summarises the elements of a node.
enum class Reduction : uint8_t { None, Sum, Mean };

struct LoopOutput {
  size_t node;
  Reduction reduction = Reduction::None;
};

struct FusedLoop {
  std::vector<LoopInput> inputs;
  std::vector<LoopNode> nodes;
  std::vector<LoopOutput> outputs;
};

// The type of sums of elements: double, or int64_t for integers and bools.
inline tensor::DType sumType(tensor::DType element) {
  return tensor::isFloating(element) ? tensor::DType::Float64 : tensor::DType::Int64;
}

// Machine code of a loop.
// - pointers: the results, then the tensors among the inputs, each with `count` contiguous elements
//   or, if it is broadcast, one. The result of a reduction is a sum for each lane, to which the
//   code adds.
// - numbers: one slot for each other input
// - count: a multiple of the lanes
// - valid: the lanes that sums include
using LoopCode = void (*)(std::byte* const* pointers, const int64_t* numbers, int64_t count,
                          int64_t valid);

// The size of vectors: an element of 4 bytes has a lane in one of two vectors, because independent
// instructions keep the processor busy.
struct VectorSize {
  int bytes = 16;
  int lanes() const { return bytes / 2; }
};
// That of this processor. Throws LlvmError when LLVM is missing.
VectorSize vectorSize();

// A module with the function "fused". Returns nullopt for a loop without code: see VectorWriter.
std::optional<std::string> writeLoop(const FusedLoop& loop, VectorSize size);

}  // namespace ts::jit
