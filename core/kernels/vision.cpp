// Operators of torchvision: nms, roi_align, roi_pool.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/vision.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

// Keeps boxes in the order of decreasing score. Removes boxes whose overlap with a kept box exceeds
// the threshold.
Tensor nms(const Tensor& boxes, const Tensor& scores, double threshold) {
  if (boxes.dim() != 2) fail("boxes should be a 2d tensor, got {}D", boxes.dim());
  if (boxes.size(1) != 4)
    fail("boxes should have 4 elements in dimension 1, got {}", boxes.size(1));
  if (scores.dim() != 1) fail("scores should be a 1d tensor, got {}D", scores.dim());
  if (boxes.size(0) != scores.size(0))
    fail("boxes and scores should have same number of elements in dimension 0, got {} and {}",
         boxes.size(0), scores.size(0));
  checkSameDType("nms", boxes, scores);
  checkFloating("nms_kernel", boxes.dtype());
  const auto count = static_cast<size_t>(boxes.size(0));
  std::vector<int64_t> kept;
  const Tensor all = widened(boxes), rank = widened(scores);
  visitFloat(all.dtype(), [&]<typename T>() {
    const T* box = all.data<T>();
    const T* score = rank.data<T>();
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, [&](size_t a, size_t b) {
      return score[a] > score[b] || (score[a] != score[a] && score[b] == score[b]);
    });
    auto area = [&](size_t i) {
      return (box[4 * i + 2] - box[4 * i]) * (box[4 * i + 3] - box[4 * i + 1]);
    };
    std::vector<bool> out(count);
    for (size_t a = 0; a < count; ++a) {
      const size_t i = order[a];
      if (out[i]) continue;
      kept.push_back(static_cast<int64_t>(i));
      for (size_t b = a + 1; b < count; ++b) {
        const size_t j = order[b];
        if (out[j]) continue;
        const T width = std::min(box[4 * i + 2], box[4 * j + 2]) - std::max(box[4 * i], box[4 * j]);
        const T height =
            std::min(box[4 * i + 3], box[4 * j + 3]) - std::max(box[4 * i + 1], box[4 * j + 1]);
        const T common = std::max(width, T(0)) * std::max(height, T(0));
        out[j] = static_cast<double>(common / (area(i) + area(j) - common)) > threshold;
      }
    }
  });
  const Tensor result = tensor::empty(Dims{static_cast<int64_t>(kept.size())}, DType::Int64);
  std::ranges::copy(kept, result.data<int64_t>());
  return result;
}

Tensor roiAlign(const Tensor& input, const Tensor& rois, double scale, int64_t height,
                int64_t width, int64_t ratio, bool aligned) {
  checkRegions("roi_align", input, rois, height, width);
  const int64_t count = rois.size(0), channels = input.size(1), h = input.size(2),
                w = input.size(3);
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, Dims{count, channels, height, width}, compute);
  if (result.isMeta() || result.numel() == 0) return toDType(result, input.dtype());
  const Tensor x = dense(input, compute), regions = dense(rois, compute);
  visitFloat(compute, [&]<typename T>() {
    T* to = result.data<T>();
    const T offset = aligned ? T(0.5) : T(0), factor = static_cast<T>(scale);
    for (int64_t k = 0; k < count; ++k) {
      const T* roi = regions.data<T>() + k * 5;
      const int64_t image = imageOf("roi_align", roi, input);
      const T x0 = roi[1] * factor - offset, y0 = roi[2] * factor - offset;
      T roiWidth = roi[3] * factor - offset - x0, roiHeight = roi[4] * factor - offset - y0;
      if (!aligned) roiWidth = std::max(roiWidth, T(1)), roiHeight = std::max(roiHeight, T(1));
      const T binHeight = roiHeight / static_cast<T>(height),
              binWidth = roiWidth / static_cast<T>(width);
      const int64_t rows = samplesFor(ratio, roiHeight, height),
                    columns = samplesFor(ratio, roiWidth, width);
      for (int64_t c = 0; c < channels; ++c) {
        const T* plane = x.data<T>() + (image * channels + c) * h * w;
        for (int64_t i = 0; i < height; ++i)
          for (int64_t j = 0; j < width; ++j)
            *to++ =
                binMean<T>(plane, h, w, y0 + static_cast<T>(i) * binHeight,
                           x0 + static_cast<T>(j) * binWidth, binHeight, binWidth, rows, columns);
      }
    }
  });
  return toDType(result, input.dtype());
}

