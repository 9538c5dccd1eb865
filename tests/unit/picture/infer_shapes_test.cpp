#include "core/picture/infer_shapes.h"

#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

// A list is known where one node uses it.
// The shape of %y, which the last of the nodes computes from %x and the weight %w.
std::string shapeOf(std::string_view nodes, std::vector<int64_t> x, std::vector<int64_t> w = {}) {
  const Model model = modelOf(
      "graph(%self : Any, %x : Tensor, %unknown : Tensor):\n"
      "  %w : Tensor = prim::GetAttr[name=\"w\"](%self)\n"
      "  %none : NoneType = prim::Constant()\n"
      "  %no : bool = prim::Constant[value=0]()\n"
      "  %yes : bool = prim::Constant[value=1]()\n"
      "  %0 : int = prim::Constant[value=0]()\n"
      "  %1 : int = prim::Constant[value=1]()\n"
      "  %2 : int = prim::Constant[value=2]()\n"
      "  %zeros : int[] = prim::ListConstruct(%0, %0)\n"
      "  %ones : int[] = prim::ListConstruct(%1, %1)\n"
      "  %once : int[] = prim::ListConstruct(%1, %1)\n"
      "  %more : int[] = prim::ListConstruct(%1, %1)\n"
      "  %none2 : int[] = prim::ListConstruct(%0, %0)\n"
      "  %twos : int[] = prim::ListConstruct(%2, %2)\n" +
      std::string(nodes) + "  return (%y)\n");
  Overlay overlay;
  overlay.weights["w"] = {{"float32", std::move(w)}, true};
  overlay.values.resize(model.values.size());
  for (ValueId id = 0; id < model.values.size(); ++id)
    if (model.values[id].name == "x") overlay.values[id] = {"float32", std::move(x)};
  inferShapes(model, overlay);
  for (ValueId id = 0; id < model.values.size(); ++id)
    if (model.values[id].name == "y" && overlay.value(id) != nullptr)
      return overlay.value(id)->text();
  return {};
}

TEST(InferShapes, ConvolutionsOfTraces) {
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::_convolution(%x, %w, %none, %twos, %ones, %once, %no, "
                    "%zeros, %1, %no, %no, %yes, %yes)\n",
                    {1, 3, 9, 9}, {8, 3, 3, 3}),
            "float32 [1, 8, 5, 5]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::_convolution(%x, %w, %none, %twos, %ones, %once, %yes, "
                    "%more, %1, %no, %no, %yes, %yes)\n",
                    {1, 8, 5, 5}, {8, 3, 3, 3}),
            "float32 [1, 3, 10, 10]");
}

TEST(InferShapes, TransposedConvolutions) {
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::conv_transpose2d(%x, %w, %none, %twos, %zeros, %none2, "
                    "%1, %ones)\n",
                    {1, 8, 5, 5}, {8, 3, 2, 2}),
            "float32 [1, 3, 10, 10]");
}

TEST(InferShapes, Matrices) {
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::mm(%x, %w)\n", {4, 8}, {8, 5}), "float32 [4, 5]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::bmm(%x, %w)\n", {2, 4, 8}, {2, 8, 5}),
            "float32 [2, 4, 5]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::t(%x)\n", {4, 8}), "float32 [8, 4]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::addmm(%w, %x, %w, %1, %1)\n", {4, 8}, {8, 8}),
            "float32 [4, 8]");
}

TEST(InferShapes, Views) {
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::unsqueeze(%x, %1)\n", {4, 8}), "float32 [4, 1, 8]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::select(%x, %1, %0)\n", {4, 8, 2}), "float32 [4, 2]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::view(%x, %twos)\n", {4}), "float32 [2, 2]");
}

TEST(InferShapes, OperatorsThatTheCheckerKnows) {
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::log(%x)\n", {4, 8}), "float32 [4, 8]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::pow(%x, %2)\n", {4, 8}), "float32 [4, 8]");
  EXPECT_EQ(shapeOf("  %4 : int = prim::Constant[value=4]()\n"
                    "  %y : Tensor = aten::to(%x, %4, %no, %no, %none)\n",
                    {4, 8}),
            "int64 [4, 8]");
  EXPECT_EQ(shapeOf("  %l : Tensor[] = prim::ListConstruct(%x, %x, %x)\n"
                    "  %y : Tensor = aten::stack(%l, %1)\n",
                    {4, 8}),
            "float32 [4, 3, 8]");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::slice(%x, %1, %1, %none, %2)\n", {4, 8}),
            "float32 [4, 4]");
  EXPECT_EQ(shapeOf("  %i : Tensor, %y : Tensor = aten::max(%x, %1, %no)\n", {4, 8}), "int64 [4]");
}

TEST(InferShapes, PartsOfAListAndSizesOfTensors) {
  EXPECT_EQ(shapeOf("  %l : Tensor[] = aten::chunk(%x, %2, %1)\n"
                    "  %a : Tensor, %y : Tensor = prim::ListUnpack(%l)\n",
                    {4, 7}),
            "float32 [4, 3]");
  EXPECT_EQ(shapeOf("  %n : int = aten::size(%x, %0)\n"
                    "  %minus : int = prim::Constant[value=-1]()\n"
                    "  %s : int[] = prim::ListConstruct(%n, %2, %minus)\n"
                    "  %y : Tensor = aten::view(%x, %s)\n",
                    {4, 6}),
            "float32 [4, 2, 3]");
}

TEST(InferShapes, ElementsOfAListThatIsChangedAreUnknown) {
  const std::string parts = "  %l : Tensor[] = aten::chunk(%x, %2, %1)\n";
  const std::string element = "  %y : Tensor = aten::__getitem__(%l, %1)\n";
  EXPECT_EQ(shapeOf(parts + element, {4, 7}), "float32 [4, 3]");
  EXPECT_EQ(shapeOf(parts + "  %a : Tensor[] = aten::append(%l, %x)\n" + element, {4, 7}), "");
}

TEST(InferShapes, AProductHasTheDtypeOfItsWeight) {
  EXPECT_EQ(shapeOf("  %z : Tensor = aten::relu(%unknown)\n"
                    "  %y : Tensor = aten::linear(%z, %w, %none)\n",
                    {4, 8}, {5, 8}),
            "float32 [..., 5]");
}

TEST(InferShapes, SizesThatDoNotFitAreUnknown) {
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::mm(%x, %w)\n", {4, 8}, {7, 5}), "");
  EXPECT_EQ(shapeOf("  %y : Tensor = aten::view(%x, %twos)\n", {5}), "");
}

}  // namespace
}  // namespace ts::viz
