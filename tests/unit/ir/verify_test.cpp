// Constructs each fault that the verifier detects.
#include <gtest/gtest.h>

#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {
namespace {

std::string faultOf(std::string_view text) {
  ParsedGraph parsed = parseGraph(text, std::make_shared<types::TypeTable>());
  return parsed.graph ? verify(*parsed.graph) : "unreadable: " + parsed.error;
}

TEST(Verify, AcceptsValidLoopAndIf) {
  EXPECT_EQ(faultOf(R"(graph(%n : int, %c : bool, %x : int?):
  %r : int? = prim::Loop(%n, %c, %x)
    block0(%i : int, %v : int?):
      %w : int? = prim::If(%c)
        block0():
          -> (%i)
        block1():
          -> (%v)
      -> (%c, %w)
  return (%r)
)"),
            "");
}

struct Case {
  const char* text;
  const char* fault;
};
class VerifyFaults : public testing::TestWithParam<Case> {};

TEST_P(VerifyFaults, AreFound) { EXPECT_EQ(faultOf(GetParam().text), GetParam().fault); }

INSTANTIATE_TEST_SUITE_P(
    Verify, VerifyFaults,
    testing::Values(
        Case{"graph(%c : int):\n   = prim::If(%c)\n    block0():\n      -> ()\n    block1():\n     "
             " -> ()\n  return ()\n",
             "an If must have one bool input:  = prim::If(%c)"},
        Case{"graph(%c : bool):\n   = prim::If(%c)\n    block0():\n      -> ()\n  return ()\n",
             "an If must have two blocks:  = prim::If(%c)"},
        Case{"graph(%c : bool):\n  %r : int = prim::If(%c)\n    block0():\n      -> (%c)\n    "
             "block1():\n      -> (%c)\n"
             "  return ()\n",
             "%c of type bool goes into %r of type int: %r : int = prim::If(%c)"},
        Case{"graph(%c : bool):\n  %r : bool = prim::If(%c)\n    block0():\n      -> (%c)\n    "
             "block1():\n      -> ()\n"
             "  return ()\n",
             "a block of an If must return as many values as the If: %r : bool = prim::If(%c)"},
        Case{"graph(%n : int, %c : bool):\n   = prim::Loop(%n, %c)\n    block0():\n      -> (%c)\n "
             " return ()\n",
             "the inputs of a Loop must be a trip count, a condition and a value per output:  = "
             "prim::Loop(%n, %c)"},
        Case{"graph(%n : int, %c : bool):\n   = prim::Loop(%c, %c)\n    block0(%i : int):\n      "
             "-> (%c)\n  return ()\n",
             "the trip count of a Loop must be an int:  = prim::Loop(%c, %c)"},
        Case{"graph(%n : int, %c : bool):\n   = prim::Loop(%n, %c)\n    block0(%i : int):\n      "
             "-> (%n)\n  return ()\n",
             "the condition of a Loop must be a bool:  = prim::Loop(%n, %c)"},
        Case{"graph(%n : int, %c : bool):\n  %r : int = prim::Loop(%n, %c, %n)\n    block0(%i : "
             "int, %v : int):\n"
             "      -> (%c, %c)\n  return ()\n",
             "%c of type bool goes into %v of type int: %r : int = prim::Loop(%n, %c, %n)"},
        Case{"graph():\n  %0 : int = prim::Constant()\n  return ()\n",
             "a constant other than None must have a value: %0 : int = prim::Constant()"},
        Case{"graph(%n : int):\n  %r : str[] = prim::ListConstruct(%n)\n  return ()\n",
             "%n doesn't have the element type of the list: %r : str[] = prim::ListConstruct(%n)"},
        Case{"graph(%n : int):\n  %r : (int, int) = prim::TupleConstruct(%n)\n  return ()\n",
             "a tuple must have as many elements as its type: %r : (int, int) = "
             "prim::TupleConstruct(%n)"},
        Case{"graph(%t : (int, int)):\n  %r : int = prim::TupleUnpack(%t)\n  return ()\n",
             "a TupleUnpack must have an output per tuple element: %r : int = "
             "prim::TupleUnpack(%t)"},
        Case{"graph():\n  %1 : Future[int] = prim::fork_0()\n  return ()\nwith prim::fork_0 = "
             "graph():\n"
             "  %0 : int = prim::Constant()\n  return ()\n",
             "in the graph of a node, a constant other than None must have a value: %0 : int = "
             "prim::Constant(): "
             "%1 : Future[int] = prim::fork[Subgraph=<Graph>]()"}));

const Symbol kAdd = Symbol::intern("aten::add");

TEST(Verify, DetectsUseBeforeDefinition) {
  Graph graph;
  Node* first = graph.insertNode(graph.create(kAdd));
  Node* second = graph.insertNode(graph.create(kAdd));
  first->addInput(second->output());
  EXPECT_EQ(verify(graph), "%1 is used where it isn't defined: %0 : Tensor = aten::add(%1)");
}

TEST(Verify, DetectsUseOfAnInnerBlocksValue) {
  Graph graph;
  Node* branch = graph.insertNode(graph.create(prim::If, {graph.addInput("c")}, 0));
  Value* inside = branch->addBlock()->appendNode(graph.create(kAdd))->output();
  graph.registerOutput(inside);
  graph.inputs()[0]->setType(types::boolType());
  branch->addBlock();
  EXPECT_EQ(verify(graph), "%1 is used where it isn't defined:  = prim::Return(%1)");
}

TEST(Verify, DetectsANodeOutsideOfAllBlocks) {
  Graph graph;
  graph.create(kAdd);
  EXPECT_EQ(verify(graph), "a node is in no block: %0 : Tensor = aten::add()");
}

TEST(Verify, DetectsAReturnNodeAmongOthers) {
  Graph graph;
  graph.insertNode(graph.create(prim::Return, {}, 0));
  EXPECT_EQ(verify(graph), "a param or return node is among ordinary nodes:  = prim::Return()");
}

TEST(Verify, DetectsAConstantStoredAsAPlainAttribute) {
  Graph graph;
  graph.insertNode(graph.create(prim::Constant))->set(attr::value, int64_t{1});
  EXPECT_EQ(verify(graph),
            "the value of a constant must be stored as a Constant: %0 : Tensor = "
            "prim::Constant[value=1]()");
}

}  // namespace
}  // namespace ts::ir
