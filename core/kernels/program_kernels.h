// Kernels of the operators that the host program defines.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/kernels/registry.h"

namespace ts::kernels {

using ProgramKernel = std::function<void(Stack& stack)>;

// Adds the kernel of an operator ("mine::scale", with the overload) for the life of the process.
// Returns an error message if the operator has a kernel, or there are too many; otherwise an empty
// string. No thread may call the operator meanwhile.
std::string implement(const std::string& nameWithOverload, ProgramKernel kernel);
// Null for an operator without such a kernel. Thread-safe.
KernelFunction findOfProgram(std::string_view nameWithOverload);

}  // namespace ts::kernels
