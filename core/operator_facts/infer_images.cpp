// Pooling, upsampling, sampling, spectra, and operators on the dimensions of an image.
#include <algorithm>
#include <cmath>

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

size_t spatial(const Inference& in) { return static_cast<size_t>(in.rule().number); }

void inferPool(Inference& in) {
  const PartialShape input = in.shape(0);
  std::vector<int64_t> kernel = in.sizes("kernel_size", {kUnknown}),
                       stride = in.sizes("stride", {});
  const std::vector<int64_t> padding = in.sizes("padding", {0}),
                             dilation = in.sizes("dilation", {1});
  if (stride.empty()) stride = kernel;
  const auto ceilMode = in.flag("ceil_mode", false);
  if (!ceilMode) kernel = {kUnknown};
  // The pooling of one dimension by maxima may give an empty result.
  const bool mayBeEmpty = spatial(in) == 1 && in.call().has("dilation");
  in.setAll(rules::pooling(
      input, spatial(in),
      {kernel, stride, padding, dilation, ceilMode.value_or(false), mayBeEmpty ? 0 : 1}));
}

void inferResize(Inference& in) {
  const PartialShape input = in.shape(0);
  const std::vector<int64_t> sizes = in.sizes("output_size", {kUnknown});
  in.setAll(rules::resize(input, spatial(in), sizes));
}

void inferUpsample(Inference& in) {
  const auto factors = in.call().find("scale_factors");
  if (in.call().operand("output_size").isGiven() || !factors) return inferResize(in);
  const PartialShape input = in.shape(0);
  const auto scales = in.call().reals(*factors);
  std::vector<int64_t> sizes(spatial(in), kUnknown);
  for (size_t i = 0; scales && scales->size() == sizes.size() && i < sizes.size(); ++i) {
    const int64_t size = input.fromEnd(sizes.size() - i);
    if (!rules::isKnown(size) || !(*scales)[i]) continue;
    const double scaled = static_cast<double>(size) * *(*scales)[i];
    if (std::abs(scaled) < 0x1p62) sizes[i] = static_cast<int64_t>(scaled);
  }
  in.set(rules::resize(input, spatial(in), sizes));
}

// The windows of an image [N, C, sizes...] or [C, sizes...] as columns.
struct Blocks {
  int64_t elements = 1, count = 1;

  Blocks(const Inference& in, const std::array<int64_t, 2>& sizes) {
    const std::vector<int64_t> kernel = in.sizes("kernel_size", {kUnknown}),
                               dilation = in.sizes("dilation", {1}),
                               padding = in.sizes("padding", {0}), stride = in.sizes("stride", {1});
    const rules::PerDimension k(kernel), d(dilation), p(padding), s(stride);
    for (size_t i = 0; i < 2; ++i) {
      elements = rules::times(elements, k[i]);
      count = rules::times(
          count,
          rules::windowPositions(sizes[i], {k[i], s[i], p[i], p[i], d[i]}).value_or(kUnknown));
    }
  }
};

