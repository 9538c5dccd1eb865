// Text that has the right syntax and nodes of the wrong form.
#include <gtest/gtest.h>

#include "core/ir/text.h"

namespace ts::ir {
namespace {

// The first fault of a text, without the node.
std::string faultOf(std::string_view text) {
  const ParsedGraph parsed = parseGraph(text, std::make_shared<types::TypeTable>());
  if (!parsed.graph) return parsed.error;
  const std::string fault = formFault(*parsed.graph);
  return fault.substr(0, fault.find(": "));
}

std::string faultOfNode(const std::string& node) {
  return faultOf("graph(%a : int, %c : bool):\n  " + node + "\n  return (%a)\n");
}

TEST(NodeForms, ALoopWithoutABlockOrWithTooFewInputsIsFound) {
  EXPECT_EQ(faultOfNode("%r : int = prim::Loop(%a, %c, %a)"), "a Loop must have one block");
  EXPECT_EQ(faultOfNode("= prim::Loop(%a)\n    block0(%i : int):\n      -> (%c)"),
            "the inputs of a Loop must be a trip count, a condition and a value per output");
}

TEST(NodeForms, AnIfMustReturnAsManyValuesAsItsBlocks) {
  EXPECT_EQ(faultOfNode("= prim::If(%c)\n    block0():\n      -> (%a)\n    block1():\n      -> ()"),
            "a block of an If must return as many values as the If");
  EXPECT_EQ(faultOfNode("= prim::If()"), "an If must have one input");
}

TEST(NodeForms, ACountOfInputsOrOutputsThatPrintersReadIsChecked) {
  EXPECT_EQ(faultOfNode("= prim::SetAttr[name=\"x\"](%a)"), "the number of inputs is wrong");
  EXPECT_EQ(faultOfNode("%x : int, %y : int = prim::ListConstruct(%a)"),
            "the number of outputs is wrong");
  EXPECT_EQ(faultOfNode("%x : int = prim::GetAttr(%a)"), "an attribute is missing");
  EXPECT_EQ(faultOfNode("= prim::Return(%a)"), "a param or return node is among ordinary nodes");
}

TEST(NodeForms, AConstantOfATypeOtherThanNoneNeedsAValue) {
  EXPECT_EQ(faultOfNode("%x : int = prim::Constant()"),
            "a constant other than None must have a value");
  EXPECT_EQ(faultOfNode("%x : int? = prim::Constant()"), "");
  EXPECT_EQ(faultOfNode("%x : NoneType = prim::Constant()"), "");
}

TEST(NodeForms, AConstantDoesNotHaveAValueOfAnotherType) {
  EXPECT_NE(faultOfNode("%x : int = prim::Constant[value=None]()"), "");
  EXPECT_NE(faultOfNode("%x : int[] = prim::Constant[value=[1, None]]()"), "");
  EXPECT_EQ(faultOfNode("%x : int? = prim::Constant[value=None]()"), "");
}

TEST(NodeForms, AttributesHaveTheTypeThatPrintersRead) {
  for (const char* attributes : {"name=1", "scope=2", "types=[1, 2]", "beg=1.5", "Subgraph=1"})
    EXPECT_NE(faultOfNode("= prim::PythonOp[" + std::string(attributes) + "](%a)"), "")
        << attributes;
}

TEST(NodeForms, NestedBlocksAndGraphsAreChecked) {
  EXPECT_EQ(faultOfNode("= prim::If(%c)\n    block0():\n      %x : int = prim::Constant()\n"
                        "      -> ()\n    block1():\n      -> ()"),
            "a constant other than None must have a value");
  EXPECT_EQ(faultOf("graph(%a : int):\n  %f : Future(int) = prim::fork_0(%a)\n  return (%f)\n"
                    "with prim::fork_0 = graph():\n  %x : int = prim::Constant[value=1]()\n"
                    "  return (%x)\n"),
            "a fork must have an input for each input of its graph");
}

}  // namespace
}  // namespace ts::ir
