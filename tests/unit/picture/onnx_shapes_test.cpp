#include "core/picture/onnx_shapes.h"

#include "core/picture/costs.h"
#include "core/picture/infer_shapes.h"
#include "tests/unit/picture/parse_ir.h"

namespace ts::viz {
namespace {

struct Inferred {
  Model model;
  Overlay overlay;

  // The shape of the value %NAME; empty: unknown.
  std::string shape(std::string_view name) const {
    for (ValueId id = 0; id < model.values.size(); ++id)
      if (model.values[id].name == name && overlay.value(id) != nullptr)
        return overlay.value(id)->text();
    return {};
  }
};

// The shapes of nodes behind an input %x with these facts, and weights by name.
Inferred infer(std::string_view nodes, std::vector<int64_t> x,
               const std::map<std::string, Weight>& weights = {}) {
  const std::string text =
      "graph(%self : Any, %x : Tensor):\n" + std::string(nodes) + "  return (%x)\n";
  Inferred out{modelOf(text), {}};
  out.overlay.weights = weights;
  out.overlay.values.resize(out.model.values.size());
  for (ValueId id = 0; id < out.model.values.size(); ++id)
    if (out.model.values[id].name == "x") out.overlay.values[id] = {"float32", std::move(x)};
  inferShapes(out.model, out.overlay);
  return out;
}

Weight weight(std::vector<int64_t> sizes) { return {{"float32", std::move(sizes)}, true}; }

// The shape of %y, which one node computes.
std::string shapeOf(std::string_view node, std::vector<int64_t> x,
                    std::vector<int64_t> weightSizes = {}) {
  return infer("  %w : Tensor = prim::GetAttr[name=\"w\"](%self)\n  %y : Tensor = " +
                   std::string(node) + "\n",
               std::move(x), {{"w", weight(std::move(weightSizes))}})
      .shape("y");
}

TEST(OnnxShapes, Convolutions) {
  EXPECT_EQ(
      shapeOf("onnx::Conv[pads=[1, 1, 1, 1], strides=[2, 2]](%x, %w)", {2, 3, 9, 9}, {8, 3, 3, 3}),
      "float32 [2, 8, 5, 5]");
  EXPECT_EQ(shapeOf("onnx::Conv[pads=[0, 1, 1, 2]](%x, %w)", {1, 3, 9, 9}, {8, 3, 3, 3}),
            "float32 [1, 8, 8, 10]");
  EXPECT_EQ(shapeOf("onnx::Conv[auto_pad=\"SAME_UPPER\", strides=[2, 2]](%x, %w)", {1, 3, 9, 9},
                    {8, 3, 3, 3}),
            "float32 [1, 8, 5, 5]");
  EXPECT_EQ(shapeOf("onnx::Conv(%x, %w)", {-1, 3, 9, -1}, {8, 3, 3, 3}), "float32 [?, 8, 7, ?]");
  EXPECT_EQ(shapeOf("onnx::ConvTranspose[strides=[2, 2], pads=[1, 1, 1, 1], "
                    "output_padding=[1, 1]](%x, %w)",
                    {1, 8, 5, 5}, {8, 3, 3, 3}),
            "float32 [1, 3, 10, 10]");
}

TEST(OnnxShapes, Pooling) {
  EXPECT_EQ(
      shapeOf("onnx::MaxPool[kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1](%x)", {1, 8, 6, 6}),
      "float32 [1, 8, 3, 3]");
  EXPECT_EQ(shapeOf("onnx::AveragePool[kernel_shape=[2], pads=[0, 1]](%x)", {1, 8, 6}),
            "float32 [1, 8, 6]");
  EXPECT_EQ(shapeOf("onnx::GlobalAveragePool(%x)", {2, 8, 6, 6}), "float32 [2, 8, 1, 1]");
}

TEST(OnnxShapes, Products) {
  EXPECT_EQ(shapeOf("onnx::Gemm[transB=1](%x, %w)", {4, 8}, {5, 8}), "float32 [4, 5]");
  EXPECT_EQ(shapeOf("onnx::Gemm[transA=1](%x, %w)", {8, 4}, {8, 5}), "float32 [4, 5]");
  EXPECT_EQ(shapeOf("onnx::MatMul(%x, %w)", {2, 3, 4, 8}, {8, 5}), "float32 [2, 3, 4, 5]");
}

TEST(OnnxShapes, ElementWise) {
  EXPECT_EQ(shapeOf("onnx::Add(%x, %w)", {2, 1, 4}, {3, 1}), "float32 [2, 3, 4]");
  EXPECT_EQ(shapeOf("onnx::Less(%x, %w)", {2, 1, 4}, {3, 1}), "bool [2, 3, 4]");
  EXPECT_EQ(shapeOf("onnx::Cast[to=7](%x)", {2, 3}), "int64 [2, 3]");
  EXPECT_EQ(shapeOf("onnx::BatchNormalization(%x, %w, %w, %w, %w)", {2, 3}, {3}), "float32 [2, 3]");
}

TEST(OnnxShapes, Views) {
  EXPECT_EQ(shapeOf("onnx::Flatten[axis=2](%x)", {2, 3, 4, 5}), "float32 [6, 20]");
  EXPECT_EQ(shapeOf("onnx::Flatten(%x)", {-1, 3, 4}), "float32 [?, 12]");
  EXPECT_EQ(shapeOf("onnx::Transpose[perm=[0, 2, 1]](%x)", {2, 3, 4}), "float32 [2, 4, 3]");
  EXPECT_EQ(shapeOf("onnx::Transpose(%x)", {2, 3, 4}), "float32 [4, 3, 2]");
  EXPECT_EQ(shapeOf("onnx::Unsqueeze[axes=[0, -1]](%x)", {2, 3}), "float32 [1, 2, 3, 1]");
  EXPECT_EQ(shapeOf("onnx::Squeeze[axes=[1]](%x)", {2, 1, 3}), "float32 [2, 3]");
  EXPECT_EQ(shapeOf("onnx::Concat[axis=1](%x, %w)", {2, 3, 4}, {2, 5, 4}), "float32 [2, 8, 4]");
  EXPECT_EQ(shapeOf("onnx::Gather[axis=1](%x, %w)", {9, 8, 7}, {2, 3}), "float32 [9, 2, 3, 7]");
  EXPECT_EQ(shapeOf("onnx::DepthToSpace[blocksize=2](%x)", {1, 8, 2, 3}), "float32 [1, 2, 4, 6]");
}

TEST(OnnxShapes, Reductions) {
  EXPECT_EQ(shapeOf("onnx::ReduceMean[axes=[2, 3], keepdims=0](%x)", {2, 3, 4, 5}),
            "float32 [2, 3]");
  EXPECT_EQ(shapeOf("onnx::ReduceMax(%x)", {2, 3}), "float32 [1, 1]");
  EXPECT_EQ(shapeOf("onnx::ArgMax[axis=1, keepdims=0](%x)", {2, 3}), "int64 [2]");
  EXPECT_EQ(shapeOf("onnx::Softmax(%x)", {2, 3}), "float32 [2, 3]");
}

TEST(OnnxShapes, LiteralOperands) {
  const Inferred inferred = infer(R"IR(  %s : int[] = prim::Constant[value=[0, -1]]()
  %r : Tensor = onnx::Reshape(%x, %s)
  %start : int[] = prim::Constant[value=[1, -2]]()
  %end : int[] = prim::Constant[value=[9223372036854775807, -1]]()
  %axes : int[] = prim::Constant[value=[0, 2]]()
  %p : Tensor = onnx::Slice(%x, %start, %end, %axes)
  %sizes : int[] = prim::Constant[value=[1, 2]]()
  %a : Tensor, %b : Tensor = onnx::Split[axis=1](%x, %sizes)
  %pads : int[] = prim::Constant[value=[0, 0, 1, 0, 0, 2]]()
  %q : Tensor = onnx::Pad(%x, %pads)
)IR",
                                  {4, 3, 5});
  EXPECT_EQ(inferred.shape("r"), "float32 [4, 15]");
  EXPECT_EQ(inferred.shape("p"), "float32 [3, 3, 1]");
  EXPECT_EQ(inferred.shape("a"), "float32 [4, 1, 5]");
  EXPECT_EQ(inferred.shape("b"), "float32 [4, 2, 5]");
  EXPECT_EQ(inferred.shape("q"), "float32 [4, 3, 8]");
}

// As PyTorch exports x.reshape(x.shape[0], x.shape[1] * 2, -1) and w.expand(x.shape[0], -1, -1).
TEST(OnnxShapes, SizesAreComputed) {
  const Inferred inferred = infer(R"IR(  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %first : int[] = prim::Constant[value=[0]]()
  %rest : int[] = prim::Constant[value=[-1]]()
  %size : Tensor = onnx::Shape(%x)
  %n : Tensor = onnx::Gather[axis=0](%size, %zero)
  %m : Tensor = onnx::Gather[axis=0](%size, %one)
  %k : Tensor = onnx::Mul(%m, %two)
  %n1 : Tensor = onnx::Unsqueeze(%n, %first)
  %k1 : Tensor = onnx::Unsqueeze(%k, %first)
  %to : Tensor = onnx::Concat[axis=0](%n1, %k1, %rest)
  %r : Tensor = onnx::Reshape(%x, %to)
  %w : Tensor = prim::GetAttr[name="w"](%self)
  %wanted : Tensor = onnx::Concat[axis=0](%n1, %rest, %rest)
  %count : Tensor = onnx::Shape(%wanted)
  %ones : Tensor = onnx::ConstantOfShape[value=[1]](%count)
  %minus : int = prim::Constant[value=-1]()
  %kept : Tensor = onnx::Mul(%ones, %minus)
  %is : Tensor = onnx::Equal(%wanted, %kept)
  %sizes : Tensor = onnx::Where(%is, %ones, %wanted)
  %e : Tensor = onnx::Expand(%w, %sizes)
)IR",
                                  {7, 6, 4}, {{"w", weight({1, 5, 8})}});
  EXPECT_EQ(inferred.shape("r"), "float32 [7, 12, 2]");
  EXPECT_EQ(inferred.shape("e"), "float32 [7, 5, 8]");
}