void inferColumns(Inference& in) {
  const PartialShape input = in.shape(0);
  if (!input.isRank(3) && !input.isRank(4)) return;
  const Blocks blocks(in, {input.fromEnd(2), input.fromEnd(1)});
  Dims sizes;
  if (input.rank() == 4) sizes.push_back(input.sizes()[0]);
  sizes.push_back(rules::times(input.fromEnd(3), blocks.elements));
  sizes.push_back(blocks.count);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferImageOfColumns(Inference& in) {
  const PartialShape input = in.shape(0);
  const std::vector<int64_t> wanted = in.sizes("output_size", {kUnknown});
  if ((!input.isRank(2) && !input.isRank(3)) || wanted.size() != 2) return;
  const Blocks blocks(in, {kUnknown, kUnknown});
  const int64_t rows = input.fromEnd(2);
  Dims sizes;
  if (input.rank() == 3) sizes.push_back(input.sizes()[0]);
  sizes.push_back(rules::isKnown(rows) && blocks.elements > 0 ? rows / blocks.elements : kUnknown);
  for (const int64_t size : wanted) sizes.push_back(size);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferGridSample(Inference& in) {
  const PartialShape input = in.shape(0), grid = in.shape(1);
  if (!input.hasRank() || input.rank() < 2 || !grid.hasRank() || grid.rank() != input.rank())
    return;
  Dims sizes{input.sizes()[0], input.sizes()[1]};
  for (size_t i = 1; i + 1 < grid.rank(); ++i) sizes.push_back(grid.sizes()[i]);
  in.set(0, PartialShape::of(std::move(sizes)));
}

// The part of an image in each region: [regions, channels, height, width].
void inferRegions(Inference& in) {
  const PartialShape input = in.shape(0), regions = in.shape(1);
  if (!input.isRank(4) || !regions.hasRank() || regions.rank() == 0) return;
  const int64_t height = in.integer("pooled_height", std::nullopt).value_or(kUnknown),
                width = in.integer("pooled_width", std::nullopt).value_or(kUnknown);
  int64_t channels = input.sizes()[1];
  if (in.rule().number == 1) {
    // Each place of the result has channels of its own.
    const int64_t places = rules::times(height, width);
    channels = rules::isKnown(channels) && places > 0 ? channels / places : kUnknown;
  }
  in.setAll(PartialShape::of({regions.sizes()[0], channels, height, width}));
}

void inferAffineGrid(Inference& in) {
  const std::vector<int64_t> size = in.sizes("size", {kUnknown});
  if (size.size() != 4 && size.size() != 5) return;
  Dims sizes{size[0]};
  for (size_t i = 2; i < size.size(); ++i) sizes.push_back(size[i]);
  sizes.push_back(static_cast<int64_t>(size.size()) - 2);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferShuffle(Inference& in, bool isUp) {
  const PartialShape input = in.shape(0);
  const auto factor = in.integer(isUp ? "upscale_factor" : "downscale_factor", std::nullopt);
  if (!factor || *factor <= 0 || !input.hasRank() || input.rank() < 3) return;
  Dims sizes = input.sizes();
  for (size_t i = 1; i <= 3; ++i) {
    int64_t& size = sizes[sizes.size() - i];
    const int64_t by = i == 3 ? rules::times(*factor, *factor) : *factor;
    if (rules::isKnown(size) && (i == 3) == isUp)
      size = rules::isKnown(by) ? size / by : kUnknown;
    else
      size = rules::times(size, by);
  }
  in.set(0, PartialShape::of(std::move(sizes)));
}

// A transform along one dimension, of `n` elements.
void inferFourier(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer(in.name(2), -1);
  if (!shape.hasRank() || !dim) return;
  int64_t size = shape.size(*dim);
  const Shape rule = in.rule().rule;
  if (in.call().operand(in.name(1)).isGiven())
    size = in.call().integer(in.name(1)).value_or(kUnknown);
  else if (rule == Shape::FourierWhole)
    size = rules::isKnown(size) && size <= INT64_MAX / 2 ? 2 * (size - 1) : kUnknown;
  if (rule == Shape::FourierHalf && rules::isKnown(size)) size = size / 2 + 1;
  in.set(0, shapeOrUnknown(rules::withSize(shape, *dim, size)));
}

}  // namespace

bool inferImage(Inference& in) {
  switch (in.rule().rule) {
    case Shape::Pool: inferPool(in); return true;
    case Shape::Resize: inferResize(in); return true;
    case Shape::Upsample: inferUpsample(in); return true;
    case Shape::Columns: inferColumns(in); return true;
    case Shape::Image: inferImageOfColumns(in); return true;
    case Shape::GridSample: inferGridSample(in); return true;
    case Shape::Regions: inferRegions(in); return true;
    case Shape::AffineGrid: inferAffineGrid(in); return true;
    case Shape::PixelShuffle: inferShuffle(in, true); return true;
    case Shape::PixelUnshuffle: inferShuffle(in, false); return true;
    case Shape::Fourier:
    case Shape::FourierHalf:
    case Shape::FourierWhole: inferFourier(in); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
