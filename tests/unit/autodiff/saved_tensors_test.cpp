// The lints for gradients know which tensors derivatives keep: their table against the rows.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/autodiff/derivatives.h"
#include "core/compiler/gradient_lints/torch_operators.h"

namespace ts::autodiff {
namespace {

bool keeps(const Derivative& derivative, Parameter::Kind kind) {
  return std::ranges::any_of(derivative.formulas, [&](const Formula& formula) {
    return std::ranges::any_of(formula.parameters,
                               [&](const Parameter& parameter) { return parameter.kind == kind; });
  });
}

TEST(SavedTensors, TheTableOfTheLintsFollowsFromTheDerivatives) {
  size_t checked = 0;
  for (const std::string& name : derivativeNames()) {
    const size_t dot = std::min(name.find('.'), name.size());
    const compiler::Saves saves = compiler::savedBy(name.substr(0, dot));
    const ops::FunctionSchema* schema = ops::schema(Symbol::intern("aten::" + name.substr(0, dot)),
                                                    dot == name.size() ? "" : name.substr(dot + 1));
    if (saves == compiler::Saves::Nothing || schema == nullptr) continue;
    const Derivative& derivative = *derivativeOf(*schema);
    if (derivative.parts) continue;  // the operators of its parts have rows of their own
    ++checked;
    const bool isResult = saves == compiler::Saves::Result;
    EXPECT_TRUE(keeps(derivative, isResult ? Parameter::Kind::Result : Parameter::Kind::Argument))
        << name;
  }
  EXPECT_GT(checked, 10u);
}

}  // namespace
}  // namespace ts::autodiff
