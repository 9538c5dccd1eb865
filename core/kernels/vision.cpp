// Operators of torchvision: nms, roi_align, roi_pool.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

// Keeps boxes from the best score down, leaving out those that overlap a kept one by more than the threshold.
Tensor nms(const Tensor& boxes, const Tensor& scores, double threshold) {
  if (boxes.dim() != 2) fail("boxes should be a 2d tensor, got {}D", boxes.dim());
  if (boxes.size(1) != 4) fail("boxes should have 4 elements in dimension 1, got {}", boxes.size(1));
  if (scores.dim() != 1) fail("scores should be a 1d tensor, got {}D", scores.dim());
  if (boxes.size(0) != scores.size(0))
    fail("boxes and scores should have same number of elements in dimension 0, got {} and {}", boxes.size(0), scores.size(0));
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
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return score[a] > score[b] || (score[a] != score[a] && score[b] == score[b]); });
    auto area = [&](size_t i) { return (box[4 * i + 2] - box[4 * i]) * (box[4 * i + 3] - box[4 * i + 1]); };
    std::vector<bool> out(count);
    for (size_t a = 0; a < count; ++a) {
      const size_t i = order[a];
      if (out[i]) continue;
      kept.push_back(static_cast<int64_t>(i));
      for (size_t b = a + 1; b < count; ++b) {
        const size_t j = order[b];
        if (out[j]) continue;
        const T width = std::min(box[4 * i + 2], box[4 * j + 2]) - std::max(box[4 * i], box[4 * j]);
        const T height = std::min(box[4 * i + 3], box[4 * j + 3]) - std::max(box[4 * i + 1], box[4 * j + 1]);
        const T common = std::max(width, T(0)) * std::max(height, T(0));
        out[j] = static_cast<double>(common / (area(i) + area(j) - common)) > threshold;
      }
    }
  });
  const Tensor result = tensor::empty(Dims{static_cast<int64_t>(kept.size())}, DType::Int64);
  std::ranges::copy(kept, result.data<int64_t>());
  return result;
}

// What all operators on regions check. A region: image, x1, y1, x2, y2.
void checkRegions(const char* name, const Tensor& input, const Tensor& rois, int64_t height, int64_t width) {
  if (input.dim() != 4) fail("{}: input should have four dimensions, but has shape {}", name, shapeText(input.sizes()));
  if (rois.dim() != 2 || rois.size(1) != 5) fail("{}: rois must have shape as Tensor[K, 5], not {}", name, shapeText(rois.sizes()));
  if (height <= 0 || width <= 0) fail("{}: the pooled size has to be positive, not {} x {}", name, height, width);
  checkSameDType(name, input, rois);
  checkFloating(name, input.dtype());
}

template <typename T>
int64_t imageOf(const char* name, const T* roi, const Tensor& input) {
  const double image = static_cast<double>(roi[0]);
  if (!(image >= 0 && image < static_cast<double>(input.size(0)))) fail("{}: a region is of image {}, but there are {}", name, image, input.size(0));
  return static_cast<int64_t>(image);
}

// Between pixels; 0 when it lies more than one pixel outside.
template <typename T>
T bilinear(const T* plane, int64_t height, int64_t width, T y, T x) {
  if (!(y >= -1 && y <= static_cast<T>(height) && x >= -1 && x <= static_cast<T>(width))) return 0;
  y = std::max(y, T(0));
  x = std::max(x, T(0));
  auto top = static_cast<int64_t>(y), left = static_cast<int64_t>(x);
  int64_t bottom = top + 1, right = left + 1;
  if (top >= height - 1) y = static_cast<T>(top = bottom = height - 1);
  if (left >= width - 1) x = static_cast<T>(left = right = width - 1);
  const T dy = y - static_cast<T>(top), dx = x - static_cast<T>(left);
  return (1 - dy) * ((1 - dx) * plane[top * width + left] + dx * plane[top * width + right]) +
         dy * ((1 - dx) * plane[bottom * width + left] + dx * plane[bottom * width + right]);
}

// The mean of samples of a bin.
template <typename T>
T binMean(const T* plane, int64_t height, int64_t width, T yBegin, T xBegin, T binHeight, T binWidth, int64_t rows, int64_t columns) {
  T sum = 0;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      sum += bilinear<T>(plane, height, width, yBegin + (static_cast<T>(i) + T(0.5)) * binHeight / static_cast<T>(rows),
                         xBegin + (static_cast<T>(j) + T(0.5)) * binWidth / static_cast<T>(columns));
  return sum / static_cast<T>(std::max<int64_t>(rows * columns, 1));
}