TEST(OnnxShapes, OtherDomainsAndUnknownOperatorsHaveNoShapes) {
  EXPECT_EQ(shapeOf("onnx::Relu[domain=\"mine\"](%x)", {2, 3}), "");
  EXPECT_EQ(shapeOf("onnx::NonZero(%x)", {2, 3}), "");
}

TEST(OnnxShapes, SizesThatDoNotFitAreUnknown) {
  EXPECT_EQ(shapeOf("onnx::MatMul(%x, %w)", {2, 3}, {4, 5}), "");
  EXPECT_EQ(shapeOf("onnx::Transpose[perm=[0, 5]](%x)", {2, 3}), "");
  EXPECT_EQ(shapeOf("onnx::Gather[axis=7](%x, %w)", {2, 3}, {1}), "");
  EXPECT_EQ(shapeOf("onnx::Pad[pads=[9223372036854775807, 0, 1, 0]](%x)", {2, 3}),
            "float32 [?, 3]");
}

TEST(OnnxShapes, FlopsAreCounted) {
  const Inferred inferred =
      infer(R"IR(  %w : Tensor = prim::GetAttr[name="w"](%self)
  %y : Tensor = onnx::Conv(%x, %w)
  %g : Tensor = prim::GetAttr[name="g"](%self)
  %f : Tensor = onnx::Flatten(%y)
  %z : Tensor = onnx::Gemm[transB=1](%f, %g)
)IR",
            {1, 3, 5, 5}, {{"w", weight({8, 3, 3, 3})}, {"g", weight({4, 72})}});
  const auto flops = [&](std::string_view kind) {
    return flopsOf(inferred.model, nodeOf(inferred.model, kind), inferred.overlay).value_or(-1);
  };
  EXPECT_EQ(flops("onnx::Conv"), 2 * (8 * 3 * 3) * (3 * 3 * 3));
  EXPECT_EQ(flops("onnx::Gemm"), 2 * 4 * 72);
}

}  // namespace
}  // namespace ts::viz
