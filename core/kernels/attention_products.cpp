// Blocks of the result stay in registers: kRows rows of two packs.
#include "core/kernels/attention_products.h"

#include <algorithm>
#include <cstring>

#include "core/kernels/box_muller.h"
#include "core/kernels/instruction_sets.h"
#include "core/kernels/packs.h"
#include "core/kernels/transpose_blocks.h"

namespace ts::kernels {
namespace {

constexpr int64_t kRows = 6;

// One panel's part of up to kRows rows.
template <size_t kBytes, int64_t rows>
TS_INLINED void multiplyBlock(const PanelProduct& all, float* c, const float* a,
                              const float* panel) {
  using V = Pack<float, kBytes>;
  constexpr int64_t kWidth = kBytes / sizeof(float);
  V sums[rows][2] = {};
  for (int64_t k = 0; k < all.depth; ++k, panel += 2 * kWidth) {
    V left, right;
    std::memcpy(&left, panel, kBytes);
    std::memcpy(&right, panel + kWidth, kBytes);
    writtenOut<rows>([&](auto r) TS_INLINED_LAMBDA {
      const float factor = a[static_cast<int64_t>(r()) * all.aStep + k];
      sums[r][0] += left * factor;
      sums[r][1] += right * factor;
    });
  }
  writtenOut<rows>([&](auto r) TS_INLINED_LAMBDA {
    writtenOut<2>([&](auto half) TS_INLINED_LAMBDA {
      float* const to = c + static_cast<int64_t>(r()) * all.cStep + half() * kWidth;
      V sum = sums[r][half];
      if (all.adds) {
        V before;
        std::memcpy(&before, to, kBytes);
        sum += before;
      }
      std::memcpy(to, &sum, kBytes);
    });
  });
}

template <size_t kBytes>
TS_INLINED void multiply(const PanelProduct& all) {
  constexpr int64_t kColumns = 2 * kBytes / sizeof(float);
  for (int64_t j = 0; j < all.columns; j += kColumns) {
    const float* const panel = all.panels + j * all.packedDepth;
    int64_t row = 0;
    const auto block = [&](auto rows) TS_INLINED_LAMBDA {
      multiplyBlock<kBytes, rows>(all, all.c + row * all.cStep + j, all.a + row * all.aStep, panel);
      row += rows;
    };
    while (row + kRows <= all.rows) block(std::integral_constant<int64_t, kRows>{});
    if (row + 4 <= all.rows) block(std::integral_constant<int64_t, 4>{});
    if (row + 2 <= all.rows) block(std::integral_constant<int64_t, 2>{});
    if (row < all.rows) block(std::integral_constant<int64_t, 1>{});
  }
}

#if defined(__x86_64__)
[[gnu::target(TS_TARGET_AVX512)]] void multiplyAvx512(const PanelProduct& all) {
  multiply<64>(all);
}
[[gnu::target(TS_TARGET_AVX2)]] void multiplyAvx2(const PanelProduct& all) { multiply<32>(all); }
#endif

}  // namespace

int64_t panelColumns() {
  const int64_t bytes = hasWideVectors() ? 64 : fusesMultiplyAdd() ? 32 : 16;
  return 2 * bytes / static_cast<int64_t>(sizeof(float));
}

void packPanels(float* panels, const PanelSource& source) {
  const int64_t width = panelColumns(), step = source.columnStep;
  const bool isTransposed = source.rowStep == 1;
  for (int64_t j = 0; j < source.columns; j += width) {
    const int64_t count = std::min(width, source.columns - j);
    int64_t k = 0;
    const auto packRow = [&](const float* from) {
      int64_t i = 0;
      if (step == 1)  // panels have a multiple of eight columns
        for (; i + 8 <= count; i += 8) std::memcpy(panels + i, from + i, 8 * sizeof(float));
      for (; i < count; ++i) panels[i] = from[i * step];
      for (; i < width; ++i) panels[i] = 0.0F;
      panels += width;
    };
    for (; isTransposed && count == width && k + 4 <= source.depth; k += 4, panels += 4 * width)
      for (int64_t i = 0; i < width; i += 4)
        transposeFour<float>({panels + i, source.from + k + (j + i) * step, width, step});
    for (; k < source.depth; ++k) packRow(source.from + k * source.rowStep + j * step);
  }
}

void multiplyPanels(const PanelProduct& product) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return hasWideVectors() ? multiplyAvx512(product) : multiplyAvx2(product);
#endif
  multiply<16>(product);
}

}  // namespace ts::kernels
