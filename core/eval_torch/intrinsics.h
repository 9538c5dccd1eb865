// The intrinsics of the library (see core/eval/vm/intrinsics.h).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/eval/bytecode/bytecode.h"

namespace ts::eval {

struct IntrinsicRow {
  std::string_view module;
  std::string_view function;  // its qualified name
  Intrinsic call;
};
std::span<const IntrinsicRow> moduleIntrinsics();  // nn_module.cpp
std::span<const IntrinsicRow> layerIntrinsics();   // nn_layers.cpp

// Looks the function up in these tables; null when it isn't in them.
Intrinsic findIntrinsic(const Code& code);

// The hooks of the same names in core/eval/vm/native_library.h (nn_module.cpp).
Value moduleGetattr(Vm& vm, Function& function, Value* args);
std::optional<bool> findMember(Vm& vm, const Value& object, Str* name, Value& result);

}  // namespace ts::eval
