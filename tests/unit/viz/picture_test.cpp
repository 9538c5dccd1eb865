#include "core/picture/picture.h"

#include "core/picture/costs.h"
#include "core/picture/view_json.h"
#include "tests/unit/picture/parse_ir.h"
#include "viz/mermaid.h"
#include "viz/picture_svg.h"
#include "viz/placement.h"
#include "viz/summary.h"
#include "viz/tensor_tree.h"

namespace ts::viz {
namespace {

// A convolution of 2 groups and a matrix product, with the shapes that a trace has.
constexpr std::string_view kTrace = R"IR(graph(%self : __torch__.Net,
      %x : Float(1, 4, 8, 8, strides=[256, 64, 8, 1], requires_grad=0, device=cpu)):
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %none : NoneType = prim::Constant()
  %ones : int[] = prim::ListConstruct(%one, %one)
  %zeros : int[] = prim::ListConstruct(%two, %two)
  %conv : __torch__.torch.nn.modules.conv.Conv2d = prim::GetAttr[name="conv"](%self)
  %weight : Tensor = prim::GetAttr[name="weight"](%conv)
  %y : Float(1, 6, 10, 10, strides=[600, 100, 10, 1], requires_grad=0, device=cpu) = aten::conv2d(%x, %weight, %none, %ones, %zeros, %ones, %two), scope: __module.conv
  %z : Float(1, 6, 10, 10, strides=[600, 100, 10, 1], requires_grad=0, device=cpu) = aten::relu(%y), scope: __module.act
  return (%z)
)IR";

PictureOptions options() {
  PictureOptions options;
  options.weights["conv.weight"] = {{"float32", {6, 2, 3, 3}}, true};
  options.weights["conv.unused"] = {{"float32", {5}}, true};
  return options;
}

Picture pictureOf(std::string_view ir, PictureOptions chosen = options()) {
  MadePicture picture = makePicture(*parseIr(ir), "Net.forward", chosen);
  EXPECT_EQ(picture.error, "");
  return std::move(picture.picture);
}

GroupId groupNamed(const Picture& picture, std::string_view title) {
  for (GroupId id = 0; id < picture.hierarchy.groups.size(); ++id)
    if (picture.hierarchy.groups[id].title == title) return id;
  ADD_FAILURE() << "no group " << title;
  return 0;
}

TEST(Costs, AConvolutionCountsTheElementsOfItsFilters) {
  const Picture picture = pictureOf(kTrace);
  // 600 results, each of 2 * 3 * 3 products and sums.
  EXPECT_EQ(picture.overlay.groups[0].flops, 2 * 600 * 18);
  const Stats& conv = picture.overlay.groups[groupNamed(picture, "conv")];
  EXPECT_EQ(conv.flops, 2 * 600 * 18);
  EXPECT_EQ(conv.parameters, 6 * 2 * 3 * 3 + 5);
  EXPECT_EQ(conv.parameterBytes, 4 * (6 * 2 * 3 * 3 + 5));
  EXPECT_EQ(picture.overlay.groups[groupNamed(picture, "act")].parameters, std::nullopt);
  EXPECT_EQ(picture.overlay.groups[0].activationBytes, 2 * 4 * 600);
}

TEST(Picture, ShapesOfTypesAreShown) {
  const std::string json = toViewJson(pictureOf(kTrace));
  EXPECT_NE(json.find(R"("shape":"float32 [1, 6, 10, 10]")"), json.npos);
  EXPECT_NE(json.find(R"("path":"conv.weight")"), json.npos);
  EXPECT_NE(json.find(R"("weight":1)"), json.npos);
}

TEST(Picture, ShapesFollowFromWeightsWithoutARun) {
  constexpr std::string_view kScript = R"IR(graph(%self : __torch__.Net, %x : Tensor):
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %minus : int = prim::Constant[value=-1]()
  %none : NoneType = prim::Constant()
  %ones : int[] = prim::ListConstruct(%one, %one)
  %pads : int[] = prim::ListConstruct(%one, %one)
  %dilations : int[] = prim::ListConstruct(%one, %one)
  %conv : __torch__.torch.nn.modules.conv.Conv2d = prim::GetAttr[name="conv"](%self)
  %weight : Tensor = prim::GetAttr[name="weight"](%conv)
  %y : Tensor = aten::conv2d(%x, %weight, %none, %ones, %pads, %dilations, %two)
  %z : Tensor = aten::relu(%y)
  %sizes : int[] = prim::ListConstruct(%one, %one)
  %p : Tensor = aten::adaptive_avg_pool2d(%z, %sizes)
  return (%p)
)IR";
  const std::string json = toViewJson(pictureOf(kScript));
  EXPECT_NE(json.find(R"("shape":"float32 [..., 6, ?, ?]")"), json.npos);
  EXPECT_NE(json.find(R"("shape":"float32 [..., 6, 1, 1]")"), json.npos);
  EXPECT_EQ(json.find("isExact"), json.npos);
}

TEST(Picture, APermutationWithUnknownDimensionsHasNoShape) {
  constexpr std::string_view kScript =
      R"IR(graph(%x : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu), %dims : int[]):
  %y : Tensor = aten::permute(%x, %dims)
  return (%y)
)IR";
  const std::string json = toViewJson(pictureOf(kScript));
  EXPECT_NE(json.find("[2, 3]"), json.npos);
  EXPECT_EQ(json.find("float32 []"), json.npos);
}

