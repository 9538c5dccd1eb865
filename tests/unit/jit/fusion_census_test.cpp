// Reports on the operators that run in loops.
#include "core/jit/fusion_census.h"

#include <gtest/gtest.h>

#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

// The rows of a run: each operator, and why it is not in a loop.
std::string censusOf(std::string_view text, const Stack& arguments) {
  const auto census = std::make_shared<FusionCensus>();
  Engine engine({.isMeasured = true, .census = census});
  interp::Interpreter interpreter;
  interpreter.setNativeCompiler(&engine);
  interpreter.setClock(census.get());
  const ir::GraphPtr graph = graphOf(text);
  for (int i = 0; i < 2; ++i) interpreter.run(graph, arguments);
  interpreter.setClock(nullptr);
  std::string rows;
  for (const FusionCensus::Row& row : census->rows()) {
    EXPECT_GE(row.seconds, 0);
    rows += fmt::format("{}: {}\n", row.node->kind().str(), row.reason);
  }
  return rows;
}

TEST(FusionCensus, OperatorsOfALoopNeedNoReason) {
  EXPECT_EQ(censusOf(kChain, {sample({3, 50}), sample({3, 50})}),
            "aten::mul: \naten::add: \naten::relu: \n");
}

TEST(FusionCensus, ArgumentsWithoutALoopAreTheReason) {
  const std::string reason =
      "an argument is empty, not a tensor or number, or its elements overlap";
  EXPECT_EQ(censusOf(kChain, {sample({0, 50}), sample({1, 50})}),
            "aten::mul: " + reason + "\naten::add: " + reason + "\naten::relu: " + reason + "\n");
}

TEST(FusionCensus, AKernelOfItsOwnIsTheReason) {
  EXPECT_EQ(censusOf(R"(graph(%x : Tensor):
  %a : Tensor = aten::mm(%x, %x)
  %b : Tensor = aten::relu(%a)
  return (%b)
)",
                     {sample({40, 40})}),
            "aten::mm: aten::mm is a kernel of its own: it has no formula for one element\n"
            "aten::relu: no neighbour shares its loop, and its own kernel is as fast\n");
}

// A view takes no time.
TEST(FusionCensus, ViewsAreNotCounted) {
  EXPECT_EQ(censusOf(R"(graph(%x : Tensor):
  %a : Tensor = aten::t(%x)
  %b : Tensor = aten::exp(%a)
  return (%b)
)",
                     {sample({1, 40})}),
            "aten::exp: \n");
}

}  // namespace
}  // namespace ts::jit
