// Convolutions of each channel by itself, in packs. oneDNN would copy images into its own layouts
// and back, which takes longer than the sums.
#include <algorithm>
#include <array>
#include <vector>

#include "core/kernels/convolution.h"
#include "core/kernels/packs.h"
#include "core/kernels/parallel.h"

namespace ts::kernels {
namespace {

constexpr size_t kMostTaps = 64;
// Packs of sums at a time: as many as hide the time of an addition.
constexpr size_t kPacks = 4;

// Elements that are kStride apart.
template <size_t kBytes, int kStride>
TS_INLINED void loadApart(Pack<float, kBytes>& to, const float* from) {
  loadPack<float, kBytes>(to, from);
  if constexpr (kStride == 2) {
    Pack<float, kBytes> more;
    loadPack<float, kBytes>(more, from + kBytes / 4);
    if constexpr (kBytes == 32)
      to = __builtin_shufflevector(to, more, 0, 2, 4, 6, 8, 10, 12, 14);
    else
      to = __builtin_shufflevector(to, more, 0, 2, 4, 6);
  }
}

// The image of one channel with zeros around it, so that each element of the result has all taps.
class Depthwise {
 public:
  explicit Depthwise(const ConvolutionShape& shape)
      : s_(shape), rowStep_(s_.in[2] + s_.before[2] + s_.after[2]) {
    // Packs read beyond the last element.
    constexpr int64_t kBeyond = 64;
    padded_.resize(
        static_cast<size_t>((s_.in[1] + s_.before[1] + s_.after[1]) * rowStep_ + kBeyond));
    for (int64_t ky = 0; ky < s_.kernel[1]; ++ky)
      for (int64_t kx = 0; kx < s_.kernel[2]; ++kx)
        offsets_[static_cast<size_t>(ky * s_.kernel[2] + kx)] =
            ky * s_.dilation[1] * rowStep_ + kx * s_.dilation[2];
  }

  template <size_t kBytes, int kStride>
  TS_INLINED void image(const float* from, const float* weights, float bias, float* to) {
    for (int64_t y = 0; y < s_.in[1]; ++y)
      std::copy_n(from + y * s_.in[2], s_.in[2],
                  padded_.data() + (y + s_.before[1]) * rowStep_ + s_.before[2]);
    constexpr int64_t kWidth = kBytes / 4;
    Places places;
    for (int64_t y = 0; y < s_.out[1]; ++y)
      for (int64_t x = 0; x < s_.out[2]; x += kWidth) {
        places.from[places.count] = padded_.data() + y * s_.stride[1] * rowStep_ + x * s_.stride[2];
        places.to[places.count] = to + y * s_.out[2] + x;
        places.sizes[places.count++] = std::min(kWidth, s_.out[2] - x);
        if (places.count == kPacks) sum<kBytes, kStride>(places, weights, bias);
      }
    if (places.count > 0) sum<kBytes, kStride>(places, weights, bias);
  }

 private:
  // Packs of the result: the first element of the image that each reads, and its elements.
  struct Places {
    std::array<const float*, kPacks> from;
    std::array<float*, kPacks> to;
    std::array<int64_t, kPacks> sizes;
    size_t count = 0;
  };

  template <size_t kBytes, int kStride>
  TS_INLINED void sum(Places& places, const float* weights, float bias) const {
    for (size_t k = places.count; k < kPacks; ++k) places.from[k] = places.from[0];
    const float *a = places.from[0], *b = places.from[1], *c = places.from[2], *d = places.from[3];
    using Floats = Pack<float, kBytes>;
    Floats sums[kPacks];
    for (Floats& each : sums) each = Floats{} + bias;
    const auto taps = static_cast<size_t>(s_.kernel[1] * s_.kernel[2]);
    for (size_t t = 0; t < taps; ++t) {
      const Floats weight = Floats{} + weights[t];
      Floats values[kPacks];
      loadApart<kBytes, kStride>(values[0], a + offsets_[t]);
      loadApart<kBytes, kStride>(values[1], b + offsets_[t]);
      loadApart<kBytes, kStride>(values[2], c + offsets_[t]);
      loadApart<kBytes, kStride>(values[3], d + offsets_[t]);
      writtenOut<kPacks>([&](auto k) TS_INLINED_LAMBDA { sums[k] += values[k] * weight; });
    }
    for (size_t k = 0; k < places.count; ++k)
      if (places.sizes[k] == static_cast<int64_t>(kBytes / 4))
        std::memcpy(places.to[k], &sums[k], kBytes);
      else
        for (int64_t i = 0; i < places.sizes[k]; ++i)
          places.to[k][i] = sums[k][static_cast<size_t>(i)];
    places.count = 0;
  }

  const ConvolutionShape& s_;
  int64_t rowStep_;
  std::vector<float> padded_;
  std::array<int64_t, kMostTaps> offsets_;
};

}  // namespace

bool isDepthwise(const ConvolutionShape& s) {
  return !s.transposed && s.groups == s.inChannels && s.groups > 1 && s.in[0] == 1 &&
         s.kernel[0] == 1 && s.out[0] == 1 && s.stride[2] <= 2 &&
         s.kernel[1] * s.kernel[2] <= static_cast<int64_t>(kMostTaps);
}

void convolveDepthwise(const ConvolutionShape& s, const float* input, const float* weight,
                       const float* bias, float* result) {
  const int64_t perChannel = s.outChannels / s.groups, inVolume = s.in[1] * s.in[2],
                outVolume = s.out[1] * s.out[2], taps = s.kernel[1] * s.kernel[2];
  parallelFor(s.batch * s.outChannels, 1 + (1 << 16) / std::max<int64_t>(1, outVolume * taps),
              [&](int64_t begin, int64_t end) {
                Depthwise depthwise(s);
                inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t channel = i % s.outChannels;
                    const float* const from = input + i / perChannel * inVolume;
                    const float* const weights = weight + channel * taps;
                    const float first = bias == nullptr ? 0 : bias[channel];
                    if (s.stride[2] == 1)
                      depthwise.image<kBytes, 1>(from, weights, first, result + i * outVolume);
                    else
                      depthwise.image<kBytes, 2>(from, weights, first, result + i * outVolume);
                  }
                });
              });
}

}  // namespace ts::kernels
