// Splitting and assembling images: pixel_shuffle, channel_shuffle, im2col, col2im.
#include <algorithm>

#include "core/kernels/convolution.h"
#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

// Returns the sizes with the last three replaced by `last`.
Dims withLast(const Tensor& tensor, std::initializer_list<int64_t> last) {
  Dims sizes = tensor.sizes();
  sizes.resize(sizes.size() - 3);
  for (int64_t size : last) sizes.push_back(size);
  return sizes;
}

Tensor pixelShuffle(const Tensor& self, int64_t factor) {
  if (self.dim() < 3)
    fail(
        "pixel_shuffle expects input to have at least 3 dimensions, but got input with {} "
        "dimension(s)",
        self.dim());
  if (factor <= 0) fail("pixel_shuffle expects a positive upscale_factor, but got {}", factor);
  const int64_t channels = self.size(-3), height = self.size(-2), width = self.size(-1);
  const int64_t square = tensor::product(Dims{factor, factor});
  if (channels % square != 0)
    fail(
        "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
        "upscale_factor, but input.size(-3)={} is not divisible by {}",
        channels, square);
  const int64_t outChannels = channels / factor / factor, lead = self.dim() - 3;
  const MemoryFormat format = self.suggestedFormat();
  const Tensor parts = reshape(self, withLast(self, {outChannels, factor, factor, height, width}));
  Dims order;
  for (int64_t i = 0; i < lead; ++i) order.push_back(i);
  for (int64_t d : {0, 3, 1, 4, 2}) order.push_back(lead + d);
  return contiguous(reshape(clone(permute(parts, order), MemoryFormat::Contiguous),
                            withLast(self, {outChannels, tensor::product(Dims{height, factor}),
                                            tensor::product(Dims{width, factor})})),
                    format);
}

Tensor pixelUnshuffle(const Tensor& self, int64_t factor) {
  if (self.dim() < 3)
    fail(
        "pixel_unshuffle expects input to have at least 3 dimensions, but got input with {} "
        "dimension(s)",
        self.dim());
  if (factor <= 0) fail("pixel_unshuffle expects a positive downscale_factor, but got {}", factor);
  const int64_t channels = self.size(-3), height = self.size(-2), width = self.size(-1);
  if (height % factor != 0 || width % factor != 0)
    fail(
        "pixel_unshuffle expects height and width to be divisible by downscale_factor, but {} x {} "
        "is not divisible by {}",
        height, width, factor);
  const int64_t lead = self.dim() - 3;
  const MemoryFormat format = self.suggestedFormat();
  const Tensor parts =
      reshape(self, withLast(self, {channels, height / factor, factor, width / factor, factor}));
  Dims order;
  for (int64_t i = 0; i < lead; ++i) order.push_back(i);
  for (int64_t d : {0, 2, 4, 1, 3}) order.push_back(lead + d);
  return contiguous(reshape(clone(permute(parts, order), MemoryFormat::Contiguous),
                            withLast(self, {tensor::product(Dims{channels, factor, factor}),
                                            height / factor, width / factor})),
                    format);
}

Tensor channelShuffle(const Tensor& self, int64_t groups) {
  if (self.dim() <= 2)
    fail("channel_shuffle expects input with > 2 dims, but got input with sizes {}",
         shapeText(self.sizes()));
  if (groups <= 0)
    fail("Number of groups to divide channels in must be positive. Value of groups:{}", groups);
  const int64_t channels = self.size(1);
  if (channels % groups != 0)
    fail("Number of channels must be divisible by groups. Got {} channels and {} groups.", channels,
         groups);
  const int64_t rest = tensor::product(std::span<const int64_t>(self.sizes()).subspan(2));
  const Tensor parts =
      reshape(contiguous(self), Dims{self.size(0), groups, channels / groups, rest});
  return contiguous(reshape(clone(transpose(parts, 1, 2), MemoryFormat::Contiguous), self.sizes()),
                    self.suggestedFormat());
}

IntList two(const char* name, const IntList& values, int64_t least) {
  if (values.size() != 1 && values.size() != 2)
    fail("It is expected {} equals to 2 numbers, but got {}", name, values.size());
  for (int64_t value : values)
    if (value < least) fail("{} should be at least {}, but got {}", name, least, shapeText(values));
  return {values[0], values.back()};
}

struct Blocks {
  ConvolutionShape shape{};
  int64_t batch, channels;
  bool batched;
};

Blocks blocksOf(int64_t height, int64_t width, const IntList& kernel, const IntList& dilation,
                const IntList& padding, const IntList& stride) {
  Blocks blocks{};
  const IntList k = two("kernel_size", kernel, 1), d = two("dilation", dilation, 1),
                p = two("padding", padding, 0), s = two("stride", stride, 1);
  ConvolutionShape& shape = blocks.shape;
  shape.in = {1, height, width};
  shape.kernel = {1, k[0], k[1]};
  shape.dilation = {1, d[0], d[1]};
  shape.stride = {1, s[0], s[1]};
  shape.before = shape.after = {0, p[0], p[1]};
  shape.out[0] = 1;
  for (size_t i = 1; i < 3; ++i) {
    const shape_rules::Window window{shape.kernel[i], shape.stride[i], shape.before[i],
                                     shape.after[i], shape.dilation[i]};
    shape.out[i] = shape_rules::windowPositions(shape.in[i], window).value_or(0);
    if (shape.out[i] < 1)
      fail(
          "Given an image with spatial size ({}, {}), kernel_size={}, dilation={}, padding={}, the "
          "array of sliding blocks is empty",
          height, width, shapeText(kernel), shapeText(dilation), shapeText(padding));
  }
  return blocks;
}

