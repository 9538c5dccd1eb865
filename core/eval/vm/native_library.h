// The interface to the builtins and to the folders above core/eval: their native modules, and the
// hooks through which the evaluator calls their code. A Vm gets a `NativeLibrary` when it is
// constructed; core/eval_torch/native_library.h has the only one.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/eval/bytecode/bytecode.h"

namespace ts::eval {

// A module written in C++. `fill` runs when the module is imported and sets its globals.
struct NativeModule {
  const char* name;  // dotted
  void (*fill)(Vm& vm, Module& module);
};

struct NativeLibrary {
  // Makes the builtin classes and functions of a new Vm.
  void (*makeBuiltins)(Vm& vm);
  std::span<const NativeModule> modules;
  // The C++ version of a prelude function; null when the function has none.
  Intrinsic (*findIntrinsic)(const Code& code);
  // The intrinsic of torch.nn's Module.__getattr__: every use of a submodule calls that function.
  Intrinsic moduleGetattr;
  // Looks `name` up in the parameters, buffers and submodules of a torch.nn.Module. Returns false
  // when none of them has the name, nullopt when the object doesn't have the dicts that
  // Module.__init__ makes.
  std::optional<bool> (*findMember)(Vm& vm, const Value& object, Str* name, Value& result);
  // The runtime class of a form of module typing (typing.List: list); Unbound when it has none.
  Value (*typingOrigin)(Vm& vm, std::string_view qualifiedName);
  // typing.Union[members]: flattened, without duplicates; a single member is returned as it is.
  Value (*makeUnion)(Vm& vm, const std::vector<Value>& members);
};

}  // namespace ts::eval
