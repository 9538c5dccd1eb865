// The formulas of the tables here as trees.
#pragma once

#include <string>

#include "core/formulas/formula.h"
#include "core/kernels/pointwise.h"

namespace ts::kernels {

// The parsed formula of an operator. Null if its text has another form. Valid for ever.
const ts::formulas::Expression* formulaOf(const Pointwise& formula);

// The formula of a function for elements of a dtype. Null for a function that is not a formula.
const ts::formulas::Expression* functionFormula(const std::string& name, tensor::DType dtype);

// True if a function of float_functions.def: several times as fast as that of the C library.
bool hasFasterFormula(const std::string& name);

}  // namespace ts::kernels
