// Makes the loop of a fusion for arguments of certain dtypes and ranks.
#pragma once

#include <optional>

#include "core/jit/fused_call.h"

namespace ts::jit {

struct MadeLoop {
  FusedLoop loop;  // without the steps of its inputs
  CallSpace space;
  // By output of the fusion: the input that it is, as after a conversion to the tensor's own dtype;
  // kComputed: the next result of the loop.
  static constexpr size_t kComputed = SIZE_MAX;
  std::vector<size_t> passed = {};
};

// Infers dtypes and shapes by running the operators on tensors without elements. Throws
// tensor::Error where an operator fails. Returns nullopt for operators or shapes without a loop.
// inputs: see FusedCall::read. refusal: gets the reason against a loop, a literal; may be null.
std::optional<MadeLoop> makeLoop(const Fusion& fusion, const FusedCall& call,
                                 std::span<const tensor::IValue* const> inputs,
                                 const tensor::IValue* pool, const char** refusal = nullptr);

}  // namespace ts::jit
