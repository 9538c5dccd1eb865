// Tests of building, changing and copying graphs.
#include <gtest/gtest.h>

#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {
namespace {

const Symbol kAdd = Symbol::intern("aten::add");
const Symbol kRelu = Symbol::intern("aten::relu");

GraphPtr parse(std::string_view text) {
  ParsedGraph parsed = parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_EQ(parsed.error, "") << parsed.line << ":" << parsed.column;
  return parsed.graph;
}

TEST(Order, IsConsistentAcrossBlocks) {
  Graph graph;
  Node* first = graph.insertNode(graph.create(kAdd));
  Node* branch = graph.insertNode(graph.create(prim::If, {first->output()}, 0));
  Node* inside = branch->addBlock()->appendNode(graph.create(kAdd));
  Node* last = graph.insertNode(graph.create(kAdd));
  EXPECT_TRUE(first->isBefore(inside));
  EXPECT_TRUE(inside->isBefore(last));
  EXPECT_TRUE(last->isAfter(inside));
  EXPECT_FALSE(last->isBefore(first));
  EXPECT_TRUE(inside->isDominatedBy(first));
  EXPECT_FALSE(last->isDominatedBy(inside));
}

TEST(Order, SurvivesManyInsertionsAtOnePosition) {
  Graph graph;
  Node* last = graph.insertNode(graph.create(kAdd, {}, 0));
  Node* first = graph.prependNode(graph.create(kAdd, {}, 0));
  for (int i = 0; i < 1000; ++i) graph.create(kAdd, {}, 0)->insertAfter(first);
  for (const Node* node : graph.nodes()) {
    if (node != last) {
      ASSERT_TRUE(node->isBefore(node->next()));
    }
  }
  EXPECT_EQ(verify(graph), "");
}

TEST(Order, FollowsMovedNodes) {
  Graph graph;
  Node* a = graph.insertNode(graph.create(kAdd, {}, 0));
  Node* b = graph.insertNode(graph.create(kAdd, {}, 0));
  b->moveBefore(a);
  EXPECT_TRUE(b->isBefore(a));
  b->moveAfter(a);
  EXPECT_TRUE(a->isBefore(b));
  a->moveBefore(a);
  EXPECT_EQ(a->next(), b);
}

TEST(Nodes, AreInsertedAtTheInsertPoint) {
  Graph graph;
  Node* last = graph.insertNode(graph.create(kAdd));
  {
    WithInsertPoint guard(last);
    Value* constantOne = graph.insertConstant(Constant::integer(1));
    EXPECT_EQ(constantOne->node()->next(), last);
  }
  EXPECT_EQ(graph.insertNode(graph.create(kRelu))->prev(), last);
}

TEST(Nodes, DestroyRemovesBlocksAndUses) {
  Graph graph;
  Value* x = graph.addInput("x");
  Node* loop = graph.insertNode(graph.create(prim::Loop, {x, x}, 0));
  Block* body = loop->addBlock();
  body->addInput("i");
  body->registerOutput(body->appendNode(graph.create(kRelu, {x}))->output());
  size_t others = 2;
  EXPECT_GT(graph.allNodes().size(), others);
  loop->destroy();
  EXPECT_FALSE(x->hasUses());
  EXPECT_EQ(graph.allNodes().size(), others);
  // The name of the loop counter is free again.
  graph.addInput("i");
  EXPECT_EQ(graph.inputs()[1]->printedName(), "i");
}

TEST(Nodes, CurrentNodeMayBeDestroyedDuringIteration) {
  Graph graph;
  for (int i = 0; i < 4; ++i) graph.insertNode(graph.create(i % 2 == 0 ? kAdd : kRelu, {}, 0));
  for (auto it = graph.nodes().begin(); it != graph.nodes().end(); ++it) {
    if (it->is(kAdd)) it.destroyCurrent();
  }
  EXPECT_EQ(print(graph), "graph():\n   = aten::relu()\n   = aten::relu()\n  return ()\n");
}

TEST(Nodes, HelpersSetResultTypes) {
  types::TypeTable table;
  Graph graph;
  Value* constantOne = graph.insertConstant(Constant::integer(1));
  Value* text = graph.insertConstant(Constant::string("a"));
  std::vector<Value*> both = {constantOne, text};
  Node* tuple = graph.insertNode(graph.createTuple(both));
  EXPECT_EQ(tuple->output()->type()->str(), "(int, str)");
  EXPECT_EQ(graph.createTupleUnpack(tuple->output())->output(1)->type(), types::stringType());
  EXPECT_EQ(
      graph.insertNode(graph.createTupleSlice(tuple->output(), 1, -1, 2))->output()->type()->str(),
      "(str, int)");
  std::vector<Value*> ints = {constantOne, constantOne};
  Node* list = graph.insertNode(graph.createList(types::intType(), ints));
  EXPECT_EQ(list->output()->type()->str(), "int[]");
  EXPECT_EQ(graph.createListUnpack(list->output(), 3)->outputs().size(), 3u);
  std::vector<Value*> keys = {text};
  std::vector<Value*> values = {constantOne};
  EXPECT_EQ(graph.createDict(types::stringType(), types::intType(), keys, values)
                ->output()
                ->type()
                ->str(),
            "Dict(str, int)");
  const auto* color = table.makeEnum("__torch__.Color", types::intType(), {});
  Value* red = graph.insertConstant(Constant::enumValue(color, "Red"));
  EXPECT_EQ(graph.createEnumValue(red)->output()->type(), types::intType());
  EXPECT_EQ(graph.createEnumName(red)->output()->type(), types::stringType());
}

TEST(Constants, RoundTripThroughNodes) {
  Graph graph;
  EXPECT_TRUE(constantOf(graph.insertConstant(Constant::none()))->isNone());
  EXPECT_TRUE(constantOf(graph.insertConstant(Constant::boolean(true)))->toBool());
  EXPECT_EQ(constantOf(graph.insertConstant(Constant::real(1.5)))->toReal(), 1.5);
  EXPECT_EQ(constantOf(graph.addInput("x")), nullptr);
  types::TypeTable table;
  Function function;
  EXPECT_EQ(constantOf(graph.insertConstant(Constant::function(table.makeFunction(&function)))),
            nullptr);
}

constexpr std::string_view kCallee = R"(graph(%x : Tensor, %c : bool):
  %y.1 : Tensor = prim::If(%c)
    block0():
      %r : Tensor = aten::relu(%x)
      -> (%r)
    block1():
      -> (%x)
  return (%y.1)
)";

