// Intrinsics: C++ versions of prelude functions that take most of the time of building a model. The
// Python code still defines the function: it runs whenever the intrinsic doesn't handle the
// arguments.
#pragma once

#include "core/eval/vm/native_library.h"
#include "core/eval/vm/vm.h"

namespace ts::eval {

// Returns null when the function has no intrinsic.
inline Intrinsic intrinsicOf(Vm& vm, Code& code) {
  if (!code.intrinsicKnown) {
    code.intrinsic = vm.library().findIntrinsic(code);
    code.intrinsicKnown = true;
  }
  return code.intrinsic;
}

// True when `method` is Module.__getattr__ of torch.nn.
inline bool isModuleGetattr(Vm& vm, const Value* method) {
  const auto* function = method ? method->as<Function>() : nullptr;
  return function && intrinsicOf(vm, *function->code) == vm.library().moduleGetattr;
}

}  // namespace ts::eval
