// Attention without its matrix of weights: a tile of queries takes tiles of keys in turn, and keeps
// the greatest score and the sum of exponentials of each query so far.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

struct AttentionTiles {
  // Float32, with equal leading dimensions (a step may be 0) and elements of a row side by side:
  // [..., queries, width], [..., keys, width], [..., keys, columns].
  Tensor query, key, value;
  // Undefined, or [..., queries, keys] of any strides: bools, false leaves out; or Float32, added.
  Tensor mask;
  bool isCausal;  // query i sees keys 0 to i
  double scale;   // of the products
  // Undefined, or [..., queries], contiguous Float32: receives the logarithm of each query's sum of
  // exponentials, or 0 for a query that sees no key.
  Tensor logSums = {};
};
// Returns [..., queries, columns], contiguous. A query that sees no key has zeros.
Tensor attentionInTiles(const AttentionTiles& tiles);

}  // namespace ts::kernels
