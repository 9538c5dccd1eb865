// What torch.jit.fork() gives. A fork is run at once, so that programs do the same each time; what
// it throws is thrown by wait().
#pragma once

#include <optional>

#include "core/interp/exception.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

struct FutureValue final : tensor::Counted {
  tensor::IValue value;
  std::optional<Exception> failure;
};

inline tensor::IValue makeFuture(tensor::Ptr<FutureValue> future) {
  return {tensor::Tag::Future, tensor::Ptr<tensor::Counted>(future)};
}

}  // namespace ts::interp