TEST(Picture, FocusAndAroundChooseTheView) {
  PictureOptions focus = options();
  focus.focus = "conv";
  const Picture picture = pictureOf(kTrace, focus);
  EXPECT_EQ(picture.focus, groupNamed(picture, "conv"));
  EXPECT_EQ(picture.open.front(), 0u);
  PictureOptions around = options();
  around.around = "%y";
  EXPECT_EQ(pictureOf(kTrace, around).model.nodes[pictureOf(kTrace, around).selected].kind,
            "aten::conv2d");
  PictureOptions wrong = options();
  wrong.focus = "nothing";
  EXPECT_NE(makePicture(*parseIr(kTrace), "f", wrong).error, "");
}

TEST(Picture, ADepthOpensTheGroupsAboveIt) {
  PictureOptions deep = options();
  deep.depth = 5;
  const Picture picture = pictureOf(kTrace, deep);
  EXPECT_EQ(picture.open.size(), picture.hierarchy.groups.size());
}

TEST(Summary, ListsModulesWithTotals) {
  const std::string text = toSummary(pictureOf(kTrace), 3);
  EXPECT_NE(text.find("├─ conv"), text.npos);
  EXPECT_NE(text.find("└─ act"), text.npos);
  EXPECT_NE(text.find("parameters: 113"), text.npos);
  EXPECT_NE(text.find("(10.80 k multiply-adds)"), text.npos);
}

TEST(Summary, NumbersAreReadable) {
  EXPECT_EQ(grouped(25557032), "25,557,032");
  EXPECT_EQ(grouped(-1234), "-1,234");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(withPrefix(8.18e9), "8.18 G");
}

TEST(Mermaid, NamesCannotLeaveTheirLabels) {
  Picture picture = pictureOf(kTrace);
  picture.model.values[picture.hierarchy.groups[0].inputs[0]].name = "x\"]\n<b>";
  const std::string text = toMermaid(picture);
  EXPECT_TRUE(text.starts_with("flowchart TD\n"));
  EXPECT_EQ(text.find("<b>"), text.npos);
  EXPECT_EQ(text.find("x\"]"), text.npos);
}

// The closed boxes of a placement, in the coordinates of the whole picture.
void addBoxes(const PlacedGroup& placed, double x, double y, std::vector<Rect>& boxes) {
  for (const PlacedBox& box : placed.boxes) {
    const Rect rect{x + box.rect.x, y + box.rect.y, box.rect.width, box.rect.height};
    if (box.inside)
      addBoxes(*box.inside, rect.x + box.inside->x, rect.y + box.inside->y, boxes);
    else if (!box.isPort)
      boxes.push_back(rect);
  }
}

void expectApart(const std::vector<Rect>& boxes) {
  ASSERT_FALSE(boxes.empty());
  for (size_t i = 0; i < boxes.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const Rect &a = boxes[i], &b = boxes[j];
      EXPECT_TRUE(a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y);
    }
  }
}

TEST(Placement, BoxesDoNotOverlap) {
  PictureOptions deep = options();
  deep.depth = 5;
  for (std::string_view ir : {kTrace, kNestedIr}) {
    const Picture picture = pictureOf(ir, deep);
    std::vector<Rect> boxes;
    addBoxes(Placer(picture).place(0), 0, 0, boxes);
    expectApart(boxes);
  }
}

std::string sequenceOf(int operators) {
  std::string text = "graph(%x.0 : Tensor):\n";
  for (int i = 0; i < operators; ++i)
    text +=
        "  %x." + std::to_string(i + 1) + " : Tensor = aten::relu(%x." + std::to_string(i) + ")\n";
  return text + "  return (%x." + std::to_string(operators) + ")\n";
}

TEST(Placement, ALongSequenceGoesOnInColumnsOnAPage) {
  const Picture picture = pictureOf(sequenceOf(30));
  Placer placer(picture);
  const PlacedGroup plain = placer.place(0);
  const PageSize page = *parsePage("a4");
  const PlacedGroup placed = placer.place(0, placer.bestCuts(page));
  EXPECT_GT(scaleOn(page, placed.width, placed.height),
            1.5 * scaleOn(page, plain.width, plain.height));
  ASSERT_EQ(placed.boxes.size(), plain.boxes.size());
  std::vector<Rect> boxes;
  addBoxes(placed, 0, 0, boxes);
  expectApart(boxes);
  for (const Rect& box : boxes) {
    EXPECT_LE(box.right(), placed.width);
    EXPECT_LE(box.bottom(), placed.height);
  }
}

TEST(PictureSvg, EqualPicturesHaveEqualBytes) {
  EXPECT_EQ(toSvg(pictureOf(kTrace)), toSvg(pictureOf(kTrace)));
}

TEST(TensorTree, GroupsTensorsByTheirNames) {
  const Weight weight{{"float32", {2, 3}}, true};
  const Picture picture =
      makeTensorTree("file.pt", {{"a.weight", weight}, {"a.bias", weight}, {"b", weight}});
  const Group& a = picture.hierarchy.groups[groupNamed(picture, "a")];
  EXPECT_EQ(a.members.size(), 2u);
  EXPECT_EQ(picture.overlay.groups[0].parameters, 18);
  EXPECT_NE(toViewJson(picture).find(R"("path":"a.weight")"), std::string::npos);
}

}  // namespace
}  // namespace ts::viz
