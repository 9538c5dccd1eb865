// Finds the convolutions of a program that run with packed weights, and runs them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/jit/fusion.h"
#include "core/kernels/convolution_packed.h"

namespace ts::jit {

// Where a value is before the convolution: an operand, or an attribute of an object there.
struct ValuePlace {
  interp::Operand operand = 0;
  std::vector<int32_t> slots = {};  // of the object, of its attribute, ...

  // pool: the end of the program's constants.
  const tensor::IValue& in(const tensor::IValue* registers, const tensor::IValue* pool) const {
    const tensor::IValue* value = operand < 0 ? pool + operand : registers + operand;
    for (const int32_t slot : slots) value = &value->toObject().slots[static_cast<size_t>(slot)];
    return *value;
  }
  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

// A convolution, and a batch norm with fixed statistics behind it. Attributes may be read between
// the two.
struct Convolution : FusedSpan {
  kernels::ConvolutionArguments arguments;
  ValuePlace input, weight, bias;
  struct Norm {
    ValuePlace weight, bias, mean, variance;
    double epsilon;
  };
  std::optional<Norm> norm;
  int32_t to = 0;  // the register of the result
  // The other registers that are different at the end: empty, or with a value.
  std::vector<std::pair<int32_t, std::optional<ValuePlace>>> changed;
  bool isHidden = false;       // the strides of the result do not show
  bool isInputHidden = false;  // the same of the input
};

// targets: those of jumpTargets(). Code enters a convolution only at its first instruction.
std::vector<Convolution> findConvolutions(const interp::Program& program,
                                          const std::set<int32_t>& targets,
                                          const FusionFilter& mayFuse = {});

// The knowledge that the convolutions of a program share about its images.
struct ImageLayouts {
  // The program's user has channels-last images: values have the layouts that operators choose.
  bool areUsersLast = false;
};

// The group keeps the weight in the layout of oneDNN, multiplied by the factors of the batch norm,
// until one of these tensors is written to or replaced.
std::unique_ptr<interp::FusedGroup> makeConvolutionGroup(Convolution convolution,
                                                         std::shared_ptr<ImageLayouts> layouts);

}  // namespace ts::jit
