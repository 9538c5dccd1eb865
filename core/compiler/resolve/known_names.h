// Names of torch, math and builtins that mean something of their own to TorchScript.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/compiler/emit/sugared_value.h"

namespace ts::compiler {

// What an attribute of a module is, where TorchScript takes it for a constant: torch.float32 (a
// dtype, layout, memory format or quantisation scheme is a number), math.pi,
// torch.backends.cudnn.enabled.
std::optional<types::Constant> moduleConstant(std::string_view name);
// The first kind alone: torch.float32 is 6.
std::optional<int64_t> dtypeNumber(std::string_view name);

struct FormName {
  Form form;
  int64_t dtype;  // of typed tensor constructors
};
// torch.jit.annotate, torch.jit.fork, torch.LongTensor, ...
std::optional<FormName> specialForm(std::string_view name);

// The operator that a name is a call of: "torch.relu", "math.sqrt", "torch.ops.aten.relu",
// "torch._C._nn.gelu"; empty when it is none.
std::string operatorOf(std::string_view name);

// A function of torch.jit that is compiled from Python, takes nothing and gives a bool: the
// qualified name that it has then, or empty.
std::string_view compiledPredicate(std::string_view name);

// The operator that a Python function of PyTorch is registered for, by the name of its source.
std::string registeredOperator(std::string_view name);
// Either of the two: whatever its source says, calling it is a call of that.
bool standsForOperator(std::string_view name);
bool isTorchCallable(std::string_view name);  // a class or function in torch itself: "torch.finfo"
bool isException(std::string_view name);      // "builtins.ValueError"
bool isNativeFunction(
    std::string_view name);                // functions of CPython's and of its library written in C
bool isNamespace(std::string_view name);   // a module: "torch.nn", "torch.ops.aten"
bool isKnownClass(std::string_view name);  // a class that can't be used in script code

}  // namespace ts::compiler