Tensor im2col(const Tensor& self, const IntList& kernel, const IntList& dilation,
              const IntList& padding, const IntList& stride) {
  const bool batched = self.dim() == 4;
  if ((self.dim() != 3 && !batched) || self.numel() == 0)
    if (!(batched && self.size(0) == 0))
      fail(
          "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
          "dimensions for input, but got: {}",
          shapeText(self.sizes()));
  const Tensor x = batched ? self : unsqueeze(self, 0);
  const int64_t batch = x.size(0), channels = x.size(1);
  const Blocks blocks = blocksOf(x.size(2), x.size(3), kernel, dilation, padding, stride);
  const int64_t rows =
                    tensor::product(Dims{channels, blocks.shape.kernel[1], blocks.shape.kernel[2]}),
                columns = tensor::product(Dims{blocks.shape.out[1], blocks.shape.out[2]});
  const DType compute = computeDType(self.dtype());
  const Tensor result = tensor::emptyBeside(x, Dims{batch, rows, columns}, compute);
  if (!result.isMeta()) {
    const Tensor from = dense(x, compute);
    visitNumber(compute, [&]<typename T>() {
      for (int64_t n = 0; n < batch; ++n)
        unfoldImage<T>(blocks.shape, channels, from.data<T>() + n * from.numel() / batch,
                       result.data<T>() + n * rows * columns);
    });
  }
  const Tensor converted = toDType(result, self.dtype());
  return batched ? converted : squeeze(converted, 0);
}

Tensor col2im(const Tensor& self, const IntList& outputSize, const IntList& kernel,
              const IntList& dilation, const IntList& padding, const IntList& stride) {
  const bool batched = self.dim() == 3;
  if (self.dim() != 2 && !batched)
    fail("Expected 2D or 3D (batch mode) tensor for input, but got shape {}",
         shapeText(self.sizes()));
  const IntList size = two("output_size", outputSize, 1);
  const Tensor x = batched ? self : unsqueeze(self, 0);
  const Blocks blocks = blocksOf(size[0], size[1], kernel, dilation, padding, stride);
  const int64_t taps = tensor::product(Dims{blocks.shape.kernel[1], blocks.shape.kernel[2]}),
                columns = tensor::product(Dims{blocks.shape.out[1], blocks.shape.out[2]}),
                batch = x.size(0);
  if (x.size(1) % taps != 0 || x.size(1) == 0)
    fail(
        "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but "
        "got input.size(1)={} and kernel_size={}",
        x.size(1), shapeText(kernel));
  if (x.size(2) != columns)
    fail(
        "Given output_size={} and the kernel, expected size of input's dimension 2 to match the "
        "calculated number of sliding blocks {}, but got input.size(2)={}",
        shapeText(outputSize), columns, x.size(2));
  const int64_t channels = x.size(1) / taps;
  const DType compute = computeDType(self.dtype());
  const Tensor result = x.isMeta()
                            ? tensor::emptyMeta(Dims{batch, channels, size[0], size[1]}, compute)
                            : tensor::empty(Dims{batch, channels, size[0], size[1]}, compute);
  fill(result, 0);
  if (!result.isMeta()) {
    const Tensor from = dense(x, compute);
    visitNumber(compute, [&]<typename T>() {
      for (int64_t n = 0; n < batch; ++n)
        foldImage<T>(blocks.shape, channels, from.data<T>() + n * x.size(1) * columns,
                     result.data<T>() + n * channels * size[0] * size[1]);
    });
  }
  const Tensor converted = toDType(result, self.dtype());
  return batched ? converted : squeeze(converted, 0);
}

constexpr Kernel kImageBlockKernels[] = {
    {"aten::pixel_shuffle", boxed<pixelShuffle>},
    {"aten::pixel_shuffle.out", generatedOutOf<pixelShuffle>},
    {"aten::pixel_unshuffle", boxed<pixelUnshuffle>},
    {"aten::pixel_unshuffle.out", generatedOutOf<pixelUnshuffle>},
    {"aten::channel_shuffle", boxed<channelShuffle>},
    {"aten::channel_shuffle.out", generatedOutOf<channelShuffle>},
    {"aten::native_channel_shuffle", boxed<channelShuffle>},
    {"aten::im2col", boxed<im2col>},
    {"aten::im2col.out", sameOutOf<im2col>},
    {"aten::col2im", boxed<col2im>},
    {"aten::col2im.out", sameOutOf<col2im>},
};

}  // namespace

std::span<const Kernel> imageBlockKernels() { return kImageBlockKernels; }

}  // namespace ts::kernels
