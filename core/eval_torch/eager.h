// The interface to the eager domain, in which tensors have data. core/eager implements it. The
// static domain doesn't have one, so programs that only check code don't link kernels.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/eval/vm/native.h"

namespace ts::eval {

struct OperatorFunction;
struct Tensor;
struct TorchState;

class EagerTorch {
 public:
  virtual ~EagerTorch() = default;
  // The special methods of torch.Tensor, and its attributes and methods that aren't operators. Any
  // other attribute is looked up among the operators.
  virtual const TypeOps& tensorOps() const = 0;
  virtual std::span<const NativeDef> tensorMembers() const = 0;
  // Called after torch's own classes are created. Adds or replaces classes.
  virtual void defineClasses(Vm& vm, TorchState& state) = 0;
  // Functions that are added to a native module, or replace those of the static domain.
  virtual std::span<const NativeDef> functions(std::string_view module) const = 0;
  virtual Value callOperator(Vm& vm, const OperatorFunction& function, const CallArgs& args) = 0;
  // Called when the tensor is destroyed. Its data may live on in other tensors.
  virtual void forget(Tensor& tensor) = 0;
};

// Call it for a new Vm, before the Vm uses torch.
void attachEager(Vm& vm, std::shared_ptr<EagerTorch> eager);

}  // namespace ts::eval
