// What gives tensors data: the eager domain, which core/eager implements. The static domain has
// none, so that programs that only look at code don't link kernels.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/eval/native.h"

namespace ts::eval {

struct OperatorFunction;
struct Tensor;
struct TorchState;

class EagerTorch {
 public:
  virtual ~EagerTorch() = default;
  // Special methods of torch.Tensor, and its attributes and methods that are no operators. What
  // stands in neither is looked for among the operators.
  virtual const TypeOps& tensorOps() const = 0;
  virtual std::span<const NativeDef> tensorMembers() const = 0;
  // Called when torch's own classes have been made: adds more, or puts others in their places.
  virtual void defineClasses(Vm& vm, TorchState& state) = 0;
  // Functions of a native module that come to those of the static domain, or in their places.
  virtual std::span<const NativeDef> functions(std::string_view module) const = 0;
  virtual Value callOperator(Vm& vm, const OperatorFunction& function, const CallArgs& args) = 0;
  // The tensor ends: its data may live on elsewhere.
  virtual void forget(Tensor& tensor) = 0;
};

// To be called for a new Vm, before anything of torch is used in it.
void attachEager(Vm& vm, std::shared_ptr<EagerTorch> eager);

}  // namespace ts::eval
