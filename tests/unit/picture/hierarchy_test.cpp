#include "core/picture/hierarchy.h"

#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

struct Shown {
  Expanded expanded;
  Model model;
  Hierarchy hierarchy;
};

Shown shown(std::string_view ir) {
  Shown out{expand(*parseIr(ir), {}), {}, {}};
  out.model = buildModel(*out.expanded.graph, "test");
  out.hierarchy = buildHierarchy(out.model, out.expanded.frames);
  return out;
}

const Group* find(const Shown& shown, std::string_view title) {
  for (const Group& group : shown.hierarchy.groups)
    if (group.title == title) return &group;
  return nullptr;
}

// A trace of `count` equal blocks with a convolution and a ReLU each.
std::string tracedBlocks(size_t count, bool lastDiffers = false) {
  std::string text =
      "graph(%self : __torch__.Net, %x.0 : Tensor):\n"
      "  %one : int = prim::Constant[value=1]()\n";
  for (size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i), m = std::to_string(i + 1);
    const std::string scope = ", scope: __module.stage/__module.stage." + n;
    text += "  %a." + n + " : Tensor = aten::relu(%x." + n + ")" + scope + "\n";
    text += "  %x." + m + " : Tensor = aten::" + (lastDiffers && i + 1 == count ? "sub" : "add") +
            "(%a." + n + ", %x." + n + ", %one)" + scope + "\n";
  }
  return text + "  return (%x." + std::to_string(count) + ")\n";
}

TEST(Hierarchy, ScopesOfTracedNodesBecomeModules) {
  const Shown it = shown(tracedBlocks(1));
  ASSERT_NE(find(it, "stage"), nullptr);
  const Group* inner = find(it, "stage.0");
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->kind, GroupKind::Module);
  EXPECT_EQ(inner->members.size(), 2u);
}

TEST(Hierarchy, EqualModulesInSequenceAreShownOnce) {
  const Shown it = shown(tracedBlocks(16));
  const Group* first = find(it, "stage.0");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->repeats.size(), 16u);
  EXPECT_EQ(first->repeats.back(), "stage.15");
  EXPECT_EQ(find(it, "stage.1"), nullptr);
  EXPECT_EQ(it.hierarchy.groups[0].nodes, 32u);  // all repeats count
  // The result of the last module is the result of the group that stands for it.
  EXPECT_EQ(first->outputs.size(), 1u);
}

TEST(Hierarchy, ADifferentModuleEndsARunOfRepeats) {
  const Shown it = shown(tracedBlocks(4, true));
  EXPECT_EQ(find(it, "stage.0")->repeats.size(), 3u);
  EXPECT_NE(find(it, "stage.3"), nullptr);
}

// A trace of modules with one operator each, in sequence.
std::string tracedSequence(const std::vector<std::string>& operators) {
  std::string text = "graph(%self : __torch__.Net, %x.0 : Tensor):\n";
  for (size_t i = 0; i < operators.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "  %x." + std::to_string(i + 1) + " : Tensor = aten::" + operators[i] + "(%x." + n +
            "), scope: __module.stage/__module.stage." + n + "\n";
  }
  return text + "  return (%x." + std::to_string(operators.size()) + ")\n";
}

TEST(Hierarchy, AlternatingModulesAreShownOnceInASequence) {
  const Shown it =
      shown(tracedSequence({"abs", "relu", "tanh", "relu", "tanh", "relu", "tanh", "neg"}));
  const Group* sequence = find(it, "3 × (1, 2)");
  ASSERT_NE(sequence, nullptr);
  EXPECT_EQ(sequence->kind, GroupKind::Sequence);
  ASSERT_EQ(sequence->members.size(), 2u);
  EXPECT_EQ(find(it, "stage.2")->repeats,
            (std::vector<std::string>{"stage.2", "stage.4", "stage.6"}));
  EXPECT_EQ(find(it, "stage.3"), nullptr);
  EXPECT_EQ(sequence->nodes, 6u);
  EXPECT_EQ(it.hierarchy.groups[0].nodes, 8u);
  EXPECT_EQ(sequence->outputs.size(), 1u);
}

