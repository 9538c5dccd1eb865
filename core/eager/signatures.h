// Binding of arguments of operators as in PyTorch's Python functions: selects the overload of a
// call and computes the values of all schema arguments. The rules are those of
// torch/csrc/utils/python_arg_parser.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/eager/torch.h"
#include "core/ops/schema.h"

namespace ts::eager {

// The name of an operator without its namespace: "add" for "aten::add".
inline std::string_view baseOf(std::string_view op) {
  const size_t colons = op.find("::");
  return colons == op.npos ? op : op.substr(colons + 2);
}

enum class ParameterKind : uint8_t {
  Tensor,
  Number,
  Int,
  Float,
  Complex,
  Bool,
  String,
  Dtype,
  Layout,
  MemoryFormat,
  Device,
  Generator,
  IntList,
  FloatList,
  BoolList,
  StringList,
  NumberList,
  TensorList,
};

struct Parameter {
  const ops::Argument* argument;
  ParameterKind kind;
  bool takesNone;
  int listSize = 0;  // a single number is expanded to a list of this size; 0: not expanded
};

struct Signature {
  const ops::FunctionSchema* schema;
  std::vector<Parameter> parameters;  // without the outputs
  size_t positional = 0;
  size_t outs = 0;          // number of outputs, the last arguments of the schema, passed as `out`
  bool hasOptions = false;  // has dtype, layout, device and pin_memory; Python adds requires_grad
};

struct OperatorInfo {
  std::vector<Signature> signatures;  // in the order of overload resolution
  bool takesNumbers =
      false;  // numbers are accepted for Tensors: add, sub, mul, div and similar operators
};
OperatorInfo readSignatures(const std::string& op);

// A bound call.
struct BoundCall {
  const Signature* signature = nullptr;
  Stack stack;
  bool requiresGrad = false;  // requires_grad of the result, for factory functions
  // Numbers that were passed as tensors: the argument, and the element if the argument is a list
  // (else -1). For the tracer.
  struct FromTensor {
    size_t argument;
    int element;
    Tensor source;
  };
  std::vector<FromTensor> fromTensors;
};
// Binds a call. Raises TypeError if no signature fits. `function` is the name for messages.
BoundCall bindCall(Vm& vm, const OperatorInfo& info, std::string_view function,
                   const CallArgs& args);

}  // namespace ts::eager
