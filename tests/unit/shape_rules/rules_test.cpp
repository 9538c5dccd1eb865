#include "core/shape_rules/rules.h"

#include <gtest/gtest.h>

#include "tests/unit/shape_rules/shapes.h"

namespace ts::shape_rules {
namespace {

struct Pair {
  PartialShape a, b;
  const char* result;
};

TEST(Broadcast, JoinsSizes) {
  const Pair cases[] = {
      {shapeOf({2, 3}), shapeOf({2, 3}), "[2, 3]"},
      {shapeOf({2, 1}), shapeOf({3}), "[2, 3]"},
      {shapeOf({}), shapeOf({3, 1}), "[3, 1]"},
      {shapeOf({0}), shapeOf({1}), "[0]"},
      {shapeOf({2, 3}), shapeOf({3, 2}), "Broadcast 1 -1 3 2"},
      {shapeOf({2, 1, 4}), shapeOf({3, 1, 4}), "Broadcast 1 -3 2 3"},
      {shapeOf({0}), shapeOf({2}), "Broadcast 1 -1 0 2"},
      // Sizes that are not known fit everything.
      {shapeOf({U}), shapeOf({5}), "[5]"},
      {shapeOf({U}), shapeOf({1}), "[?]"},
      {shapeOf({U}), shapeOf({U}), "[?]"},
      {shapeOf({0}), shapeOf({U}), "[0]"},
      {shapeOf({U, 3}), shapeOf({7, 4}), "Broadcast 1 -1 3 4"},
      // A shape of unknown rank may have any dimensions in front.
      {endingIn({3}), shapeOf({2, 3}), "[..., 2, 3]"},
      {endingIn({3}), shapeOf({1, 3}), "[..., ?, 3]"},
      {endingIn({3}), endingIn({4}), "Broadcast 1 -1 3 4"},
      {PartialShape(), shapeOf({2}), "[..., 2]"},
      {PartialShape(), PartialShape(), "[...]"},
  };
  for (const Pair& each : cases)
    EXPECT_EQ(text(broadcast(each.a, each.b)), each.result) << text(each.a) << text(each.b);
}

TEST(Expand, KeepsSizesAndRepeatsOnes) {
  const struct {
    PartialShape shape;
    Dims sizes;
    const char* result;
  } cases[] = {
      {shapeOf({3, 1}), {3, 4}, "[3, 4]"},
      {shapeOf({3, 1}), {2, -1, 4}, "[2, 3, 4]"},
      {shapeOf({3}), {-1, 3}, "[?, 3]"},
      {shapeOf({U}), {4}, "[4]"},
      {shapeOf({3}), {4}, "Expanded 0 -1 3 4"},
      {shapeOf({2, 3}), {3}, "FewerDimensions 0 0 2 1"},
      {shapeOf({3}), {-2}, "NotNegative 0 -1 -1 -2"},
      {PartialShape(), {2, 3}, "[2, 3]"},
  };
  for (const auto& each : cases)
    EXPECT_EQ(text(expand(each.shape, each.sizes)), each.result) << text(each.shape);
}

TEST(Matmul, TakesVectorsMatricesAndBatches) {
  const Pair cases[] = {
      {shapeOf({3}), shapeOf({3}), "[]"},
      {shapeOf({2, 3}), shapeOf({3}), "[2]"},
      {shapeOf({3}), shapeOf({3, 4}), "[4]"},
      {shapeOf({2, 3}), shapeOf({3, 4}), "[2, 4]"},
      {shapeOf({7, 2, 3}), shapeOf({3, 4}), "[7, 2, 4]"},
      {shapeOf({7, 1, 2, 3}), shapeOf({5, 3, 4}), "[7, 5, 2, 4]"},
      {shapeOf({3}), shapeOf({5, 3, 4}), "[5, 4]"},
      {shapeOf({2, 3}), shapeOf({4, 3}), "Inner 1 0 3 4"},
      {shapeOf({2, 3}), shapeOf({4}), "Inner 1 0 3 4"},
      {shapeOf({2, 5, 3}), shapeOf({4, 3, 1}), "Broadcast 1 -3 2 4"},
      {shapeOf({}), shapeOf({3}), "HasDimensions 0 0 -1 -1"},
      {shapeOf({3}), shapeOf({}), "HasDimensions 1 0 -1 -1"},
      {shapeOf({U, U}), shapeOf({3, 4}), "[?, 4]"},
      {shapeOf({2, U}), shapeOf({U, U}), "[2, ?]"},
      {endingIn({3}), shapeOf({3, 4}), "[..., 4]"},
      {endingIn({3}), shapeOf({4, 4}), "Inner 1 0 3 4"},
      {endingIn({3}), shapeOf({3}), "[...]"},
      {shapeOf({2, 3}), endingIn({4, 4}), "[...]"},
  };
  for (const Pair& each : cases)
    EXPECT_EQ(text(matmul(each.a, each.b)), each.result) << text(each.a) << text(each.b);
}

TEST(MatrixProduct, DoesNotBroadcast) {
  EXPECT_EQ(text(matrixProduct(Dims{2, 3}, Dims{3, 4}, 2)), "[2, 4]");
  EXPECT_EQ(text(matrixProduct(Dims{2, 3}, Dims{4, 3}, 2)), "Inner 1 0 3 4");
  EXPECT_EQ(text(matrixProduct(Dims{2}, Dims{4, 3}, 2)), "Rank 0 0 2 1");
  EXPECT_EQ(text(matrixProduct(Dims{7, 2, 3}, Dims{7, 3, 4}, 3)), "[7, 2, 4]");
  EXPECT_EQ(text(matrixProduct(Dims{U, 2, 3}, Dims{7, 3, U}, 3)), "[7, 2, ?]");
  EXPECT_EQ(text(matrixProduct(Dims{1, 2, 3}, Dims{7, 3, 4}, 3)), "Batch 1 -3 1 7");
  EXPECT_EQ(text(matrixProduct(Dims{7, 2, 3}, Dims{3, 4}, 3)), "Rank 1 0 3 2");
  EXPECT_EQ(text(matrixProduct(PartialShape(), Dims{3, 4}, 2)), "[?, 4]");
}

TEST(Linear, ReplacesTheLastDimension) {
  EXPECT_EQ(text(linear(Dims{7, 2, 20}, Dims{30, 20})), "[7, 2, 30]");
  EXPECT_EQ(text(linear(Dims{20}, Dims{30, 20})), "[30]");
  EXPECT_EQ(text(linear(Dims{7, U}, Dims{30, 20})), "[7, 30]");
  EXPECT_EQ(text(linear(PartialShape(), Dims{30, 20})), "[..., 30]");
  EXPECT_EQ(text(linear(Dims{7, 10}, Dims{30, 20})), "Inner 1 -1 10 20");
  EXPECT_EQ(text(linear(Dims{}, Dims{30, 20})), "HasDimensions 0 0 -1 -1");
  EXPECT_EQ(text(linear(Dims{20}, Dims{20})), "Rank 1 0 2 1");
}

TEST(Outer, TakesVectors) {
  EXPECT_EQ(text(outer(Dims{2}, Dims{U})), "[2, ?]");
  EXPECT_EQ(text(outer(Dims{2}, Dims{3, 4})), "Rank 1 0 1 2");
}

TEST(Embedding, AppendsARow) {
  EXPECT_EQ(text(embedding(Dims{100, 8}, Dims{2, 3})), "[2, 3, 8]");
  EXPECT_EQ(text(embedding(Dims{100, 8}, PartialShape())), "[..., 8]");
  EXPECT_EQ(text(embedding(Dims{U, U}, Dims{2})), "[2, ?]");
}

TEST(View, InfersOneSize) {
  const struct {
    Dims sizes;
    int64_t elements;
    const char* result;
  } cases[] = {
      {{2, 3}, 6, "[2, 3]"},
      {{2, -1}, 6, "[2, 3]"},
      {{-1}, 0, "[0]"},
      {{}, 1, "[]"},
      {{2, -1}, U, "[2, ?]"},
      {{2, 4}, 6, "Elements 0 0 6 -1"},
      {{4, -1}, 6, "Elements 0 0 6 -1"},
      {{-1, -1}, 6, "OneInferred 0 -1 -1 -1"},
      {{2, -3}, 6, "NotNegative 0 -1 -1 -3"},
      {{0, -1}, 0, "Inferable 0 0 0 -1"},
      {{0, -1}, 6, "Inferable 0 0 6 -1"},
      {{int64_t{1} << 40, int64_t{1} << 40}, 6, "Elements 0 0 6 -1"},
  };
  for (const auto& each : cases)
    EXPECT_EQ(text(view(each.sizes, each.elements)), each.result)
        << text(shapeOf(Dims(each.sizes)));
}

TEST(Flatten, MultipliesARangeOfDimensions) {
  EXPECT_EQ(text(flatten(Dims{2, 3, 4, 5}, 1, -2)), "[2, 12, 5]");
  EXPECT_EQ(text(flatten(Dims{2, 3}, 0, 0)), "[2, 3]");
  EXPECT_EQ(text(flatten(Dims{}, 0, -1)), "[1]");
  EXPECT_EQ(text(flatten(Dims{2, U, 4}, 1, 2)), "[2, ?]");
  EXPECT_EQ(text(flatten(Dims{2, 3}, 1, 0)), "Ordered 0 0 -1 -1");
  EXPECT_EQ(text(flatten(Dims{2, 3}, 0, 2)), "DimensionInRange 0 0 2 2");
  EXPECT_EQ(text(flatten(PartialShape(), 1, -1)), "[?, ?]");
  EXPECT_EQ(text(flatten(PartialShape(), -2, -1)), "[...]");
}

TEST(Transpose, SwapsDimensions) {
  EXPECT_EQ(text(transpose(Dims{2, 3, 4}, 0, -1)), "[4, 3, 2]");
  EXPECT_EQ(text(transpose(Dims{}, 0, -1)), "[]");
  EXPECT_EQ(text(transpose(Dims{2, 3}, 0, 2)), "DimensionInRange 0 0 2 2");
  EXPECT_EQ(text(transpose(endingIn({3, 4}), -1, -2)), "[..., 4, 3]");
  EXPECT_EQ(text(transpose(endingIn({3, 4}), 0, -2)), "[...]");
}

TEST(Permute, OrdersDimensions) {
  EXPECT_EQ(text(permute(Dims{2, 3, 4}, Dims{2, 0, -2})), "[4, 2, 3]");
  EXPECT_EQ(text(permute(Dims{2, 3}, Dims{0})), "Rank 0 0 2 1");
  EXPECT_EQ(text(permute(Dims{2, 3}, Dims{0, -2})), "DistinctDimensions 0 0 -1 0");
  EXPECT_EQ(text(permute(Dims{2, 3}, Dims{0, 2})), "DimensionInRange 0 0 2 2");
  EXPECT_EQ(text(permute(PartialShape(), Dims{1, 0})), "[?, ?]");
  EXPECT_EQ(text(permute(PartialShape::endingIn({96, 7, kUnknown}), Dims{0, 2, 3, 1})),
            "[?, 7, ?, 96]");
}

TEST(Squeeze, RemovesDimensionsOfSizeOne) {
  EXPECT_EQ(text(squeeze(Dims{2, 1, 3}, 1)), "[2, 3]");
  EXPECT_EQ(text(squeeze(Dims{2, 1, 3}, -1)), "[2, 1, 3]");
  EXPECT_EQ(text(squeeze(Dims{}, 0)), "[]");
  EXPECT_EQ(text(squeeze(Dims{2, U}, 1)), "[...]");
  EXPECT_EQ(text(squeeze(Dims{2}, 1)), "DimensionInRange 0 0 1 1");
  EXPECT_EQ(text(squeezeAll(Dims{1, 2, 1, 0})), "[2, 0]");
  EXPECT_EQ(text(squeezeAll(Dims{1, U})), "[...]");
}

TEST(Unsqueeze, InsertsADimension) {
  EXPECT_EQ(text(unsqueeze(Dims{2, 3}, 0)), "[1, 2, 3]");
  EXPECT_EQ(text(unsqueeze(Dims{2, 3}, -1)), "[2, 3, 1]");
  EXPECT_EQ(text(unsqueeze(Dims{2, 3}, 1, 7)), "[2, 7, 3]");
  EXPECT_EQ(text(unsqueeze(Dims{2, 3}, 3)), "DimensionInRange 0 0 3 3");
  EXPECT_EQ(text(unsqueeze(PartialShape(), 0)), "[...]");
}

TEST(Select, RemovesADimension) {
  EXPECT_EQ(text(select(Dims{2, 3, 4}, -2)), "[2, 4]");
  EXPECT_EQ(text(select(Dims{}, 0)), "HasDimensions 0 0 -1 -1");
  EXPECT_EQ(text(select(Dims{2}, 1)), "DimensionInRange 0 0 1 1");
  EXPECT_EQ(text(withSize(Dims{2, 3}, 0, 7)), "[7, 3]");
  EXPECT_EQ(text(withSize(Dims{2, 3}, 1, U)), "[2, ?]");
}

TEST(Split, GivesASmallerLastPart) {
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(splitSizes(7, 3), (Sizes{3, 3, 1}));
  EXPECT_EQ(splitSizes(6, 3), (Sizes{3, 3}));
  EXPECT_EQ(splitSizes(0, 3), (Sizes{0}));
  EXPECT_EQ(chunkSizes(7, 3), (Sizes{3, 3, 1}));
  EXPECT_EQ(chunkSizes(4, 3), (Sizes{2, 2}));
  EXPECT_EQ(chunkSizes(2, 5), (Sizes{1, 1}));
  EXPECT_EQ(chunkSizes(0, 3), (Sizes{0, 0, 0}));
}

// The shape of torch.cat, or the first violation.
std::string cat(std::initializer_list<PartialShape> shapes, int64_t dim) {
  Joining joining(dim);
  for (const PartialShape& shape : shapes)
    if (const Violation violation = joining.add(shape)) return text(violation);
  return text(std::move(joining).take());
}

TEST(Joining, AddsUpOneDimension) {
  EXPECT_EQ(cat({shapeOf({2, 3}), shapeOf({2, 4})}, 1), "[2, 7]");
  EXPECT_EQ(cat({shapeOf({2, 3}), shapeOf({2, 4})}, -1), "[2, 7]");
  EXPECT_EQ(cat({shapeOf({2, 3}), shapeOf({2, 4})}, 0), "Joined 1 -1 3 4");
  EXPECT_EQ(cat({shapeOf({2, 3, 4}), shapeOf({2, 5, 6})}, 0), "Joined 1 -2 3 5");
  EXPECT_EQ(cat({shapeOf({2, 3}), shapeOf({2})}, 0), "Rank 1 0 2 1");
  EXPECT_EQ(cat({shapeOf({2, 3})}, 2), "DimensionInRange 0 0 2 2");
  EXPECT_EQ(cat({shapeOf({2}), shapeOf({})}, 0), "HasDimensions 0 0 -1 -1");
}

TEST(Joining, SkipsTensorsOfShapeZero) {
  EXPECT_EQ(cat({shapeOf({0}), shapeOf({2, 3}), shapeOf({0})}, 1), "[2, 3]");
  EXPECT_EQ(cat({shapeOf({0}), shapeOf({0})}, 0), "[0]");
}

TEST(Joining, LearnsSizesFromEveryTensor) {
  EXPECT_EQ(cat({shapeOf({U, U}), shapeOf({2, 3})}, 0), "[?, 3]");
  EXPECT_EQ(cat({shapeOf({1, U}), shapeOf({2, 3}), shapeOf({4, 4})}, 0), "Joined 1 -1 3 4");
  EXPECT_EQ(cat({endingIn({2, 3}), shapeOf({2, 4})}, -1), "[..., 2, 7]");
  EXPECT_EQ(cat({endingIn({2, 3}), shapeOf({2, 4})}, 1), "[...]");
}

TEST(CheckEqual, ComparesWhatIsKnown) {
  EXPECT_EQ(text(checkEqual(Dims{2, U}, Dims{U, 3})), "None 0 0 -1 -1");
  EXPECT_EQ(text(checkEqual(Dims{2, 3}, Dims{2, 4})), "Joined 1 -1 3 4");
  EXPECT_EQ(text(checkEqual(Dims{2}, Dims{2, 2})), "Rank 1 0 1 2");
  EXPECT_EQ(text(checkEqual(endingIn({2}), Dims{7, 2})), "None 0 0 -1 -1");
}

std::string reduced(Dims sizes, Dims dims, bool keepdim) {
  const ReductionDims reduced = reductionDims(dims, sizes.size());
  return reduced.violation ? text(reduced.violation)
                           : text(PartialShape::of(reduce(sizes, reduced.dims, keepdim)));
}

TEST(Reduce, RemovesDimensionsOrKeepsThemAsOnes) {
  EXPECT_EQ(reduced({2, 3, 4}, {1}, false), "[2, 4]");
  EXPECT_EQ(reduced({2, 3, 4}, {0, -1}, true), "[1, 3, 1]");
  EXPECT_EQ(reduced({2, U}, {0}, false), "[?]");
  EXPECT_EQ(reduced({2, 3}, {}, false), "[]");
  EXPECT_EQ(reduced({2, 3}, {}, true), "[1, 1]");
  EXPECT_EQ(reduced({}, {0}, true), "[]");
  EXPECT_EQ(reduced({2, 3}, {1, -1}, false), "DistinctDimensions 0 0 -1 1");
  EXPECT_EQ(reduced({}, {0, -1}, false), "DistinctDimensions 0 0 -1 0");
  EXPECT_EQ(reduced({2, 3}, {2}, false), "DimensionInRange 0 0 2 2");
  EXPECT_EQ(reduced(Dims(65, 1), {}, false), "AtMost64Dimensions 0 0 64 65");
}

}  // namespace
}  // namespace ts::shape_rules
