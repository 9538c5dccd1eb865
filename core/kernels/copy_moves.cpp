// Copies without conversion, in the order of the destination's memory: rows with memcpy, transposed
// parts in tiles.
#include "core/kernels/copy_moves.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/kernels/by_size.h"
#include "core/kernels/streams.h"
#include "core/kernels/strided_blocks.h"
#include "core/kernels/transpose_blocks.h"

namespace ts::kernels {
namespace {

using Side = MovedDim;
using Sides = std::vector<Side>;

// Returns the dimensions from the innermost in the destination outwards, merged where they follow
// one another.
Sides sidesOf(const Tensor& to, const Tensor& from) {
  const Dims fromSteps = tensor::expandedStrides(from.sizes(), from.strides(), to.sizes());
  Sides sides;
  for (size_t i = to.sizes().size(); i-- > 0;)
    if (to.sizes()[i] != 1) sides.push_back({to.sizes()[i], to.strides()[i], fromSteps[i]});
  std::ranges::stable_sort(sides, {}, &Side::toStep);
  Sides merged;
  for (const Side& side : sides) {
    if (!merged.empty()) {
      Side& last = merged.back();
      if (side.toStep == last.toStep * last.size && side.fromStep == last.fromStep * last.size) {
        last.size *= side.size;
        continue;
      }
    }
    merged.push_back(side);
  }
  if (merged.empty()) merged.push_back({1, 1, 1});
  return merged;
}

// Whole tiles of kTile columns go through a buffer, so that rows are read and written whole; the
// rest goes in smaller tiles. The reads of large tiles are too far apart for the processor to
// foresee them.
template <int64_t kTile, typename T>
void transposeTiles(const Transposed<T>& all, int64_t rows, int64_t columns, bool isStreamed) {
  if constexpr (kTile == 1) {
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i)
        all.to[i + j * all.toStep] = all.from[i * all.fromStep + j];
  } else {
    constexpr bool isLarge = kTile == 32;
    constexpr int64_t kHeight = isLarge ? 128 : kTile, kLine = 64 / sizeof(T);
    const int64_t wholeRows = rows / kHeight * kHeight, wholeColumns = columns / kTile * kTile;
    for (int64_t i = 0; i < wholeRows; i += kHeight)
      for (int64_t j = 0; j < wholeColumns; j += kTile) {
        const Transposed<T> tile = all.at(i, j);
        if constexpr (kTile == 4) {
          transposeFour(tile);
        } else {
          alignas(16) T buffer[kTile][kHeight + 16 / sizeof(T)];
          for (int64_t y = 0; y < kHeight; y += 4) {
            for (int64_t x = 0; x < kTile; x += 4)
              transposeFour<T>({&buffer[x][y], tile.at(y, x).from,
                                kHeight + static_cast<int64_t>(16 / sizeof(T)), all.fromStep});
            if constexpr (isLarge)
              for (int64_t row = y; row < y + 4; ++row)
                for (int64_t x = kTile; x < 2 * kTile; x += kLine)
                  __builtin_prefetch(tile.at(row, x).from);
          }
          constexpr int64_t kBytes = kHeight * sizeof(T);
          for (int64_t x = 0; x < kTile; ++x)
            if (isLarge && isStreamed)
              streamBytes(tile.to + x * all.toStep, buffer[x], kBytes);
            else
              std::memcpy(tile.to + x * all.toStep, buffer[x], kBytes);
        }
      }
    constexpr int64_t kNext = isLarge ? 16 : kTile == 16 ? 4 : 1;
    if (wholeColumns < columns && wholeRows > 0)
      transposeTiles<kNext>(all.at(0, wholeColumns), wholeRows, columns - wholeColumns, false);
    if (wholeRows < rows)
      transposeTiles<kNext>(all.at(wholeRows, 0), rows - wholeRows, columns, false);
  }
}

template <typename T>
void copyRows(T* to, const T* from, const Side& inner, const Side& outer, bool isStreamed) {
  const int64_t size = inner.size;
  for (int64_t j = 0; j < outer.size; ++j, to += outer.toStep, from += outer.fromStep) {
    if (inner.toStep != 1)
      for (int64_t i = 0; i < size; ++i) to[i * inner.toStep] = from[i * inner.fromStep];
    else if (inner.fromStep == 1)
      copyBytes(to, from, static_cast<size_t>(size) * sizeof(T), isStreamed);
    else
      collect<T>(reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from),
                 inner.fromStep * static_cast<int64_t>(sizeof(T)), size);
  }
}

template <typename T>
void moveSides(T* to, const T* from, Sides sides, bool isLarge) {
  const Side inner = sides[0];
  sides.erase(sides.begin());
  // The dimension along which the source's elements are adjacent.
  const auto across = std::ranges::find(sides, int64_t{1}, &Side::fromStep);
  const bool isTransposed = inner.toStep == 1 && inner.fromStep > 1 && across != sides.end();
  const auto next = isTransposed ? across : sides.begin();
  const Side other = next == sides.end() ? Side{1, 0, 0} : *next;
  if (next != sides.end()) sides.erase(next);
  const auto itemBytes = static_cast<int64_t>(sizeof(T));
  bool isStreamed = isLarge && isTransposed && canStream(to, other.toStep * itemBytes);
  for (const Side& side : sides) isStreamed &= canStream(to, side.toStep * itemBytes);
  std::vector<int64_t> at(sides.size(), 0);
  while (true) {
    if (isTransposed)
      transposeTiles<32>(Transposed<T>{to, from, other.toStep, inner.fromStep}, inner.size,
                         other.size, isStreamed);
    else
      copyRows(to, from, inner, other, isLarge);
    size_t k = 0;
    for (; k < sides.size(); ++k) {
      to += sides[k].toStep;
      from += sides[k].fromStep;
      if (++at[k] < sides[k].size) break;
      to -= sides[k].toStep * sides[k].size;
      from -= sides[k].fromStep * sides[k].size;
      at[k] = 0;
    }
    if (k == sides.size()) break;
  }
  if (isLarge) endStreams();
}

}  // namespace

void moveElements(std::byte* to, const std::byte* from, size_t itemSize,
                  std::span<const MovedDim> dims) {
  auto bytes = static_cast<int64_t>(itemSize);
  for (const MovedDim& dim : dims) bytes *= dim.size;
  visitSize(itemSize, [&]<typename T>() {
    moveSides(reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from),
              Sides(dims.begin(), dims.end()), bytes >= kStreamedBytes);
  });
}

void moveElements(const Tensor& to, const Tensor& from) {
  moveElements(to.bytes(), from.bytes(), to.itemSize(), sidesOf(to, from));
}

}  // namespace ts::kernels
