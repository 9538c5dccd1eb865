// Tests of names and uses of values; the expected names are PyTorch 1.13's for the same calls.
#include <gtest/gtest.h>

#include "core/ir/ir.h"
#include "core/ir/kinds.h"

namespace ts::ir {
namespace {

const Symbol kAdd = Symbol::intern("aten::add");
const Symbol kMul = Symbol::intern("aten::mul");

struct Names : testing::Test {
  Graph graph;
  Value* a = graph.addInput();
  Value* b = graph.addInput();
  Value* c = graph.addInput();

  std::vector<std::string> all() const {
    return {a->printedName(), b->printedName(), c->printedName()};
  }
};
using Expected = std::vector<std::string>;

TEST_F(Names, NumberIsPrintedWithoutAName) {
  EXPECT_EQ(all(), (Expected{"0", "1", "2"}));
  EXPECT_FALSE(a->hasDebugName());
}

TEST_F(Names, OldOwnerGetsASuffixAndTheCountSkipsOne) {
  a->setDebugName("rv");
  b->setDebugName("rv");
  EXPECT_EQ(all(), (Expected{"rv.1", "rv", "2"}));
  c->setDebugName("rv");
  EXPECT_EQ(all(), (Expected{"rv.1", "rv.3", "rv"}));
  a->setDebugName("rv.7");
  c->setDebugName("rv.7");
  EXPECT_EQ(all(), (Expected{"rv.8", "rv.3", "rv.7"}));
  b->setDebugName("rv.7");
  EXPECT_EQ(all(), (Expected{"rv.8", "rv.7", "rv.10"}));
}

TEST_F(Names, TrailingDotBelongsToTheName) {
  c->setDebugName("w.");
  b->setDebugName("w.");
  EXPECT_EQ(all(), (Expected{"0", "w.", "w..1"}));
}

TEST_F(Names, SuffixCountContinuesForReleasedNames) {
  for (int i = 0; i < 5; ++i) {
    b->setDebugName("q");
    c->setDebugName("q");
  }
  EXPECT_EQ(all(), (Expected{"0", "q.17", "q"}));
}

TEST_F(Names, NumbersAreRejectedAndEmptyClears) {
  EXPECT_FALSE(a->setDebugName("12"));
  EXPECT_TRUE(a->setDebugName("x.1"));
  EXPECT_EQ(a->debugNameBase(), "x");
  EXPECT_TRUE(a->setDebugName(""));
  EXPECT_EQ(a->printedName(), "0");
  b->setDebugName("x.1");
  EXPECT_EQ(b->printedName(), "x.1");
}

TEST_F(Names, NumericFieldGetsAnUnderscore) {
  types::TypeTable table;
  const auto* type = table.makeClass("__torch__.M", true);
  type->addAttribute("0", types::intType());
  a->setType(type);
  Value* field = graph.insertGetAttr(a, "0");
  EXPECT_EQ(field->printedName(), "_0");
  EXPECT_EQ(field->type(), types::intType());
}

TEST(Uses, AreInInsertionOrder) {
  Graph graph;
  Value* x = graph.addInput("x");
  Value* y = graph.addInput("y");
  Node* first = graph.insertNode(graph.create(kAdd, {x, x}));
  Node* second = graph.insertNode(graph.create(kMul, {y, x}));
  EXPECT_EQ(x->uses(), (std::vector<Use>{{first, 0}, {first, 1}, {second, 1}}));
  first->replaceInput(0, y);
  EXPECT_EQ(x->uses(), (std::vector<Use>{{first, 1}, {second, 1}}));
  EXPECT_EQ(y->uses(), (std::vector<Use>{{second, 0}, {first, 0}}));
  x->replaceAllUsesWith(y);
  EXPECT_FALSE(x->hasUses());
  EXPECT_EQ(y->uses(), (std::vector<Use>{{second, 0}, {first, 0}, {first, 1}, {second, 1}}));
}

TEST(Uses, FollowInsertedAndRemovedInputs) {
  Graph graph;
  Value* x = graph.addInput("x");
  Value* y = graph.addInput("y");
  Node* node = graph.insertNode(graph.create(kAdd, {x, x}));
  node->insertInput(0, y);
  EXPECT_EQ(x->uses(), (std::vector<Use>{{node, 1}, {node, 2}}));
  node->removeInput(1);
  EXPECT_EQ(x->uses(), (std::vector<Use>{{node, 1}}));
  std::vector<size_t> swapped = {1, 0};
  node->permuteInputs(swapped);
  EXPECT_EQ(node->input(0), x);
  EXPECT_EQ(x->uses(), (std::vector<Use>{{node, 0}}));
  node->removeAllInputs();
  EXPECT_FALSE(x->hasUses());
  EXPECT_FALSE(y->hasUses());
}

TEST(Uses, OnlyUsesAfterANodeAreReplaced) {
  Graph graph;
  Value* x = graph.addInput("x");
  Value* y = graph.addInput("y");
  Node* before = graph.insertNode(graph.create(kAdd, {x, x}));
  Node* middle = graph.insertNode(graph.create(kMul, {y, y}));
  Node* branch = graph.insertNode(graph.create(prim::If, {y}, 0));
  Block* block = branch->addBlock();
  Node* inside = block->appendNode(graph.create(kAdd, {x, y}));
  x->replaceAllUsesDominatedByNodeWith(middle, y);
  EXPECT_EQ(x->uses(), (std::vector<Use>{{before, 0}, {before, 1}}));
  EXPECT_EQ(inside->input(0), y);
  x->replaceAllUsesAfterNodeWith(before, y);
  EXPECT_EQ(x->uses().size(), 2u);
}

}  // namespace
}  // namespace ts::ir
