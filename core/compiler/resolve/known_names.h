// Names of torch, math and builtins with a special meaning in TorchScript.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/compiler/resolve/special_form.h"
#include "core/types/constant.h"

namespace ts::compiler {

// The method that runs a subclass of torch.autograd.Function. Scripts of PyTorch 2 can call it.
inline constexpr std::string_view kAutogradApply = "torch.autograd.Function.apply";

// Returns the constant that a module attribute becomes: torch.float32 (dtypes, layouts, memory
// formats and quantization schemes are ints), math.pi, torch.backends.cudnn.enabled. Returns
// nullopt for other names.
std::optional<types::Constant> moduleConstant(std::string_view name);
// Returns the int of a dtype, layout, memory format or quantization scheme: torch.float32 is 6.
std::optional<int64_t> dtypeNumber(std::string_view name);

struct FormName {
  Form form;
  int64_t dtype;  // for typed tensor constructors
};
// Returns the special form of a name such as torch.jit.annotate, torch.jit.fork or
// torch.LongTensor.
std::optional<FormName> specialForm(std::string_view name);

// Returns the operator that a call of the name invokes: "torch.relu", "math.sqrt",
// "torch.ops.aten.relu", "torch._C._nn.gelu". Empty for other names.
std::string operatorOf(std::string_view name);

// Returns the compiled name of a torch.jit predicate, a function without parameters that returns a
// bool and is compiled from Python. Empty for other names.
std::string_view compiledPredicate(std::string_view name);

// Returns the operator that a Python function of PyTorch is registered for, by the function's
// source name.
std::string registeredOperator(std::string_view name);
// True when operatorOf() or registeredOperator() knows the name. A call then invokes the operator;
// the function's source is ignored.
bool standsForOperator(std::string_view name);
bool isTorchCallable(std::string_view name);  // a class or function of torch itself: "torch.finfo"
bool isException(std::string_view name);      // "builtins.ValueError"
// True for functions of CPython, its library and torch that are written in C.
bool isNativeFunction(std::string_view name);
bool isNamespace(std::string_view name);   // a module: "torch.nn", "torch.ops.aten"
bool isKnownClass(std::string_view name);  // a class that script code cannot instantiate

}  // namespace ts::compiler
