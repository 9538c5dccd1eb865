#include "core/ops/functions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/ops/line_table.h"

namespace ts::ops {
namespace {

using Kind = KnownFunction::Kind;

TEST(KnownFunction, APlainFunctionHasItsSchema) {
  const KnownFunction* relu = knownFunction("torch.nn.functional.relu");
  ASSERT_NE(relu, nullptr);
  EXPECT_EQ(relu->kind, Kind::Function);
  EXPECT_EQ(relu->qualifiedName, "__torch__.torch.nn.functional.relu");
  EXPECT_EQ(relu->file, "torch/nn/functional.py");
  EXPECT_GT(relu->line, 0u);
  ASSERT_EQ(relu->schemas().size(), 1u);
  EXPECT_EQ(relu->schemas()[0].str(), "relu(Tensor input, bool inplace=False) -> Tensor");
  EXPECT_EQ(knownFunction("torch.nn.functional.relu"), relu);
}

TEST(KnownFunction, OverloadSetHasOrderedSchemasAndMangledNames) {
  const KnownFunction* norm = knownFunction("torch.norm");
  ASSERT_NE(norm, nullptr);
  EXPECT_EQ(norm->kind, Kind::Overloads);
  EXPECT_EQ(norm->qualifiedName, "__torch__.torch.functional.norm");
  ASSERT_EQ(norm->schemas().size(), 4u);
  EXPECT_EQ(norm->schemas()[1].arguments[1].type, types::optionalOf(types::numberType()));
  ASSERT_EQ(norm->compiles.size(), 4u);
  EXPECT_EQ(norm->compiles[1], "__torch__.torch.functional.___torch_mangle_0.norm");
}

TEST(KnownFunction, ADispatchNamesItsFlagAndBothTargets) {
  const KnownFunction* pool = knownFunction("torch.nn.functional.max_pool2d");
  ASSERT_NE(pool, nullptr);
  EXPECT_EQ(pool->kind, Kind::BooleanDispatch);
  EXPECT_EQ(pool->argument, "return_indices");
  EXPECT_EQ(pool->index, 6u);
  EXPECT_FALSE(pool->defaultFlag);
  EXPECT_EQ(pool->ifTrue, "torch.nn.functional.max_pool2d_with_indices");
  EXPECT_EQ(pool->ifFalse, "torch.nn.functional._max_pool2d");
}

TEST(KnownFunction, SizedListsKeepTheirSizeAndTheirIntDefaults) {
  const KnownFunction* pool = knownFunction("torch.nn.functional._max_pool2d");
  ASSERT_NE(pool, nullptr);
  const Argument& padding = pool->schemas()[0].arguments[3];
  EXPECT_EQ(padding.name, "padding");
  EXPECT_EQ(padding.broadcastSize, 2);
  EXPECT_EQ(padding.defaultValue->toInt(), 0);
}

TEST(KnownFunction, OthersAreUnknown) {
  EXPECT_EQ(knownFunction("torch.nn.functional.no_such"), nullptr);
  EXPECT_EQ(knownFunction(""), nullptr);
  // Scripting treats F.linear as an operator.
  EXPECT_EQ(knownFunction("torch.nn.functional.linear"), nullptr);
}

TEST(KnownFunction, EveryLineRoundTripsAndRefersToKnownFunctions) {
  ASSERT_GT(kFunctionLines.current().size, 400u);
  for (size_t i = 0; i < kFunctionLines.current().size; ++i) {
    std::string_view line = kFunctionLines.current()[i];
    const KnownFunction* function = knownFunction(line.substr(0, line.find('\t')));
    ASSERT_NE(function, nullptr) << line;
    if (function->kind == Kind::BooleanDispatch) {
      EXPECT_NE(knownFunction(function->ifTrue), nullptr) << line;
      EXPECT_NE(knownFunction(function->ifFalse), nullptr) << line;
      continue;
    }
    size_t fields = std::ranges::count(line, '\t') + 1;
    EXPECT_EQ(function->schemas().size(), fields - 5) << line;
    std::string schemas;
    for (const FunctionSchema& schema : function->schemas()) schemas += "\t" + schema.str();
    EXPECT_TRUE(line.ends_with(schemas)) << line << "\n" << schemas;
    EXPECT_NE(std::ranges::find(function->compiles, function->qualifiedName),
              function->compiles.end())
        << line;
  }
}

}  // namespace
}  // namespace ts::ops
