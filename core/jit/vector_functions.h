// The functions that formulas call: formulas themselves, or functions of SLEEF.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/jit/formula.h"
#include "core/kernels/pointwise.h"
#include "core/tensor/dtype.h"

namespace ts::jit {

// The parsed formula of an operator. Null if its text has another form. Valid for ever.
const Expression* formulaOf(const kernels::Pointwise& formula);

// The formula of a function for elements of a dtype. Null for a function that is not a formula.
const Expression* functionFormula(const std::string& name, tensor::DType dtype);

// The name of the function of SLEEF for vectors of `lanes` elements of float or double. Returns
// nullopt for other functions, and without SLEEF, which is opened at the first use.
std::optional<std::string> vectorFunction(std::string_view name, tensor::DType dtype, int lanes);

// True if a formula calls a function of SLEEF or of float_functions.def, which are several times as
// fast as that of a kernel.
bool callsVectorFunction(const Expression& formula);
bool callsVectorFunction(std::string_view formula);

}  // namespace ts::jit
