// The arguments of operators as PyTorch's Python functions take them: which overload a call means,
// and the values of all arguments of its schema (the rules are those of
// torch/csrc/utils/python_arg_parser.cpp).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/eager/torch.h"
#include "core/ops/schema.h"

namespace ts::eager {

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
  int listSize = 0;  // one number stands for a list of so many; 0: it stands for none
};

struct Signature {
  const ops::FunctionSchema* schema;
  std::vector<Parameter> parameters;  // without those that results are written to
  size_t positional = 0;
  size_t outs = 0;          // the last arguments of the schema, given as `out`
  bool hasOptions = false;  // dtype, layout, device, pin_memory; Python adds requires_grad
};

struct OperatorInfo {
  std::vector<Signature> signatures;  // in the order in which they are tried
  bool takesNumbers =
      false;  // numbers may stand where Tensors are wanted: add, sub, mul, div and kin
};
OperatorInfo readSignatures(const std::string& op);

// A call that has been understood.
struct BoundCall {
  const Signature* signature = nullptr;
  Stack stack;
  bool requiresGrad = false;  // of the result: what factories are asked for
  // Numbers that were given as tensors: which argument, which element of it if it is a list (else
  // -1). For the tracer.
  struct FromTensor {
    size_t argument;
    int element;
    Tensor source;
  };
  std::vector<FromTensor> fromTensors;
};
// Raises TypeError where no signature fits. function: the name for messages.
BoundCall bindCall(Vm& vm, const OperatorInfo& info, std::string_view function,
                   const CallArgs& args);

}  // namespace ts::eager
