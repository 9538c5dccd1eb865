#include "core/picture/diff.h"

#include <algorithm>

#include "core/picture/match_sequences.h"
#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

DiffCounts differences(std::string_view before, std::string_view after, Picture* shown = nullptr) {
  std::string warning;
  const DiffSide side = makeDiffSide(*parseIr(before), "f", {}, warning);
  Picture picture;
  picture.expanded = expand(*parseIr(after), {});
  picture.model = buildModel(*picture.expanded.graph, "f");
  picture.hierarchy = buildTree(picture.model, picture.expanded.frames);
  const DiffCounts counts = addDifferences(side, picture);
  finishHierarchy(picture.model, picture.hierarchy);
  if (shown != nullptr) *shown = std::move(picture);
  return counts;
}

constexpr std::string_view kBefore = R"IR(graph(%x : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::relu(%x)
  %b : Tensor = aten::tanh(%a)
  %c : Tensor = aten::add(%b, %x, %one)
  return (%c)
)IR";

TEST(Diff, EqualGraphsHaveNoDifferences) {
  const DiffCounts counts = differences(kBefore, kBefore);
  EXPECT_EQ(counts.added + counts.removed + counts.changed, 0u);
  EXPECT_EQ(counts.text(), "0 nodes added, 0 removed, 0 changed");
}

TEST(Diff, FindsAddedRemovedAndChangedNodes) {
  Picture picture;
  const DiffCounts counts = differences(kBefore, R"IR(graph(%x : Tensor):
  %two : int = prim::Constant[value=2]()
  %a : Tensor = aten::relu(%x)
  %s : Tensor = aten::sigmoid(%a)
  %c : Tensor = aten::add(%s, %x, %two)
  return (%c)
)IR",
                                        &picture);
  EXPECT_EQ(counts.added, 1u);    // sigmoid
  EXPECT_EQ(counts.removed, 1u);  // tanh
  EXPECT_EQ(counts.changed, 1u);  // the alpha of add
  const ModelNode& removed = picture.model.nodes.back();
  EXPECT_EQ(removed.kind, "aten::tanh");
  // A removed node uses the value that stands for its own operand.
  EXPECT_EQ(picture.model.values[removed.arguments[0].value].name, "a");
  bool saysAlpha = false;
  for (const auto& marks : picture.marks)
    for (const Mark& mark : marks) saysAlpha |= mark.text.find("alpha: 1 → 2") != std::string::npos;
  EXPECT_TRUE(saysAlpha);
}

TEST(Diff, RemovedControlFlowShowsItsBlocks) {
  Picture picture;
  const DiffCounts counts = differences(kNestedIr, R"IR(graph(%len.1 : int):
  %1 : int = prim::Constant[value=3]()
  %5 : NoneType = prim::Constant()
  %4 : int[] = prim::ListConstruct(%1, %1)
  %rv.1 : Tensor = aten::zeros(%4, %5, %5, %5, %5) # foo.py:4:9
  return (%rv.1)
)IR",
                                        &picture);
  EXPECT_EQ(counts.removed, 5u);  // the loop, its comparison, the if, sub and add
  std::vector<std::string> kinds;
  for (const Group& group : picture.hierarchy.groups) {
    kinds.emplace_back(groupKindName(group.kind));
    if (group.kind != GroupKind::Graph) {
      EXPECT_EQ(group.marks.at(0).kind, "removed");
    }
  }
  std::ranges::sort(kinds);
  EXPECT_EQ(kinds, (std::vector<std::string>{"block", "block", "block", "graph", "if", "loop"}));
  // Inside, edges lead from the parameter of the loop to its users, and to the result.
  const ModelNode& sub = nodeOf(picture.model, "aten::sub");
  EXPECT_EQ(picture.model.values[sub.arguments[0].value].name, "rv.14");
  for (const Group& group : picture.hierarchy.groups) {
    if (group.kind == GroupKind::Loop || group.kind == GroupKind::Block) {
      EXPECT_FALSE(group.edges.empty());
    }
  }
}

TEST(Diff, SequencesMatchInOrder) {
  const std::vector<std::string> a{"x", "y", "z"}, b{"y", "q", "z", "x"};
  EXPECT_EQ(matchSequences(a, b, a, b), (std::vector<size_t>{kUnmatched, 0, 2}));
}

TEST(Diff, LooseKeysMatchBetweenStrictPairs) {
  EXPECT_EQ(
      matchSequences({"a1", "b1", "c1"}, {"a1", "b2", "c1"}, {"a", "b", "c"}, {"a", "b", "c"}),
      (std::vector<size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace ts::viz