TEST(Hierarchy, ASequenceBeginsWhereAllOfItsTurnsAreEqual) {
  const Shown it =
      shown(tracedSequence({"relu", "tanh", "relu", "tanh", "relu", "tanh", "relu", "neg"}));
  EXPECT_NE(find(it, "3 × (1, 2)"), nullptr);
}

TEST(Hierarchy, FewAlternatingModulesStayApart) {
  const Shown it = shown(tracedSequence({"relu", "tanh", "relu", "tanh"}));
  EXPECT_NE(find(it, "stage.3"), nullptr);
}

TEST(Hierarchy, ControlFlowBecomesGroupsOfBlocks) {
  const Shown it = shown(kNestedIr);
  const Group* loop = find(it, "for i in range(len)");
  ASSERT_NE(loop, nullptr);
  EXPECT_EQ(loop->kind, GroupKind::Loop);
  ASSERT_EQ(loop->members.size(), 1u);
  const Group& body = it.hierarchy.groups[loop->members[0].id];
  EXPECT_EQ(body.kind, GroupKind::Block);
  // The initial value becomes the parameter of the body.
  bool becomes = false;
  for (const GroupEdge& edge : loop->edges) becomes |= edge.becomes != kNone;
  EXPECT_TRUE(becomes);
  const Group* branch = find(it, "if i < 10");
  ASSERT_NE(branch, nullptr);
  EXPECT_EQ(branch->members.size(), 2u);
  EXPECT_EQ(branch->outputs.size(), 1u);
}

std::string longSequence(size_t count) {
  std::string text = "graph(%x.0 : Tensor):\n";
  for (size_t i = 0; i < count; ++i)
    text +=
        "  %x." + std::to_string(i + 1) + " : Tensor = aten::relu(%x." + std::to_string(i) + ")\n";
  return text + "  return (%x." + std::to_string(count) + ")\n";
}

TEST(Hierarchy, ALongSequenceIsCutIntoSegments) {
  const Shown it = shown(longSequence(2000));
  for (const Group& group : it.hierarchy.groups) EXPECT_LE(group.members.size(), 40u);
  EXPECT_EQ(it.hierarchy.groups[0].nodes, 2000u);
  EXPECT_TRUE(find(it, "steps 1 to " + std::to_string(it.hierarchy.groups[1].nodes)));
}

TEST(Hierarchy, TheFirstViewOfASmallFunctionIsAllOpen) {
  const Shown it = shown(kNestedIr);
  EXPECT_EQ(firstOpen(it.hierarchy).size(), it.hierarchy.groups.size());
}

TEST(Hierarchy, TheFirstViewHasAReadableNumberOfBoxes) {
  for (size_t size : {12u, 100u, 1000u, 10000u}) {
    const Shown it = shown(longSequence(size));
    size_t boxes = 0;
    for (GroupId open : firstOpen(it.hierarchy)) boxes += it.hierarchy.groups[open].members.size();
    EXPECT_GE(boxes, kLeastFirstBoxes) << size;
    EXPECT_LE(boxes, kMostFirstBoxes + 10) << size;
  }
}

TEST(Hierarchy, EachEdgeEndsAtAMemberOrAtAValueOfTheBorder) {
  const Shown it = shown(kNestedIr);
  for (const Group& group : it.hierarchy.groups) {
    for (const GroupEdge& edge : group.edges) {
      auto has = [](const auto& list, auto value) {
        return std::ranges::find(list, value) != list.end();
      };
      if (edge.from.id == kNone)
        EXPECT_TRUE(has(group.inputs, edge.value));
      else
        EXPECT_TRUE(has(group.members, edge.from));
      if (edge.to.id == kNone)
        EXPECT_TRUE(has(group.outputs, edge.becomes == kNone ? edge.value : edge.becomes));
      else
        EXPECT_TRUE(has(group.members, edge.to));
    }
  }
}

