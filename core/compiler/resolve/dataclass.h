// Generates the methods of a dataclass as source that TorchScript can compile.
#pragma once

#include <string>
#include <vector>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

struct DataclassField {
  std::string name;
  std::string annotation;
  std::string defaultValue;  // empty for none
  bool optional = false;     // the type includes None
};

// Returns the source of __init__, __eq__, __repr__ and, if `ordered`, of the comparisons, without
// those that the class defines itself. Python creates these methods at run time, without source.
// The generated ones do the same as PyTorch's (torch/jit/_dataclass_impls.py).
std::string dataclassMethods(const PyClass& cls, const std::vector<DataclassField>& fields,
                             bool ordered);

}  // namespace ts::compiler
