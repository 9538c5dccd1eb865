// The tables of operators: which C++ function runs which schema.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"

namespace ts::kernels {

// Arguments are pushed in the order of the schema, all of them, defaults included; a kernel takes
// them off and pushes its results (as many as the schema returns; none for "-> ()").
using Stack = std::vector<tensor::IValue>;
using KernelFunction = void (*)(Stack& stack);

struct Kernel {
  std::string_view name;  // with the overload: "aten::add.Tensor", "aten::relu"
  KernelFunction run;
};

// Null: there is no kernel. Thread-safe; keep what it gives, as it stays valid.
KernelFunction find(std::string_view nameWithOverload);
KernelFunction find(const ops::FunctionSchema& schema);
// All entries, for tests and reports.
std::vector<Kernel> allKernels();

}  // namespace ts::kernels