TEST(Copies, AreEqualAndIndependent) {
  GraphPtr graph = parse(kCallee);
  GraphPtr copy = graph->copy();
  EXPECT_EQ(print(*copy), print(*graph));
  EXPECT_EQ(verify(*copy), "");
  copy->addInput("z");
  EXPECT_EQ(graph->inputs().size(), 2u);
}

TEST(Copies, IncludeNestedGraphs) {
  GraphPtr graph = parse(
      "graph(%x : Tensor):\n  %1 : Future[Tensor] = prim::fork_0(%x)\n  return (%1)\n"
      "with prim::fork_0 = graph(%y : Tensor):\n  return (%y)\n");
  GraphPtr copy = graph->copy();
  auto inner = [](const GraphPtr& of) {
    return (*of->nodes().begin())->get<GraphPtr>(attr::Subgraph);
  };
  EXPECT_NE(inner(copy), inner(graph));
  EXPECT_EQ(print(*copy), print(*graph));
}

TEST(Copies, InliningMapsInputsAndRenamesValues) {
  GraphPtr callee = parse(kCallee);
  GraphPtr caller = parse("graph(%y.1 : Tensor, %flag : bool):\n  return ()\n");
  std::vector<Value*> inputs = {caller->inputs()[0], caller->inputs()[1]};
  ValueMap map;
  std::vector<Value*> outputs = caller->inlineCopy(*callee, inputs, &map);
  caller->registerOutput(outputs[0]);
  EXPECT_EQ(map.at(callee->outputs()[0]), outputs[0]);
  EXPECT_EQ(verify(*caller), "");
  EXPECT_EQ(print(*caller), R"(graph(%y.2 : Tensor,
      %flag : bool):
  %y.1 : Tensor = prim::If(%flag)
    block0():
      %r : Tensor = aten::relu(%y.2)
      -> (%r)
    block1():
      -> (%y.2)
  return (%y.1)
)");
}

TEST(NodeSemantics, OverloadIsTheFirstMatch) {
  GraphPtr graph = parse(
      "graph(%x : Tensor, %n : int, %l : int[]):\n"
      "  %a : int = aten::add(%n, %n)\n"
      "  %b : int[] = aten::add(%l, %l)\n"
      "  %c : Tensor = aten::add(%x, %n, %n)\n"
      "  %d : Tensor = aten::add(%l, %x)\n"
      "  return (%a)\n");
  std::vector<std::string> overloads;
  for (const Node* node : graph->nodes())
    overloads.push_back(node->schema() ? node->schema()->overload : "none");
  EXPECT_EQ(overloads, (std::vector<std::string>{"int", "t", "Scalar", "none"}));
}

TEST(NodeSemantics, ChangedInputsInvalidateTheOverload) {
  GraphPtr graph =
      parse("graph(%n : int, %f : float):\n  %a : int = aten::add(%n, %n)\n  return (%a)\n");
  Node* add = *graph->nodes().begin();
  EXPECT_EQ(add->schema()->overload, "int");
  add->replaceInput(1, graph->inputs()[1]);
  EXPECT_EQ(add->schema()->overload, "int_float");
}

TEST(NodeSemantics, SideEffectsAndRandomness) {
  GraphPtr graph = parse(R"(graph(%x : Tensor, %p : float):
  %t : bool = prim::Constant[value=1]()
  %n : bool = prim::Constant[value=0]()
   = prim::Print(%x)
  %a : Tensor = aten::dropout(%x, %p, %t)
  %b : Tensor = aten::dropout(%x, %p, %n)
  %c : Tensor = aten::relu(%x)
  return (%c)
)");
  std::vector<std::pair<bool, bool>> all;
  for (const Node* node : graph->nodes())
    all.emplace_back(node->hasSideEffects(), node->isNondeterministic());
  using Pairs = std::vector<std::pair<bool, bool>>;
  EXPECT_EQ(all, (Pairs{{false, false},
                        {false, false},
                        {true, false},
                        {false, true},
                        {false, false},
                        {false, false}}));
}

}  // namespace
}  // namespace ts::ir