TEST(Hierarchy, UsersOfAChangedListComeAfterTheChange) {
  const Shown it = shown(R"IR(graph(%x : Tensor):
  %zero : int = prim::Constant[value=0]()
  %list : Tensor[] = prim::ListConstruct(%x)
  %y : Tensor = aten::relu(%x)
  %same : Tensor[] = aten::append(%list, %y)
  %z : Tensor = aten::cat(%list, %zero)
  return (%z)
)IR");
  const Model& model = it.model;
  bool isFromAppend = false;
  for (const GroupEdge& edge : it.hierarchy.groups[0].edges) {
    if (edge.from.id == kNone || edge.to.id == kNone) continue;
    if (model.nodes[edge.to.id].kind != "aten::cat") continue;
    isFromAppend = model.nodes[edge.from.id].kind == "aten::append";
  }
  EXPECT_TRUE(isFromAppend);
}

TEST(Expand, ChecksThatRaiseAreLeftOutUnlessTrainingIsShown) {
  constexpr std::string_view kCheck = R"IR(graph(%x : Tensor, %ok : bool):
  %message : str = prim::Constant[value="no"]()
  %none : NoneType = prim::Constant()
   = prim::If(%ok)
    block0():
      -> ()
    block1():
       = prim::RaiseException(%message, %none)
      -> ()
  %y : Tensor = aten::relu(%x)
  return (%y)
)IR";
  const Expanded evaluating = expand(*parseIr(kCheck), {});
  EXPECT_EQ(buildModel(*evaluating.graph, "f").blocks.size(), 1u);
  const Expanded training = expand(*parseIr(kCheck), {.training = true});
  EXPECT_EQ(buildModel(*training.graph, "f").blocks.size(), 3u);
}

TEST(Expand, NodesThatAPassMakesBelongToTheCallsOfTheirUsers) {
  constexpr std::string_view kNestedLists = R"IR(graph(%self : __torch__.Net, %x : Tensor):
  %training : bool = prim::GetAttr[name="training"](%self)
  %dim : int = prim::Constant[value=1]()
  %inner : Tensor[] = prim::ListConstruct[scope="__module.a"](%x, %x)
  %joined : Tensor = aten::cat[scope="__module.a"](%inner, %dim)
  %outer : Tensor[] = prim::ListConstruct[scope="__module.a"](%joined, %x)
  %all : Tensor = aten::cat[scope="__module.a"](%outer, %dim)
  %z : Tensor = prim::If(%training)
    block0():
      %c : Tensor = aten::neg(%all)
      -> (%c)
    block1():
      -> (%all)
  return (%z)
)IR";
  const Expanded expanded = expand(*parseIr(kNestedLists), {});
  size_t lists = 0;
  for (const ir::Node* node : expanded.graph->nodes()) {
    if (node->kind().str() != "prim::ListConstruct") continue;
    ++lists;
    EXPECT_NE(frameOf(*node), UINT32_MAX);
  }
  EXPECT_EQ(lists, 1u);
}

TEST(Expand, ComparisonsWithNoneDecideBranchesOfInlinedCalls) {
  constexpr std::string_view kOptional = R"IR(graph(%self : __torch__.Net, %x : Tensor):
  %training : bool = prim::GetAttr[name="training"](%self)
  %none : NoneType = prim::Constant()
  %missing : bool = aten::__is__(%x, %none)
  %y : Tensor = prim::If(%missing)
    block0():
      %a : Tensor = aten::tanh(%x)
      -> (%a)
    block1():
      %b : Tensor = aten::relu(%x)
      -> (%b)
  %z : Tensor = prim::If(%training)
    block0():
      %c : Tensor = aten::neg(%y)
      -> (%c)
    block1():
      -> (%y)
  return (%z)
)IR";
  const Model model = buildModel(*expand(*parseIr(kOptional), {}).graph, "f");
  EXPECT_EQ(model.blocks.size(), 1u);
  EXPECT_EQ(model.nodes.back().kind, "aten::relu");
}

}  // namespace
}  // namespace ts::viz
