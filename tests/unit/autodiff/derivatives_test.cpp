// The rows of derivatives: each has an operator, and compiles.
#include "core/autodiff/derivatives.h"

#include <gtest/gtest.h>

#include "core/base/torch_profile.h"
#include "core/tensor/error.h"

namespace ts::autodiff {
namespace {

const ops::FunctionSchema* schemaOf(const std::string& name) {
  const size_t dot = std::min(name.find('.'), name.size());
  const std::string overload = dot == name.size() ? "" : name.substr(dot + 1);
  return ops::schema(Symbol::intern("aten::" + name.substr(0, dot)), overload);
}

TEST(Derivatives, EachRowBelongsToAnOperatorOfSomeVersion) {
  if (!atLeast(TorchProfile::Torch2_6)) GTEST_SKIP() << "the newer versions have all operators";
  for (const std::string& name : derivativeNames()) EXPECT_NE(schemaOf(name), nullptr) << name;
}

// "mul.Tensor" in place: "mul_.Tensor".
std::string inPlace(const std::string& name) {
  std::string changed = name;
  changed.insert(std::min(name.find('.'), name.size()), "_");
  return changed;
}

void expectFormulasCompile(const std::string& name, const ops::FunctionSchema& schema) {
  const Derivative* derivative = derivativeOf(schema);
  ASSERT_NE(derivative, nullptr) << name;
  EXPECT_EQ(derivative->formulas.empty(), derivative->parts.has_value()) << name;
  std::vector<const Formula*> formulas;
  for (const Formula& formula : derivative->formulas) formulas.push_back(&formula);
  if (derivative->parts) formulas = {&*derivative->parts};
  for (const auto& tuple : derivative->tuples) formulas.push_back(tuple.get());
  for (const Formula* formula : formulas) {
    if (formula->isZero) continue;
    try {
      functionOf(*formula);
    } catch (const tensor::Error& error) {
      ADD_FAILURE() << name << " " << schema.arguments[formula->argument].name << ": "
                    << error.what();
    }
  }
}

TEST(Derivatives, EachFormulaCompilesAlsoForTheOperatorInPlace) {
  for (const std::string& name : derivativeNames())
    for (const std::string& variant : {name, inPlace(name)})
      if (const ops::FunctionSchema* schema = schemaOf(variant))  // else of another version
        expectFormulasCompile(variant, *schema);
}

TEST(Derivatives, AnOperatorInPlaceHasTheRowOfTheOther) {
  const Derivative* derivative = derivativeOf(*schemaOf("mul_.Tensor"));
  ASSERT_NE(derivative, nullptr);
  EXPECT_EQ(derivative->formulas.size(), 2U);
  EXPECT_EQ(derivativeOf(*schemaOf("isnan")), nullptr);
}

TEST(Derivatives, FormulasThatAreItemsOfATupleShareIt) {
  const Derivative* derivative = derivativeOf(*schemaOf("native_layer_norm"));
  ASSERT_NE(derivative, nullptr);
  ASSERT_EQ(derivative->formulas.size(), 3U);
  ASSERT_EQ(derivative->tuples.size(), 1U);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(derivative->formulas[i].tuple, derivative->tuples[0].get());
    EXPECT_EQ(derivative->formulas[i].item, i);
  }
  for (const Formula& formula : derivativeOf(*schemaOf("conv2d"))->formulas)
    EXPECT_EQ(formula.tuple, nullptr);
}

}  // namespace
}  // namespace ts::autodiff
