// Matrix products for tiles of attention, whose right matrix is packed once and read many times.
#pragma once

#include <cstdint>

namespace ts::kernels {

// How many columns of a matrix are packed together; a power of two.
int64_t panelColumns();

// `count` rounded up to whole panels.
inline int64_t inPanels(int64_t count) {
  const int64_t panel = panelColumns();
  return (count + panel - 1) / panel * panel;
}

// Packs a matrix of depth rows, whose element (k, j) is from[k * rowStep + j * columnStep], into
// depth * inPanels(columns) floats: panel after panel, each of whole rows, filled up with zeros.
struct PanelSource {
  const float* from;
  int64_t depth, columns, rowStep, columnStep;
};
void packPanels(float* panels, const PanelSource& source);

// Computes c = a b, or with `adds`, c + a b. a has `rows` rows of `depth` adjacent floats, aStep
// apart; b are the first `depth` of packedDepth packed rows; c has `rows` rows of
// inPanels(columns) adjacent floats, cStep apart.
struct PanelProduct {
  float* c;
  int64_t cStep;
  const float* a;
  int64_t aStep;
  const float* panels;
  int64_t packedDepth, rows, depth, columns;
  bool adds;
};
void multiplyPanels(const PanelProduct& product);

}  // namespace ts::kernels
