// The functions of SLEEF that formulas call.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/formulas/formula.h"
#include "core/tensor/dtype.h"

namespace ts::jit {

// The name of the function of SLEEF for vectors of `lanes` elements of float or double. Returns
// nullopt for other functions, and without SLEEF, which is opened at the first use.
std::optional<std::string> vectorFunction(std::string_view name, tensor::DType dtype, int lanes);

// True if a formula calls a function of SLEEF or of float_functions.def, which are several times as
// fast as that of a kernel.
bool callsVectorFunction(const formulas::Expression& formula);
bool callsVectorFunction(std::string_view formula);
// True if a formula calls any function: its value is worth the memory that keeps it.
bool callsFunction(const formulas::Expression& formula);

}  // namespace ts::jit