// More samples than this in one bin come from coordinates that are no region of an image.
constexpr double kMaxSamples = 1 << 16;

template <typename T>
int64_t samplesFor(int64_t ratio, T size, int64_t pooled) {
  if (ratio > 0) return ratio;
  const double wanted = std::ceil(static_cast<double>(size / static_cast<T>(pooled)));
  if (!(wanted <= kMaxSamples)) fail("a region of size {} is too large to be sampled", static_cast<double>(size));
  return std::max<int64_t>(0, static_cast<int64_t>(wanted));
}

Tensor roiAlign(const Tensor& input, const Tensor& rois, double scale, int64_t height, int64_t width, int64_t ratio, bool aligned) {
  checkRegions("roi_align", input, rois, height, width);
  const int64_t count = rois.size(0), channels = input.size(1), h = input.size(2), w = input.size(3);
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
      const T binHeight = roiHeight / static_cast<T>(height), binWidth = roiWidth / static_cast<T>(width);
      const int64_t rows = samplesFor(ratio, roiHeight, height), columns = samplesFor(ratio, roiWidth, width);
      for (int64_t c = 0; c < channels; ++c) {
        const T* plane = x.data<T>() + (image * channels + c) * h * w;
        for (int64_t i = 0; i < height; ++i)
          for (int64_t j = 0; j < width; ++j)
            *to++ = binMean<T>(plane, h, w, y0 + static_cast<T>(i) * binHeight, x0 + static_cast<T>(j) * binWidth, binHeight, binWidth, rows, columns);
      }
    }
  });
  return toDType(result, input.dtype());
}

using Pair = std::tuple<Tensor, Tensor>;

// The maximum of each bin and its place in the plane (-1: an empty bin).
Pair roiPool(const Tensor& input, const Tensor& rois, double scale, int64_t height, int64_t width) {
  checkRegions("roi_pool", input, rois, height, width);
  const int64_t count = rois.size(0), channels = input.size(1), h = input.size(2), w = input.size(3);
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, Dims{count, channels, height, width}, compute);
  const Tensor places = tensor::emptyBeside(input, Dims{count, channels, height, width}, DType::Int32);
  if (result.isMeta() || result.numel() == 0) return {toDType(result, input.dtype()), places};
  const Tensor x = dense(input, compute), regions = dense(rois, compute);
  visitFloat(compute, [&]<typename T>() {
    int64_t at = 0;
    for (int64_t k = 0; k < count; ++k) {
      const T* roi = regions.data<T>() + k * 5;
      const int64_t image = imageOf("roi_pool", roi, input);
      auto rounded = [&](T value) {
        const double place = std::round(static_cast<double>(value * static_cast<T>(scale)));
        if (!(std::abs(place) < 0x1p31)) fail("roi_pool: a region reaches to {}", place);
        return static_cast<int64_t>(place);
      };
      const int64_t x0 = rounded(roi[1]), y0 = rounded(roi[2]);
      const int64_t roiWidth = std::max<int64_t>(rounded(roi[3]) - x0 + 1, 1), roiHeight = std::max<int64_t>(rounded(roi[4]) - y0 + 1, 1);
      const T binHeight = static_cast<T>(roiHeight) / static_cast<T>(height), binWidth = static_cast<T>(roiWidth) / static_cast<T>(width);
      for (int64_t c = 0; c < channels; ++c) {
        const T* plane = x.data<T>() + (image * channels + c) * h * w;
        for (int64_t i = 0; i < height; ++i)
          for (int64_t j = 0; j < width; ++j, ++at) {
            auto edge = [](T place, int64_t from, int64_t limit) { return std::clamp<int64_t>(static_cast<int64_t>(place) + from, 0, limit); };
            const int64_t top = edge(std::floor(static_cast<T>(i) * binHeight), y0, h), bottom = edge(std::ceil(static_cast<T>(i + 1) * binHeight), y0, h);
            const int64_t left = edge(std::floor(static_cast<T>(j) * binWidth), x0, w), right = edge(std::ceil(static_cast<T>(j + 1) * binWidth), x0, w);
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

// -1: made without CUDA.
int64_t cudaVersion() { return -1; }

constexpr Kernel kKernels[] = {
    {"torchvision::_cuda_version", boxed<cudaVersion>},
    {"torchvision::nms", boxed<nms>},
    {"torchvision::roi_align", boxed<roiAlign>},
    {"torchvision::roi_pool", boxed<roiPool>},
};

}  // namespace

std::span<const Kernel> visionKernels() { return kKernels; }

}  // namespace ts::kernels
