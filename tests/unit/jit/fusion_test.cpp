// Finds fusions in programs.
#include "core/jit/fusion.h"

#include "tests/unit/jit/graphs.h"

namespace ts::jit {
namespace {
std::vector<Fusion> fusionsOf(std::string_view text, std::set<int32_t> targets = {}) {
  const interp::Program program(graphOf(text), "graph", interp::Events::None);
  return findFusions(program, targets);
}
// "5 instructions, 2 operators of 2 inputs, 1 results, 2 released", for each fusion
std::string summary(const std::vector<Fusion>& fusions) {
  std::string text;
  for (const Fusion& fusion : fusions)
    text += fmt::format("{} instructions, {} operators of {} inputs, {} results, {} released\n",
                        fusion.count, fusion.nodes.size(), fusion.inputs.size(),
                        fusion.outputs.size(), fusion.released.size());
  return text;
}

TEST(Fusion, TakesChecksAndForgetsIntermediateResults) {
  EXPECT_EQ(summary(fusionsOf(kChain)),
            "6 instructions, 3 operators of 2 inputs, 1 results, 4 released\n");
}

TEST(Fusion, AValueWithALaterUseIsAResult) {
  EXPECT_EQ(summary(fusionsOf(R"(graph(%x : Tensor):
  %a : Tensor = aten::neg(%x)
  %b : Tensor = aten::exp(%a)
  %c : Tensor = aten::matmul(%a, %b)
  return (%c, %x)
)")),
            "3 instructions, 2 operators of 1 inputs, 2 results, 0 released\n");
}

TEST(Fusion, OtherOperatorsAndJumpsEndIt) {
  constexpr std::string_view kText = R"(graph(%x : Tensor):
  %a : Tensor = aten::neg(%x)
  %b : Tensor = aten::abs(%a)
  %c : Tensor = aten::matmul(%b, %b)
  %d : Tensor = aten::abs(%c)
  %e : Tensor = aten::neg(%d)
  %f : Tensor = aten::relu(%e)
  return (%f)
)";
  EXPECT_EQ(summary(fusionsOf(kText)),
            "3 instructions, 2 operators of 1 inputs, 1 results, 2 released\n"
            "3 instructions, 3 operators of 1 inputs, 1 results, 3 released\n");
  EXPECT_EQ(summary(fusionsOf(kText, {2, 5})),
            "2 instructions, 2 operators of 1 inputs, 1 results, 2 released\n");
}

TEST(Fusion, OperatorsMayBeConnectedLater) {
  constexpr std::string_view kText = R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::neg(%x)
  %b : Tensor = aten::abs(%a)
  %c : Tensor = aten::neg(%y)
  %d : Tensor = aten::{}
  return (%b, %d)
)";
  EXPECT_EQ(summary(fusionsOf(fmt::format(fmt::runtime(kText), "mul(%b, %c)"))),
            "6 instructions, 4 operators of 2 inputs, 2 results, 4 released\n");
  EXPECT_EQ(summary(fusionsOf(fmt::format(fmt::runtime(kText), "abs(%c)"))),
            "3 instructions, 2 operators of 1 inputs, 1 results, 2 released\n"
            "3 instructions, 2 operators of 1 inputs, 1 results, 2 released\n");
}

TEST(Fusion, ASingleOperatorNeedsAFunctionThatCodeComputesFaster) {
  constexpr std::string_view kText = R"(graph(%x : Tensor):
  %a : Tensor = aten::{}(%x)
  %b : Tensor = aten::matmul(%a, %a)
  return (%b)
)";
  const auto count = [&](std::string_view name) {
    return fusionsOf(fmt::format(fmt::runtime(kText), name)).size();
  };
  EXPECT_EQ(count("sigmoid"), 1U);
  EXPECT_EQ(count("log"), 1U);
  EXPECT_EQ(count("relu"), 0U);
  EXPECT_EQ(count("i0"), 0U);
}

TEST(Fusion, InPlaceOperatorsOnItsOwnTensorsBelongToIt) {
  const std::vector<Fusion> fusions = fusionsOf(kInPlace);
  EXPECT_EQ(summary(fusions), "8 instructions, 3 operators of 2 inputs, 1 results, 3 released\n");
  ASSERT_EQ(fusions[0].outputs[0].to.size(), 2U);
}

TEST(Fusion, UnrelatedAndOtherInPlaceOperatorsAreLeftAlone) {
  EXPECT_EQ(summary(fusionsOf(R"(graph(%x : Tensor, %y : Tensor):
  %a : Tensor = aten::neg(%x)
  %b : Tensor = aten::neg(%y)
  %c : Tensor = aten::relu_(%a)
  return (%b, %c)
)")),
            "");
}

TEST(Fusion, ViewsOfOtherTensorsBelongToIt) {
  const std::vector<Fusion> fusions = fusionsOf(R"(graph(%x : Tensor):
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %a : Tensor = aten::select(%x, %one, %zero)
  %b : Tensor = aten::neg(%a)
  %l : Tensor[] = aten::chunk(%x, %two, %one)
  %c : Tensor, %d : Tensor = prim::ListUnpack(%l)
  %e : Tensor = aten::mul(%b, %c)
  %f : Tensor = aten::mul(%e, %d)
  %g : Tensor = aten::select(%f, %zero, %zero)
  return (%g, %a)
)");
  EXPECT_EQ(summary(fusions), "10 instructions, 3 operators of 5 inputs, 1 results, 6 released\n");
  ASSERT_EQ(fusions.size(), 1U);
  EXPECT_EQ(fusions[0].views.size(), 4U);
  ASSERT_EQ(fusions[0].kept.size(), 1U);  // a is a result of the graph
}

TEST(Fusion, AttributesAreReadBefore) {
  const interp::Program program(graphWithAttributes(), "graph", interp::Events::None);
  const std::vector<Fusion> fusions = findFusions(program, {});
  EXPECT_EQ(summary(fusions), "4 instructions, 2 operators of 3 inputs, 1 results, 4 released\n");
  ASSERT_EQ(fusions[0].moved.size(), 1U);
  EXPECT_EQ(program.code[static_cast<size_t>(fusions[0].moved[0])].op, interp::Op::GetAttr);
}

TEST(Fusion, SumsOfAllElementsBelongToIt) {
  EXPECT_EQ(summary(fusionsOf(R"(graph(%x : Tensor):
  %none : NoneType = prim::Constant()
  %a : Tensor = aten::neg(%x)
  %s : Tensor = aten::sum(%a, %none)
  %b : Tensor = aten::abs(%a)
  %m : Tensor = aten::mean(%b, %none)
  %c : Tensor = aten::mul(%s, %m)
  return (%c)
)")),
            "5 instructions, 2 operators of 1 inputs, 2 results, 3 released\n");
}

}  // namespace
}  // namespace ts::jit
