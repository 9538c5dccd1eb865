// The methods that Python makes for a dataclass, as sources that TorchScript can compile.
#pragma once

#include <string>
#include <vector>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

struct DataclassField {
  std::string name;
  std::string annotation;
  std::string defaultValue;  // empty: none
  bool optional = false;     // its type has None in it
};

// Definitions of __init__, __eq__ and __repr__ and, if `ordered`, of the comparisons, for those
// that the class doesn't define itself. Python's own are made at run time and have no source; these
// do the same in the way PyTorch's do (torch/jit/_dataclass_impls.py).
std::string dataclassMethods(const PyClass& cls, const std::vector<DataclassField>& fields,
                             bool ordered);

}  // namespace ts::compiler
