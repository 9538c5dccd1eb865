#include <algorithm>

#include "core/kernels/convolution.h"
#include "core/kernels/gemm.h"
#include "core/kernels/parallel.h"

namespace ts::kernels {
namespace {

// For kernel position (kz, ky, kx), calls each(position in the column row, position in the image)
// for each element of the result. The image position is -1 outside of the image.
template <typename F>
void walk(const ConvolutionShape& s, int64_t kz, int64_t ky, int64_t kx, F&& each) {
  int64_t at = 0;
  for (int64_t z = 0; z < s.out[0]; ++z) {
    const int64_t iz = z * s.stride[0] - s.before[0] + kz * s.dilation[0];
    for (int64_t y = 0; y < s.out[1]; ++y) {
      const int64_t iy = y * s.stride[1] - s.before[1] + ky * s.dilation[1];
      const bool inside = iz >= 0 && iz < s.in[0] && iy >= 0 && iy < s.in[1];
      const int64_t row = (iz * s.in[1] + iy) * s.in[2];
      for (int64_t x = 0; x < s.out[2]; ++x, ++at) {
        const int64_t ix = x * s.stride[2] - s.before[2] + kx * s.dilation[2];
        each(at, inside && ix >= 0 && ix < s.in[2] ? row + ix : -1);
      }
    }
  }
}

int64_t volume(const ConvolutionShape::Three& sizes) { return sizes[0] * sizes[1] * sizes[2]; }

// Calls work(channel, kz, ky, kx, index of the column row) for each channel and kernel position.
template <typename F>
void eachColumnRow(const ConvolutionShape& s, int64_t channels, F&& work) {
  const int64_t perChannel = volume(s.kernel);
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t k = 0; k < perChannel; ++k)
      work(c, k / (s.kernel[1] * s.kernel[2]), k / s.kernel[2] % s.kernel[1], k % s.kernel[2],
           c * perChannel + k);
}

}  // namespace

bool isProduct(const ConvolutionShape& s) {
  using Three = ConvolutionShape::Three;
  return !s.transposed && s.kernel == Three{1, 1, 1} && s.stride == Three{1, 1, 1} &&
         s.before == Three{} && s.after == Three{};
}

template <typename T>
void unfoldImage(const ConvolutionShape& s, int64_t channels, const T* image, T* columns) {
  eachColumnRow(s, channels, [&](int64_t c, int64_t kz, int64_t ky, int64_t kx, int64_t row) {
    const T* from = image + c * volume(s.in);
    T* to = columns + row * volume(s.out);
    walk(s, kz, ky, kx,
         [&](int64_t at, int64_t place) { to[at] = place < 0 ? T(0) : from[place]; });
  });
}

template <typename T>
void foldImage(const ConvolutionShape& s, int64_t channels, const T* columns, T* image) {
  eachColumnRow(s, channels, [&](int64_t c, int64_t kz, int64_t ky, int64_t kx, int64_t row) {
    T* to = image + c * volume(s.in);
    const T* from = columns + row * volume(s.out);
    walk(s, kz, ky, kx, [&](int64_t at, int64_t place) {
      if (place >= 0) to[place] += from[at];
    });
  });
}

#define INSTANTIATE(T)                                                          \
  template void unfoldImage<T>(const ConvolutionShape&, int64_t, const T*, T*); \
  template void foldImage<T>(const ConvolutionShape&, int64_t, const T*, T*);
INSTANTIATE(int64_t)
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex64)
INSTANTIATE(Complex128)
#undef INSTANTIATE

void convolvePlainly(const ConvolutionShape& s, const Tensor& input, const Tensor& weight,
                     const Tensor& bias, const Tensor& result) {
  const int64_t inPer = s.inChannels / s.groups, outPer = s.outChannels / s.groups;
  const int64_t inVolume = volume(s.in), outVolume = volume(s.out), taps = volume(s.kernel);
  visitNumber(result.dtype(), [&]<typename T>() {
    const T* x = input.data<T>();
    const T* w = weight.data<T>();
    T* y = result.data<T>();
    for (int64_t c = 0; c < s.batch * s.outChannels; ++c)
      std::fill_n(y + c * outVolume, outVolume,
                  bias.defined() ? bias.data<T>()[c % s.outChannels] : T(0));
    // A transposed convolution maps from the result of a convolution to its input: in and out swap
    // roles.
    ConvolutionShape back = s;
    if (s.transposed) std::swap(back.in, back.out);
    const bool areColumns = isProduct(s);  // the image's elements
    const int64_t room = (s.transposed ? outPer * inVolume : inPer * outVolume) * taps;
    std::vector<T> columns(static_cast<size_t>(areColumns ? 0 : room));
    for (int64_t n = 0; n < s.batch; ++n) {
      for (int64_t g = 0; g < s.groups; ++g) {
        const T* image = x + (n * s.inChannels + g * inPer) * inVolume;
        T* to = y + (n * s.outChannels + g * outPer) * outVolume;
        if (s.transposed) {
          const Matrix<T> kernel = rowMajor(w + g * inPer * outPer * taps, inPer, outPer * taps);
          gemm<T>(T(1), kernel.transposed(), rowMajor(image, inPer, inVolume), T(0), columns.data(),
                  inVolume);
          foldImage<T>(back, outPer, columns.data(), to);
        } else {
          if (!areColumns) unfoldImage<T>(s, inPer, image, columns.data());
          const Matrix<T> kernel = rowMajor(w + g * outPer * inPer * taps, outPer, inPer * taps);
          gemm<T>(T(1), kernel,
                  rowMajor<T>(areColumns ? image : columns.data(), inPer * taps, outVolume), T(1),
                  to, outVolume);
        }
      }
    }
  });
}

}  // namespace ts::kernels
