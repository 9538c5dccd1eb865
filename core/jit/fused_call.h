// The arguments of one call of a fusion.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <span>

#include "core/jit/loop_arguments.h"

namespace ts::jit {

// The properties of an argument that decide about the operators of a fusion.
struct ArgumentKey {
  tensor::DType dtype = tensor::DType::UInt8;
  bool isNumber = false;
  uint8_t rank = 0;
  DimSet ones;  // the dimensions with one element
  // For calls whose tensors are not all in order: the rank of each dimension's stride among those
  // of the tensor, from 1 on, in four bits each; 0 for stride 0.
  uint32_t order = 0;
  // One comparison of eight bytes.
  bool operator==(const ArgumentKey& other) const {
    return std::bit_cast<uint64_t>(*this) == std::bit_cast<uint64_t>(other);
  }
};

struct CallKey {
  tensor::Device device = tensor::Device::Cpu;  // of all tensors
  std::array<ArgumentKey, kMostInputs> inputs;  // only the first `count` count
  size_t count = 0;
  tensor::DType defaultDType = tensor::DType::Float32;
  bool operator==(const CallKey& other) const {
    if (device != other.device || count != other.count || defaultDType != other.defaultDType)
      return false;
    for (size_t i = 0; i < count; ++i)
      if (!(inputs[i] == other.inputs[i])) return false;
    return true;
  }
};

// The arguments are numbers, and tensors of one device. Usually their dimensions are in the order
// of a contiguous tensor, as after chunk() and select(): then operators return contiguous tensors.
// Otherwise the strides decide about those of the results. Everything else is left to the
// interpreter. Does not keep tensors alive.
class FusedCall {
 public:
  // Reads the values of a fusion's inputs; null: an input that operators do not read. Returns false
  // for other arguments. moved: the elements of inputs that are not in memory; may be empty.
  bool read(std::span<const tensor::IValue* const> inputs,
            std::span<const std::shared_ptr<const MovedElements>> moved = {});
  const CallKey& key() const { return key_; }
  // True if the dimensions of all tensors are in the order of a contiguous tensor.
  bool isInOrder() const { return isInOrder_; }
  // Null: a number.
  const tensor::TensorImpl* tensor(size_t input) const { return impls_[input]; }

  // Arranges the dimensions, for LoopLauncher::arrange(). Returns false if shapes do not fit.
  bool arrange(const CallSpace& space);
  LoopArguments& arguments() { return arguments_; }
  const LoopArguments& arguments() const { return arguments_; }
  // In place of read(), and of both arrangements: reads arguments of the same dtypes and layouts as
  // the last ones, which were arranged. Returns false for others, which read() reads.
  bool readAgain(std::span<const tensor::IValue* const> inputs,
                 std::span<const std::shared_ptr<const MovedElements>> moved = {});

  // True if the only result has the shape, the dtype and the layout of an input.
  bool mayReplace(size_t input) const;

 private:
  bool readInput(size_t index, const tensor::IValue& value);
  void setTensors();
  bool isPlain();
  bool findShape();
  tensor::Dims iterationOrder() const;
  bool addDims();
  void addDim(const LoopArguments::Dim& dim);

  bool isInOrder_ = true;
  CallKey key_;
  std::array<const tensor::TensorImpl*, kMostInputs> impls_;
  std::array<const MovedElements*, kMostInputs> moved_;
  std::array<int64_t, kMostInputs> bits_;  // of numbers
  // The layouts of the inputs that are tensors, by input.
  struct Layout {
    tensor::Dims sizes, strides;
  };
  std::array<Layout, kMostInputs> layouts_;
  LoopArguments arguments_;
  std::array<Alignment, LoopArguments::kMostPointers> alignments_;
};

}  // namespace ts::jit
