// Versions of graphs for modules in evaluation mode.
#include "core/jit/eval_version.h"

#include "core/ir/kinds.h"
#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

// A layer that doubles its argument in training mode, and reads the mode twice.
constexpr std::string_view kLayer = R"(graph(%self : __torch__.Layer, %x : Tensor):
  %two : int = prim::Constant[value=2]()
  %training : bool = prim::GetAttr[name="training"](%self)
  %y : Tensor = prim::If(%training)
    block0():
      %doubled : Tensor = aten::mul(%x, %two)
      -> (%doubled)
    block1():
      -> (%x)
  %again : bool = prim::GetAttr[name="training"](%self)
  %z : Tensor = prim::If(%again)
    block0():
      -> (%y)
    block1():
      %negative : Tensor = aten::neg(%y)
      -> (%negative)
  return (%z)
)";

ir::GraphPtr layer(std::string_view text) {
  ir::GraphPtr graph = graphOf(text);
  types::cast<types::ClassType>(graph->inputs()[0]->type())
      ->addAttribute("training", types::boolType());
  return graph;
}

size_t count(const ir::Block& block, Symbol kind) {
  size_t nodes = 0;
  for (const ir::Node* node : block.nodes()) {
    nodes += node->is(kind) ? 1 : 0;
    for (const ir::Block* inner : node->blocks()) nodes += count(*inner, kind);
  }
  return nodes;
}

TEST(EvalVersion, BothVersionsBehaveAsTheGraph) {
  const ir::GraphPtr graph = layer(kLayer);
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const auto* type = types::cast<types::ClassType>(graph->inputs()[0]->type());
  for (const bool training : {false, true, false}) {
    const auto self = tensor::makeCounted<tensor::ObjectValue>(type);
    self->slots.push_back(training);
    const Stack arguments{self, sample({3})};
    expectEqual(compiled.run(graph, arguments)[0], interpreted.run(graph, arguments)[0],
                training ? "training" : "evaluation");
  }
}

TEST(EvalVersion, TheVersionHasNoConditions) {
  const ir::GraphPtr prepared = prepareGraph(layer(kLayer));
  const ir::Block* eval = nullptr;
  for (const ir::Node* node : prepared->nodes())
    if (node->is(ir::prim::If)) eval = node->block(1);
  ASSERT_NE(eval, nullptr);
  EXPECT_EQ(count(*eval, ir::prim::If), 0U);
  EXPECT_EQ(count(*eval, Symbol::intern("aten::neg")), 1U);
}

// LLVM reads the tags of so many bools with few instructions, from registers that are aligned to 8
// bytes only.
TEST(EvalVersion, ManyModulesAreReadTogether) {
  constexpr int kLayers = 64;
  std::string text = R"(graph(%self : __torch__.Net, %n : int):
  %true : bool = prim::Constant[value=1]()
  %sum : int = prim::Loop(%n, %true, %n)
    block0(%i : int, %s : int):
      %t : int = aten::add(%s, %i)
      -> (%true, %t)
)";
  for (int i = 0; i < kLayers; ++i)
    text += fmt::format("  %on{0} : bool = prim::GetAttr[name=\"on{0}\"](%self)\n", i);
  std::string any = "on0";
  for (int i = 1; i < kLayers; any = fmt::format("any{}", i++))
    text += fmt::format("  %any{} : bool = aten::__or__(%{}, %on{})\n", i, any, i);
  const ir::GraphPtr graph = graphOf(text + "  return (%" + any + ", %sum)\n");
  const auto* type = types::cast<types::ClassType>(graph->inputs()[0]->type());
  const auto self = tensor::makeCounted<tensor::ObjectValue>(type);
  for (int i = 0; i < kLayers; ++i) {
    type->addAttribute(fmt::format("on{}", i), types::boolType());
    self->slots.push_back(i == kLayers - 1);
  }
  Engine engine({.isMeasured = true});
  interp::Interpreter compiled;
  compiled.setNativeCompiler(&engine);
  const Stack results = compiled.run(graph, {self, int64_t{3}});
  EXPECT_TRUE(results[0].toBool());
  EXPECT_EQ(results[1].toInt(), 6);
}

TEST(EvalVersion, AGraphThatWritesTheAttributeHasOneVersion) {
  const ir::GraphPtr graph = layer(R"(graph(%self : __torch__.Layer, %x : Tensor):
  %no : bool = prim::Constant[value=0]()
   = prim::SetAttr[name="training"](%self, %no)
  %training : bool = prim::GetAttr[name="training"](%self)
  %y : Tensor = prim::If(%training)
    block0():
      %negative : Tensor = aten::neg(%x)
      -> (%negative)
    block1():
      -> (%x)
  return (%y)
)");
  addEvalVersion(*graph);
  EXPECT_EQ(count(*graph->block(), ir::prim::If), 1U);
}

}  // namespace
}  // namespace ts::jit
