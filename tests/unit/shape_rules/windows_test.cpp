#include <gtest/gtest.h>

#include "core/shape_rules/rules.h"
#include "tests/unit/shape_rules/shapes.h"

namespace ts::shape_rules {
namespace {

TEST(Window, CountsItsPositions) {
  const struct {
    int64_t size;
    Window window;  // kernel, stride, padding before and after, dilation
    bool ceilMode;
    std::optional<int64_t> count;
  } cases[] = {
      {10, {3}, false, 8},
      {10, {3, 2}, false, 4},
      {10, {3, 2}, true, 5},
      {10, {3, 1, 1, 1}, false, 10},
      {10, {3, 1, 0, 1}, false, 9},
      {10, {3, 1, 0, 0, 2}, false, 6},
      {3, {3}, false, 1},
      {2, {3}, false, 0},
      {1, {2, 2}, false, 0},
      {1, {5, 2}, false, -1},
      // The last position would begin in the padding behind the input.
      {4, {2, 3, 1, 1}, true, 2},
      {3, {1, 3}, true, 1},
      {U, {3}, false, std::nullopt},
      {10, {U}, false, std::nullopt},
      {10, {3, U}, false, std::nullopt},
      {10, {3, 1, U, U}, false, std::nullopt},
      {10, {3, 0}, false, std::nullopt},
  };
  for (const auto& each : cases)
    EXPECT_EQ(windowPositions(each.size, each.window, each.ceilMode), each.count)
        << each.size << " " << each.window.kernel << " " << each.window.stride;
}

TEST(Convolution, KeepsTheBatch) {
  EXPECT_EQ(text(convolution(Dims{8, 3, 32, 30}, Dims{16, 3, 3, 5}, {})), "[8, 16, 30, 26]");
  EXPECT_EQ(text(convolution(Dims{3, 32}, Dims{16, 3, 3}, {.before = 1, .after = 1})), "[16, 32]");
  EXPECT_EQ(text(convolution(Dims{1, 3, 8, 8, 8}, Dims{4, 3, 2, 2, 2}, {.stride = 2})),
            "[1, 4, 4, 4, 4]");
  EXPECT_EQ(text(convolution(Dims{1, 8, 9}, Dims{6, 4, 3}, {.dilation = 2, .groups = 2})),
            "[1, 6, 5]");
  EXPECT_EQ(text(convolution(Dims{1, 3, 7}, Dims{4, 3, 9}, {.keepsSizes = true})), "[1, 4, 7]");
  EXPECT_EQ(text(convolution(Dims{1, 3, 0}, Dims{4, 3, 9}, {.keepsSizes = true})),
            "KernelFits 0 -1 8 9");
  const std::vector<int64_t> stride{2, 1}, padding{1, 0};
  EXPECT_EQ(text(convolution(Dims{1, 3, 7, 7}, Dims{4, 3, 3, 3},
                             {.stride = stride, .before = padding, .after = padding})),
            "[1, 4, 4, 5]");
}

TEST(Convolution, KeepsWhatIsUnknown) {
  EXPECT_EQ(text(convolution(Dims{U, U, 32, U}, Dims{16, 3, 3, 3}, {})), "[?, 16, 30, ?]");
  EXPECT_EQ(text(convolution(PartialShape(), Dims{16, 3, 3, 3}, {})), "[..., 16, ?, ?]");
  EXPECT_EQ(text(convolution(endingIn({9}), Dims{16, 3, 3, 3}, {})), "[..., 16, ?, 7]");
  EXPECT_EQ(text(convolution(Dims{8, 3, 32}, Dims{U, U, U}, {})), "[8, ?, ?]");
  EXPECT_EQ(text(convolution(Dims{8, 3, 32}, Dims{16, 3, 3}, {.stride = U})), "[8, 16, ?]");
}

TEST(Convolution, ReportsWhatDoesNotFit) {
  EXPECT_EQ(text(convolution(Dims{8, 4, 32}, Dims{16, 3, 3}, {})), "Channels 0 -2 3 4");
  EXPECT_EQ(text(convolution(endingIn({4, 32}), Dims{16, 3, 3}, {})), "Channels 0 -2 3 4");
  EXPECT_EQ(text(convolution(Dims{8, 6, 32}, Dims{16, 3, 3}, {.groups = 3})), "Groups 1 0 3 16");
  EXPECT_EQ(text(convolution(Dims{32}, Dims{16, 3, 3}, {})), "Rank 0 0 3 1");
  EXPECT_EQ(text(convolution(Dims{3, 32}, Dims{16, 3}, {})), "Rank 1 0 3 2");
  EXPECT_EQ(text(convolution(Dims{8, 3, 9, 2}, Dims{16, 3, 3, 3}, {})), "KernelFits 0 -1 2 3");
  EXPECT_EQ(text(convolution(Dims{8, 3, 2}, Dims{16, 3, 3}, {.before = 1, .dilation = 2})),
            "KernelFits 0 -1 3 5");
}

TEST(Convolution, OfTheTransposedKindGrows) {
  const auto transposed = [](const Dims& input, const Dims& weight, Convolution arguments) {
    arguments.transposed = true;
    return text(convolution(input, weight, arguments));
  };
  EXPECT_EQ(transposed({8, 4, 5}, {4, 6, 3}, {}), "[8, 6, 7]");
  EXPECT_EQ(transposed({8, 4, 5}, {4, 6, 3}, {.stride = 2, .before = 1, .after = 1}), "[8, 6, 9]");
  EXPECT_EQ(transposed({8, 4, 5}, {4, 6, 3}, {.stride = 2, .outputPadding = 1, .groups = 2}),
            "[8, 12, 12]");
  EXPECT_EQ(transposed({8, U, U}, {4, 6, 3}, {}), "[8, 6, ?]");
  EXPECT_EQ(transposed({8, 5, 5}, {4, 6, 3}, {}), "Channels 0 -2 4 5");
  EXPECT_EQ(transposed({8, 4, 1}, {4, 6, 3}, {.before = 2, .after = 2}), "OutputSize 0 -1 1 -1");
  EXPECT_EQ(transposed({8, 4, 5}, {4, 6, 3}, {.outputPadding = 1}), "OutputPadding 0 -1 -1 1");
}

TEST(Window, ProductsOfNumbersDoNotWrapAround) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  const Window window{.kernel = 5, .stride = 1, .before = 0, .after = 0, .dilation = kHuge};
  EXPECT_EQ(window.reach(), INT64_MAX);
  EXPECT_LT(*windowPositions(10, window), 1);
  const Window padded{.kernel = 5, .stride = 1, .before = kHuge, .after = kHuge, .dilation = 1};
  EXPECT_EQ(*windowPositions(10, padded), INT64_MAX);
  const Window far{.kernel = 5, .stride = kHuge, .before = 0, .after = 0, .dilation = 1};
  EXPECT_EQ(*windowPositions(10, far), 1);
  EXPECT_EQ(*transposedPositions(10, far, 0), INT64_MAX);
}

TEST(Pooling, KeepsChannels) {
  EXPECT_EQ(text(pooling(Dims{8, 3, 32, 31}, 2, {.kernel = 2, .stride = 2})), "[8, 3, 16, 15]");
  EXPECT_EQ(text(pooling(Dims{8, 3, 32, 31}, 2, {.kernel = 2, .stride = 2, .ceilMode = true})),
            "[8, 3, 16, 16]");
  EXPECT_EQ(text(pooling(Dims{3, 9}, 1, {.kernel = 3, .stride = 1, .padding = 1})), "[3, 9]");
  EXPECT_EQ(text(pooling(Dims{U, U, 9}, 1, {.kernel = 3, .stride = 3})), "[?, ?, 3]");
  EXPECT_EQ(text(pooling(endingIn({9}), 2, {.kernel = 3, .stride = 3})), "[..., ?, 3]");
  EXPECT_EQ(text(pooling(Dims{3, 1}, 1, {.kernel = 2, .stride = 2})), "OutputSize 0 -1 1 0");
  EXPECT_EQ(text(pooling(Dims{3, 1}, 1, {.kernel = 2, .stride = 2, .least = 0})), "[3, 0]");
  EXPECT_EQ(text(pooling(Dims{9}, 1, {.kernel = 2, .stride = 2})), "Rank 0 0 3 1");
}

TEST(Resize, ReplacesTheLastDimensions) {
  const std::vector<int64_t> sizes{5, U};
  EXPECT_EQ(text(resize(Dims{8, 3, 32, 32}, 2, sizes)), "[8, 3, 5, ?]");
  EXPECT_EQ(text(resize(Dims{3, 32}, 1, 7)), "[3, 7]");
  EXPECT_EQ(text(resize(PartialShape(), 2, 1)), "[..., 1, 1]");
  EXPECT_EQ(text(resize(Dims{32}, 1, 7)), "Rank 0 0 3 1");
}

}  // namespace
}  // namespace ts::shape_rules
