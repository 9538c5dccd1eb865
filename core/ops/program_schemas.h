// Schemas of operators that the host program defines, beside PyTorch's. All profiles have them.
#pragma once

#include <string>

#include "core/ops/schema.h"

namespace ts::ops {

// Adds a schema, such as "mine::scale(Tensor x, float by=1.) -> Tensor", for the life of the
// process. Returns an error message for a wrong schema and for an operator that exists; otherwise
// an empty string. No thread may look the operator up meanwhile.
std::string defineSchema(const std::string& text);
// True for an operator of the program. It records its gradients by itself.
bool isOfProgram(const FunctionSchema& schema);

}  // namespace ts::ops