using Pair = std::tuple<Tensor, Tensor>;

// Returns the maximum of each bin and its position in the plane (-1: an empty bin).
Pair roiPool(const Tensor& input, const Tensor& rois, double scale, int64_t height, int64_t width) {
  checkRegions("roi_pool", input, rois, height, width);
  const int64_t count = rois.size(0), channels = input.size(1), h = input.size(2),
                w = input.size(3);
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, Dims{count, channels, height, width}, compute);
  const Tensor places =
      tensor::emptyBeside(input, Dims{count, channels, height, width}, DType::Int32);
  if (result.isMeta() || result.numel() == 0) return {toDType(result, input.dtype()), places};
  const Tensor x = dense(input, compute), regions = dense(rois, compute);
  visitFloat(compute, [&]<typename T>() {
    int64_t at = 0;
    for (int64_t k = 0; k < count; ++k) {
      const T* roi = regions.data<T>() + k * 5;
      const int64_t image = imageOf("roi_pool", roi, input);
      auto rounded = [&](T value) {
        const double place = std::round(static_cast<double>(value * static_cast<T>(scale)));
        if (!(std::abs(place) < 0x1p31))
          fail("roi_pool: the coordinate {} of a region is too large", place);
        return static_cast<int64_t>(place);
      };
      const int64_t x0 = rounded(roi[1]), y0 = rounded(roi[2]);
      const int64_t roiWidth = std::max<int64_t>(rounded(roi[3]) - x0 + 1, 1),
                    roiHeight = std::max<int64_t>(rounded(roi[4]) - y0 + 1, 1);
      const T binHeight = static_cast<T>(roiHeight) / static_cast<T>(height),
              binWidth = static_cast<T>(roiWidth) / static_cast<T>(width);
      for (int64_t c = 0; c < channels; ++c) {
        const T* plane = x.data<T>() + (image * channels + c) * h * w;
        for (int64_t i = 0; i < height; ++i)
          for (int64_t j = 0; j < width; ++j, ++at) {
            auto edge = [](T place, int64_t from, int64_t limit) {
              return std::clamp<int64_t>(static_cast<int64_t>(place) + from, 0, limit);
            };
            const int64_t top = edge(std::floor(static_cast<T>(i) * binHeight), y0, h),
                          bottom = edge(std::ceil(static_cast<T>(i + 1) * binHeight), y0, h);
            const int64_t left = edge(std::floor(static_cast<T>(j) * binWidth), x0, w),
                          right = edge(std::ceil(static_cast<T>(j + 1) * binWidth), x0, w);
            T best = bottom <= top || right <= left ? T(0) : std::numeric_limits<T>::lowest();
            int64_t where = -1;
            for (int64_t y = top; y < bottom; ++y)
              for (int64_t column = left; column < right; ++column)
                if (plane[y * w + column] > best) best = plane[where = y * w + column];
            result.data<T>()[at] = best;
            places.data<int32_t>()[at] = static_cast<int32_t>(where);
          }
      }
    }
  });
  return {toDType(result, input.dtype()), places};
}

// -1: built without CUDA.
int64_t cudaVersion() { return -1; }

constexpr Kernel kVisionKernels[] = {
    {"torchvision::_cuda_version", boxed<cudaVersion>},
    {"torchvision::nms", boxed<nms>},
    {"torchvision::roi_align", boxed<roiAlign>},
    {"torchvision::roi_pool", boxed<roiPool>},
};

}  // namespace

std::span<const Kernel> visionKernels() { return kVisionKernels; }

}  // namespace ts::kernels
