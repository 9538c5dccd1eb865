// Functions of the prelude that C++ does for speed: building models spends its time in few of them.
// Their Python code stays what they are: it is run in every case that isn't an ordinary one.
#pragma once

#include <optional>

#include "core/eval/bytecode.h"

namespace ts::eval {

// Null: there is none.
Intrinsic findIntrinsic(const Code& code);
inline Intrinsic intrinsicOf(Code& code) {
  if (!code.intrinsicKnown) {
    code.intrinsic = findIntrinsic(code);
    code.intrinsicKnown = true;
  }
  return code.intrinsic;
}

struct IntrinsicRow {
  std::string_view module;
  std::string_view function;  // its qualified name
  Intrinsic call;
};
std::span<const IntrinsicRow> moduleIntrinsics();  // torch/nn_module.cpp
std::span<const IntrinsicRow> layerIntrinsics();   // torch/nn_layers.cpp

// Module.__getattr__ of torch.nn, which every use of a submodule goes through.
Value moduleGetattr(Vm& vm, Function& function, Value* args);
inline bool isModuleGetattr(const Value* method) {
  const auto* function = method ? method->as<Function>() : nullptr;
  return function && intrinsicOf(*function->code) == moduleGetattr;
}
// What it finds in the dicts of a module. False: there is no such member; nothing: the dicts aren't
// what Module.__init__ made of them.
std::optional<bool> findMember(Vm& vm, const Value& object, Str* name, Value& result);

}  // namespace ts::eval
