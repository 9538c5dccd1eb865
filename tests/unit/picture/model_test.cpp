#include "core/picture/model.h"

#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

TEST(Model, ConstantsAreFoldedIntoTheNodesThatUseThem) {
  Model model = modelOf(kNestedIr);
  EXPECT_EQ(model.top().shownNodes, 6u);
  const ModelNode& zeros = nodeOf(model, "aten::zeros");
  EXPECT_EQ(zeros.arguments[0].text, "[3, 4]");
  EXPECT_TRUE(zeros.arguments[1].isDefault);
  const ModelNode& sub = nodeOf(model, "aten::sub");
  EXPECT_FALSE(sub.arguments[0].folded);
  EXPECT_EQ(sub.arguments[1].formal, "other");
  EXPECT_EQ(sub.arguments[1].text, "1.0");
  EXPECT_TRUE(sub.arguments[2].isDefault);
}

TEST(Model, TitlesOfControlFlowReadLikePython) {
  Model model = modelOf(kNestedIr);
  EXPECT_EQ(nodeOf(model, "prim::Loop").title, "for i in range(len)");
  EXPECT_EQ(nodeOf(model, "prim::If").title, "if i < 10");
  EXPECT_EQ(model.blocks[2].title, "true");
  EXPECT_EQ(model.blocks[3].title, "false");
}

TEST(Model, TitlesOfWhileLoopsContainTheCondition) {
  Model model = modelOf(R"IR(graph(%n.1 : int):
  %1 : int = prim::Constant[value=9223372036854775807]()
  %2 : int = prim::Constant[value=0]()
  %3 : int = prim::Constant[value=1]()
  %4 : bool = aten::gt(%n.1, %2)
  %n : int = prim::Loop(%1, %4, %n.1)
    block0(%6 : int, %n.7 : int):
      %n.5 : int = aten::sub(%n.7, %3)
      %9 : bool = aten::gt(%n.5, %2)
      -> (%9, %n.5)
  return (%n)
)IR");
  EXPECT_EQ(nodeOf(model, "prim::Loop").title, "while n > 0");
}

TEST(Model, CapturesAreTheOuterValuesThatABlockUses) {
  Model model = modelOf(kNestedIr);
  auto name = [&](ValueId value) { return model.values[value].name; };
  ASSERT_EQ(model.blocks.size(), 4u);
  EXPECT_TRUE(model.blocks[0].captures.empty());
  EXPECT_TRUE(model.blocks[1].captures.empty());  // the loop's values are its parameters
  ASSERT_EQ(model.blocks[2].captures.size(), 1u);
  EXPECT_EQ(name(model.blocks[2].captures[0]), "rv.14");
}

TEST(Model, CapturesOfInnerBlocksPassThroughTheOuterOnes) {
  Model model = modelOf(R"IR(graph(%c : bool, %x : Tensor):
  %y : Tensor = prim::If(%c)
    block0():
      %z : Tensor = prim::If(%c)
        block0():
          -> (%x)
        block1():
          %w : Tensor = aten::relu(%x)
          -> (%w)
      -> (%z)
    block1():
      -> (%x)
  return (%y)
)IR");
  EXPECT_EQ(model.blocks[1].captures.size(), 2u);  // c and x
  EXPECT_EQ(model.blocks[2].captures.size(), 1u);
}

TEST(Model, AttributePathsAreFoldedUnlessTheGraphSetsThem) {
  constexpr std::string_view kRead = R"IR(graph(%self : __torch__.M, %x : Tensor):
  %conv : __torch__.C = prim::GetAttr[name="conv"](%self)
  %weight : Tensor = prim::GetAttr[name="weight"](%conv)
  %y : Tensor = aten::mul(%x, %weight)
)IR";
  Model folded = modelOf(std::string(kRead) + "  return (%y)\n");
  EXPECT_EQ(nodeOf(folded, "aten::mul").arguments[1].text, "self.conv.weight");
  EXPECT_EQ(folded.top().shownNodes, 1u);

  Model written = modelOf(std::string(kRead) +
                          "   = prim::SetAttr[name=\"weight\"](%conv, %y)\n"
                          "  return (%y)\n");
  EXPECT_FALSE(nodeOf(written, "aten::mul").arguments[1].folded);
  EXPECT_EQ(written.top().shownNodes, 3u);
}

TEST(Model, AListThatSeveralNodesUseIsNotALiteral) {
  Model model = modelOf(R"IR(graph(%x : int):
  %1 : int = prim::Constant[value=1]()
  %2 : int[] = prim::ListConstruct(%1)
  %3 : int[] = aten::append(%2, %x)
  return (%2)
)IR");
  EXPECT_FALSE(nodeOf(model, "prim::ListConstruct").folded);
}

TEST(Model, LocationsComeFromTheGraph) {
  Model model = modelOf(kNestedIr);
  EXPECT_EQ(locationText(nodeOf(model, "aten::zeros")), "foo.py:4:9");
  EXPECT_EQ(locationText(nodeOf(model, "prim::ListConstruct")), "");
}

TEST(Model, CallsAreNamedAfterTheirCallee) {
  Model model = modelOf(R"IR(graph(%x : Tensor):
  %f : Function = prim::Constant[name="helper"]()
  %y : Tensor = prim::CallFunction(%f, %x)
  return (%y)
)IR");
  const ModelNode& call = nodeOf(model, "prim::CallFunction");
  EXPECT_EQ(call.title, "call helper");
  EXPECT_EQ(call.category, Category::Call);
}

}  // namespace
}  // namespace ts::viz
