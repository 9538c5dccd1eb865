// The result of torch.jit.fork(). A fork runs immediately, so that runs are deterministic; wait()
// throws the fork's exception.
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
