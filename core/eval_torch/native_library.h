// The native library of every Vm: the modules of core/eval_stdlib and core/eval_torch, and torch's
// hooks.
#pragma once

#include "core/eval/vm/native_library.h"

namespace ts::eval {

// A constant table; it lives as long as the process.
const NativeLibrary& nativeLibrary();

}  // namespace ts::eval
