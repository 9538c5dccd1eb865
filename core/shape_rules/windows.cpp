// Convolution and pooling: windows that slide over the last dimensions.
#include <algorithm>

#include "core/shape_rules/rules.h"

namespace ts::shape_rules {

namespace {

// Products of a user's numbers don't fit into 64 bits.
using Wide = __int128;

Wide wideReach(const Window& window) {
  return static_cast<Wide>(window.dilation) * (window.kernel - 1) + 1;
}

int64_t clamped(Wide number) {
  return static_cast<int64_t>(std::clamp<Wide>(number, INT64_MIN, INT64_MAX));
}

}  // namespace

int64_t Window::reach() const { return clamped(wideReach(*this)); }

bool Window::isKnown() const {
  return kernel >= 0 && stride > 0 && before >= 0 && after >= 0 && dilation >= 0;
}

std::optional<int64_t> windowPositions(int64_t size, const Window& window, bool ceilMode) {
  if (size < 0 || !window.isKnown()) return std::nullopt;
  const Wide stride = window.stride;
  const Wide padded = static_cast<Wide>(size) + window.before + window.after;
  if (padded > INT64_MAX / 2) return INT64_MAX;
  const Wide steps = padded - wideReach(window) + (ceilMode ? stride - 1 : 0);
  // Rounds down, also below 0.
  const Wide count = (steps < 0 ? (steps - stride + 1) / stride : steps / stride) + 1;
  const bool isOutside =
      ceilMode && (count - 1) * stride >= size + static_cast<Wide>(window.before);
  return clamped(isOutside ? count - 1 : count);
}

std::optional<int64_t> transposedPositions(int64_t size, const Window& window,
                                           int64_t outputPadding) {
  if (size < 0 || outputPadding < 0 || !window.isKnown()) return std::nullopt;
  return clamped((static_cast<Wide>(size) - 1) * window.stride - window.before - window.after +
                 wideReach(window) + outputPadding);
}

Window Convolution::window(const ShapeView& weight, size_t i) const {
  return {weight.sizes()[i + 2], stride[i], before[i], after[i], dilation[i]};
}

Violation checkSpatial(const ShapeView& input, size_t rank) {
  if (!input.hasRank() || input.rank() == rank + 1 || input.rank() == rank + 2) return {};
  return {Condition::Rank, 0, 0, static_cast<int64_t>(rank + 2),
          static_cast<int64_t>(input.rank())};
}

Inferred convolution(const ShapeView& input, const ShapeView& weight,
                     const Convolution& arguments) {
  if (!weight.hasRank() || weight.rank() < 3)
    return Violation{Condition::Rank, 1, 0, 3, static_cast<int64_t>(weight.rank())};
  const size_t rank = weight.rank() - 2;
  if (Violation violation = checkSpatial(input, rank)) return violation;

  const int64_t groups = arguments.groups, first = weight.sizes()[0];
  if (groups > 0 && isKnown(first) && first % groups != 0)
    return Violation{Condition::Groups, 1, 0, groups, first};
  const int64_t grouped = times(weight.sizes()[1], groups);
  const int64_t inChannels = arguments.transposed ? first : grouped;
  const int64_t channels = input.fromEnd(rank + 1);
  if (differ(inChannels, channels))
    return Violation{Condition::Channels, 0, -static_cast<int64_t>(rank + 1), inChannels, channels};

  PartialShape result(input);
  result.setFromEnd(rank + 1, arguments.transposed ? grouped : first);
  for (size_t i = 0; i < rank; ++i) {
    const size_t fromEnd = rank - i;
    const auto dim = -static_cast<int64_t>(fromEnd);
    const Window window = arguments.window(weight, i);
    const int64_t size = input.fromEnd(fromEnd);
    if (arguments.keepsSizes) {
      // The padded input is shorter than the kernel by 1 when its size is 0.
      if (size == 0)
        return Violation{Condition::KernelFits, 0, dim, window.reach() - 1, window.reach()};
      continue;
    }
    if (!arguments.transposed) {
      const auto count = windowPositions(size, window);
      if (count && *count < 1)
        return Violation{Condition::KernelFits, 0, dim, size + window.before + window.after,
                         window.reach()};
      result.setFromEnd(fromEnd, count.value_or(kUnknown));
      continue;
    }
    const int64_t padding = arguments.outputPadding[i];
    if (isKnown(padding) && window.stride > 0 && isKnown(window.dilation) &&
        padding >= window.stride && padding >= window.dilation)
      return Violation{Condition::OutputPadding, 0, dim, kUnknown, padding};
    const auto count = transposedPositions(size, window, padding);
    if (count && *count < 1) return Violation{Condition::OutputSize, 0, dim, size, *count};
    result.setFromEnd(fromEnd, count.value_or(kUnknown));
  }
  return result;
}

Inferred pooling(const ShapeView& input, size_t rank, const Pooling& arguments) {
  if (Violation violation = checkSpatial(input, rank)) return violation;
  PartialShape result(input);
  for (size_t i = 0; i < rank; ++i) {
    const size_t fromEnd = rank - i;
    const int64_t padding = arguments.padding[i], size = input.fromEnd(fromEnd);
    const auto count = windowPositions(
        size, {arguments.kernel[i], arguments.stride[i], padding, padding, arguments.dilation[i]},
        arguments.ceilMode);
    if (count && *count < arguments.least)
      return Violation{Condition::OutputSize, 0, -static_cast<int64_t>(fromEnd), size, *count};
    result.setFromEnd(fromEnd, count.value_or(kUnknown));
  }
  return result;
}

Inferred resize(const ShapeView& input, size_t rank, const PerDimension& sizes) {
  if (Violation violation = checkSpatial(input, rank)) return violation;
  PartialShape result(input);
  for (size_t i = 0; i < rank; ++i)
    result.setFromEnd(rank - i, isKnown(sizes[i]) ? sizes[i] : kUnknown);
  return result;
}

}  // namespace ts::shape_rules
