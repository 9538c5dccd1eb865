// torchvision's operators with separate channels per bin (ps_roi_pool, ps_roi_align), and
// convolution at positions moved by another tensor (deform_conv2d).
#include <algorithm>
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/gemm.h"
#include "core/kernels/vision.h"

namespace ts::kernels {
namespace {

using Pair = std::tuple<Tensor, Tensor>;

// Calls bin(plane, region, row, column, T()) for each bin of each region, on the channel of that
// bin. Also returns the channel of each bin.
template <typename F>
Pair eachBin(const char* name, const Tensor& input, const Tensor& rois, int64_t height,
             int64_t width, F&& bin) {
  checkRegions(name, input, rois, height, width);
  const int64_t channels = input.size(1), count = rois.size(0),
                bins = tensor::product(Dims{height, width}), kept = channels / bins,
                area = input.size(2) * input.size(3);
  if (channels % bins != 0)
    fail("input channels must be a multiple of pooling height * pooling width");
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, Dims{count, kept, height, width}, compute);
  const Tensor mapping = tensor::emptyBeside(input, Dims{count, kept, height, width}, DType::Int32);
  if (result.isMeta()) return {toDType(result, input.dtype()), mapping};
  const Tensor x = dense(input, compute), regions = dense(rois, compute);
  visitFloat(compute, [&]<typename T>() {
    int64_t at = 0;
    for (int64_t k = 0; k < count; ++k) {
      const T* roi = regions.data<T>() + k * 5;
      const int64_t image = imageOf(name, roi, input);
      for (int64_t c = 0, from = 0; c < kept; ++c)
        for (int64_t i = 0; i < height; ++i)
          for (int64_t j = 0; j < width; ++j, ++from, ++at) {
            result.data<T>()[at] = bin(x.data<T>() + (image * channels + from) * area, roi, i, j);
            mapping.data<int32_t>()[at] = static_cast<int32_t>(from);
          }
    }
  });
  return {toDType(result, input.dtype()), mapping};
}

// The mean of the pixels in a bin.
Pair psRoiPool(const Tensor& input, const Tensor& rois, double scale, int64_t height,
               int64_t width) {
  return eachBin(
      "ps_roi_pool", input, rois, height, width,
      [&]<typename T>(const T* plane, const T* roi, int64_t i, int64_t j) {
        const int64_t h = input.size(2), w = input.size(3);
        auto rounded = [&](T value) {
          const double place = std::round(static_cast<double>(value * static_cast<T>(scale)));
          if (!(std::abs(place) < 0x1p31))
            fail("ps_roi_pool: the coordinate {} of a region is too large", place);
          return static_cast<int64_t>(place);
        };
        const int64_t x0 = rounded(roi[1]), y0 = rounded(roi[2]);
        const T binHeight =
            static_cast<T>(std::max<int64_t>(rounded(roi[4]) - y0, 1)) / static_cast<T>(height);
        const T binWidth =
            static_cast<T>(std::max<int64_t>(rounded(roi[3]) - x0, 1)) / static_cast<T>(width);
        auto edge = [](T place, int64_t from, int64_t size) {
          return std::clamp<int64_t>(static_cast<int64_t>(place) + from, 0, size - 1);
        };
        const int64_t top = edge(std::floor(static_cast<T>(i) * binHeight), y0, h),
                      bottom = edge(std::ceil(static_cast<T>(i + 1) * binHeight), y0, h);
        const int64_t left = edge(std::floor(static_cast<T>(j) * binWidth), x0, w),
                      right = edge(std::ceil(static_cast<T>(j + 1) * binWidth), x0, w);
        if (bottom <= top || right <= left) return T(0);
        T sum = 0;
        for (int64_t y = top; y < bottom; ++y)
          for (int64_t x = left; x < right; ++x) sum += plane[y * w + x];
        return sum / static_cast<T>((bottom - top) * (right - left));
      });
}

// The mean of interpolated samples in a bin.
Pair psRoiAlign(const Tensor& input, const Tensor& rois, double scale, int64_t height,
                int64_t width, int64_t ratio) {
  return eachBin(
      "ps_roi_align", input, rois, height, width,
      [&]<typename T>(const T* plane, const T* roi, int64_t i, int64_t j) {
        const T factor = static_cast<T>(scale), x0 = roi[1] * factor - T(0.5),
                y0 = roi[2] * factor - T(0.5);
        const T roiWidth = roi[3] * factor - T(0.5) - x0, roiHeight = roi[4] * factor - T(0.5) - y0;
        const T binHeight = roiHeight / static_cast<T>(height),
                binWidth = roiWidth / static_cast<T>(width);
        return binMean<T>(plane, input.size(2), input.size(3), y0 + static_cast<T>(i) * binHeight,
                          x0 + static_cast<T>(j) * binWidth, binHeight, binWidth,
                          samplesFor(ratio, roiHeight, height), samplesFor(ratio, roiWidth, width));
      });
}

// ---- deform_conv2d

// Interpolates between pixels; pixels outside the image are 0.
template <typename T>
T amongZeros(const T* plane, int64_t height, int64_t width, T y, T x) {
  if (!(y > -1 && y < static_cast<T>(height) && x > -1 && x < static_cast<T>(width))) return 0;
  const auto top = static_cast<int64_t>(std::floor(y)), left = static_cast<int64_t>(std::floor(x));
  const T dy = y - static_cast<T>(top), dx = x - static_cast<T>(left);
  auto pixel = [&](int64_t row, int64_t column) {
    return row < 0 || row >= height || column < 0 || column >= width ? T(0)
                                                                     : plane[row * width + column];
  };
  return (1 - dy) * ((1 - dx) * pixel(top, left) + dx * pixel(top, left + 1)) +
         dy * ((1 - dx) * pixel(top + 1, left) + dx * pixel(top + 1, left + 1));
}

struct Grid {
  int64_t height, width;
};

Tensor deformConv2d(const Tensor& input, const Tensor& weight, const Tensor& offset,
                    const Tensor& mask, const Tensor& bias, int64_t strideH, int64_t strideW,
                    int64_t padH, int64_t padW, int64_t dilationH, int64_t dilationW,
                    int64_t groups, int64_t offsetGroups, bool useMask) {
  if (input.dim() != 4 || offset.dim() != 4 || weight.dim() != 4)
    fail("deform_conv2d: input, offset and weight should have four dimensions");
  checkFloating("deform_conv2d", input.dtype());
  checkSameDType("deform_conv2d", input, weight);
  checkSameDType("deform_conv2d", input, offset);
  const Grid in{input.size(2), input.size(3)}, kernel{weight.size(2), weight.size(3)};
  if (kernel.height <= 0 || kernel.width <= 0 || strideH <= 0 || strideW <= 0 || dilationH <= 0 ||
      dilationW <= 0 || padH < 0 || padW < 0)
    fail("deform_conv2d: kernel, stride and dilation have to be positive, padding not negative");
  if (std::max({strideH, strideW, padH, padW, dilationH, dilationW, groups, offsetGroups,
                kernel.height, kernel.width, in.height, in.width}) > INT32_MAX)
    fail("deform_conv2d: strides, padding, dilation, groups and sizes have to fit into 32 bits");
  const int64_t batch = input.size(0), channels = input.size(1), outChannels = weight.size(0),
                taps = kernel.height * kernel.width;
  const Grid out{(in.height + 2 * padH - (dilationH * (kernel.height - 1) + 1)) / strideH + 1,
                 (in.width + 2 * padW - (dilationW * (kernel.width - 1) + 1)) / strideW + 1};
  if (groups <= 0 || weight.size(1) * groups != channels || outChannels % groups != 0)
    fail("deform_conv2d: the groups don't fit: {} channels, weight {}", channels,
         tensor::shapeText(weight.sizes()));
  if (offsetGroups <= 0 || channels % offsetGroups != 0 ||
      offset.size(1) != offsetGroups * 2 * taps)
    fail("deform_conv2d: offset.shape[1] is not valid: got {}, expected {}", offset.size(1),
         offsetGroups * 2 * taps);
  if (out.height <= 0 || out.width <= 0)
    fail("deform_conv2d: calculated output size too small - out_h: {} out_w: {}", out.height,
         out.width);
  const bool fits =
      offset.size(0) == batch && offset.size(2) == out.height && offset.size(3) == out.width;
  if (!fits)
    fail("deform_conv2d: offset of shape {} doesn't fit an output of {} x {}",
         tensor::shapeText(offset.sizes()), out.height, out.width);
  const bool maskFits = !useMask || (mask.dim() == 4 && mask.size(0) == batch &&
                                     mask.size(1) == offsetGroups * taps &&
                                     mask.size(2) == out.height && mask.size(3) == out.width);
  if (!maskFits)
    fail("deform_conv2d: mask of shape {} doesn't fit", tensor::shapeText(mask.sizes()));
  if (bias.dim() != 1 || bias.size(0) != outChannels)
    fail("deform_conv2d: bias should have {} elements, not shape {}", outChannels,
         tensor::shapeText(bias.sizes()));

  const DType compute = computeDType(input.dtype());
  const Tensor result =
      tensor::emptyBeside(input, Dims{batch, outChannels, out.height, out.width}, compute);
  if (result.isMeta()) return toDType(result, input.dtype());
  const Tensor x = dense(input, compute), filter = dense(weight, compute),
               moved = dense(offset, compute), added = dense(bias, compute);
  const Tensor factors = useMask ? dense(mask, compute) : Tensor();
  const int64_t places = out.height * out.width, rows = channels * taps;
  const Tensor columns = tensor::empty(Dims{rows, places}, compute);
  visitFloat(compute, [&]<typename T>() {
    for (int64_t n = 0; n < batch; ++n) {
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t group = c / (channels / offsetGroups);
        const T* plane = x.data<T>() + (n * channels + c) * in.height * in.width;
        for (int64_t tap = 0; tap < taps; ++tap) {
          const T* byY =
              moved.data<T>() + ((n * offsetGroups + group) * 2 * taps + 2 * tap) * places;
          const T* byX = byY + places;
          const T* factor =
              useMask ? factors.data<T>() + ((n * offsetGroups + group) * taps + tap) * places
                      : nullptr;
          T* to = columns.data<T>() + (c * taps + tap) * places;
          const int64_t reachY = tap / kernel.width * dilationH - padH,
                        reachX = tap % kernel.width * dilationW - padW;
          for (int64_t place = 0; place < places; ++place) {
            const int64_t row = place / out.width, at = place % out.width;
            const T y = static_cast<T>(row * strideH + reachY) + byY[place],
                    column = static_cast<T>(at * strideW + reachX) + byX[place];
            to[place] =
                amongZeros(plane, in.height, in.width, y, column) * (factor ? factor[place] : T(1));
          }
        }
      }
      const int64_t outPer = outChannels / groups, rowsPer = rows / groups;
      for (int64_t g = 0; g < groups; ++g) {
        T* to = result.data<T>() + (n * outChannels + g * outPer) * places;
        for (int64_t c = 0; c < outPer; ++c)
          std::fill_n(to + c * places, places, added.data<T>()[g * outPer + c]);
        const Matrix<T> left{filter.data<T>() + g * outPer * rowsPer, outPer, rowsPer, rowsPer, 1};
        const Matrix<T> right{columns.data<T>() + g * rowsPer * places, rowsPer, places, places, 1};
        gemm<T>(T(1), left, right, T(1), to, places);
      }
    }
  });
  return toDType(result, input.dtype());
}

constexpr Kernel kVisionChannelKernels[] = {
    {"torchvision::ps_roi_pool", boxed<psRoiPool>},
    {"torchvision::ps_roi_align", boxed<psRoiAlign>},
    {"torchvision::deform_conv2d", boxed<deformConv2d>},
};

}  // namespace

std::span<const Kernel> visionChannelKernels() { return kVisionChannelKernels; }

}  // namespace ts::kernels
