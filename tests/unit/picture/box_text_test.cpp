#include "core/picture/box_text.h"

#include <gtest/gtest.h>

#include "core/picture/font_width.h"
#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

using Lines = std::vector<std::string>;

Picture pictureWith(const std::string& body) {
  MadePicture made = makePicture(*parseIr("graph(%x : Tensor):\n" + body + "  return (%x)\n"), "f",
                                 PictureOptions());
  EXPECT_EQ(made.error, "");
  return std::move(made.picture);
}

// A picture with one group in the group "layer1", and one node.
Picture pictureOfGroup(Group group) {
  Picture picture = pictureWith("  %y : Tensor = aten::relu(%x)\n");
  Group around;
  around.parent = 0;
  around.kind = GroupKind::Module;
  around.title = around.path = "layer1";
  around.type = "Block";
  picture.hierarchy.groups.resize(1);
  picture.hierarchy.groups.push_back(around);
  group.parent = 1;
  picture.hierarchy.groups.push_back(group);
  picture.overlay.groups.assign(3, {});
  return picture;
}

Group moduleNamed(const std::string& title) {
  Group group;
  group.kind = GroupKind::Module;
  group.title = group.path = title;
  group.type = "Conv2d";
  return group;
}

TEST(BoxText, AModuleInsideAnotherOneIsTitledByItsOwnPartOfThePath) {
  const Picture picture = pictureOfGroup(moduleNamed("layer1.conv"));
  BoxTexts texts(picture);
  EXPECT_EQ(texts.titleOf(2), "conv");
  EXPECT_EQ(texts.titleOf(1), "layer1");
}

TEST(BoxText, AGroupHasItsClassAndItsTotals) {
  Picture picture = pictureOfGroup(moduleNamed("layer1.conv"));
  picture.overlay.groups[2].parameters = 1000;
  picture.overlay.groups[2].flops = 1500;
  const BoxText text = BoxTexts(picture).ofGroup(2);
  EXPECT_EQ(text.title, "conv");
  EXPECT_EQ(text.details, Lines{"Conv2d"});
  EXPECT_EQ(text.note, "1.00 k params · 1.50 kFLOP");
}

TEST(BoxText, ANumberedModuleOfASequenceIsTitledByItsClass) {
  const Picture picture = pictureOfGroup(moduleNamed("layer1.0"));
  const BoxText text = BoxTexts(picture).ofGroup(2);
  EXPECT_EQ(text.title, "0: Conv2d");
  EXPECT_TRUE(text.details.empty());
}

TEST(BoxText, ALeafModuleIsColouredByItsClassAndAModuleWithModulesIsNeutral) {
  const Picture picture = pictureOfGroup(moduleNamed("layer1.conv"));
  BoxTexts texts(picture);
  EXPECT_EQ(texts.ofGroup(2).family, "weights");
  EXPECT_EQ(texts.ofGroup(1).family, "module");
}

TEST(BoxText, OperatorsHaveFamiliesByTheirNames) {
  const Picture picture = pictureWith(
      "  %one : int = prim::Constant[value=1]()\n  %a : Tensor = aten::relu(%x)\n"
      "  %b : Tensor = aten::add(%a, %x, %one)\n  %c : Tensor = aten::bernoulli(%b)\n");
  BoxTexts texts(picture);
  std::map<std::string, std::string_view> families;
  for (NodeId id = 0; id < picture.model.nodes.size(); ++id)
    families[picture.model.nodes[id].kind] = texts.ofNode(id).family;
  EXPECT_EQ(families["aten::relu"], "activation");
  EXPECT_EQ(families["aten::add"], "arithmetic");
  EXPECT_EQ(families["aten::bernoulli"], "tensor");
}

TEST(BoxText, ANodeShowsTheConstantsThatDifferFromTheDefaultsInTwoLines) {
  Picture picture = pictureWith("  %y : Tensor = aten::relu(%x)\n");
  ModelNode& node = picture.model.nodes[0];
  node.arguments.clear();
  auto add = [&](std::string formal, std::string text, bool isDefault) {
    ModelArgument argument;
    argument.formal = std::move(formal);
    argument.folded = true;
    argument.text = std::move(text);
    argument.isDefault = isDefault;
    node.arguments.push_back(std::move(argument));
  };
  add("input", "self.x", false);
  add("stride", "[2, 2]", false);
  add("groups", "1", true);
  EXPECT_EQ(BoxTexts(picture).ofNode(0).details, Lines{"stride [2, 2]"});
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) add(name, "[100, 200, 300]", false);
  const Lines details = BoxTexts(picture).ofNode(0).details;
  ASSERT_EQ(details.size(), 2u);
  EXPECT_TRUE(details[1].ends_with("…")) << details[1];
}

TEST(BoxText, TheNameOfAValueHasNoNumberThatTheCompilerAdded) {
  ModelValue value;
  for (const auto& [name, shown] : {std::pair("x.1", "x"), {"12", ""}, {"layer1", "layer1"}}) {
    value.name = name;
    EXPECT_EQ(valueName(value), shown);
  }
}

TEST(FontWidth, FollowsTheTableAndTheSize) {
  EXPECT_DOUBLE_EQ(widthOf("ab", kDetailFont), 11 * (0.613 + 0.635));
  EXPECT_DOUBLE_EQ(widthOf("ab", kLabelFont), 10.5 * 2 * 0.602);
  EXPECT_GT(widthOf("世", kDetailFont), widthOf("m", kDetailFont));
}

TEST(FontWidth, ALongTextIsCutWithAnEllipsis) {
  EXPECT_EQ(cutText("abcdef", 4), "abc…");
  EXPECT_EQ(cutFront("layer4.2.conv3", 6), "…conv3");
  EXPECT_EQ(cutText("a\n\tb", 9), "a b");
}

TEST(BoxText, AnOperatorThatPythonHasASignForIsTitledByIt) {
  const Picture picture = pictureWith(
      "  %1 : int = prim::Constant[value=1]()\n  %2 : int = prim::Constant[value=2]()\n"
      "  %lt : Tensor = aten::lt(%x, %2)\n  %sum : Tensor = aten::add(%x, %2, %1)\n"
      "  %twice : Tensor = aten::add(%x, %x, %2)\n  %neg : Tensor = aten::neg(%x)\n"
      "  %same : Tensor = aten::mul_(%x, %2)\n  %r : Tensor = aten::relu(%x)\n");
  BoxTexts texts(picture);
  Lines titles;
  for (NodeId id = 2; id < picture.model.nodes.size(); ++id)
    titles.push_back(texts.ofNode(id).title);
  // The second addition multiplies its operand, which no sign says.
  EXPECT_EQ(titles, (Lines{"<", "+", "add", "-", "*=", "relu"}));
}

}  // namespace
}  // namespace ts::viz
