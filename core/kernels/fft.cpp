// torch.fft: transforms of one or more dimensions, frequencies, shifts.
#include "core/kernels/fft.h"

#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"
#include "core/kernels/fft_lines.h"
#include "core/kernels/join.h"
#include "core/kernels/promote.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

template <typename F>
void visitComplex(const Tensor& x, F&& f) {
  x.dtype() == DType::Complex64 ? f.template operator()<Complex64>()
                                : f.template operator()<Complex128>();
}

// Transforms a contiguous complex tensor in place along one dimension.
void transformAlong(const Tensor& x, size_t dim, bool inverse) {
  const int64_t length = x.sizes()[dim], step = x.strides()[dim];
  if (x.numel() == 0) return;
  const FourierLine fourier(static_cast<size_t>(length));
  visitComplex(x, [&]<typename C>() {
    std::vector<C> line(static_cast<size_t>(length));
    for (int64_t block = 0; block < x.numel() / (length * step); ++block)
      for (int64_t offset = 0; offset < step; ++offset) {
        C* from = x.data<C>() + block * length * step + offset;
        for (int64_t i = 0; i < length; ++i) line[static_cast<size_t>(i)] = from[i * step];
        fourier.transform(line.data(), inverse);
        for (int64_t i = 0; i < length; ++i) from[i * step] = line[static_cast<size_t>(i)];
      }
  });
}

size_t wrapped(const Tensor& self, int64_t dim) {
  return static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
}

double factorFor(Scaling scaling, int64_t points) {
  const auto count = static_cast<double>(points);
  return scaling == Scaling::None ? 1 : 1 / (scaling == Scaling::ByRoot ? std::sqrt(count) : count);
}

void scale(const Tensor& x, Scaling scaling, int64_t points) {
  const double factor = factorFor(scaling, points);
  if (factor == 1) return;
  visitComplex(x, [&]<typename C>() {
    for (int64_t i = 0; i < x.numel(); ++i)
      x.data<C>()[i] *= static_cast<typename C::value_type>(factor);
  });
}

Tensor workingCopy(const Tensor& self) {
  return clone(toDType(resolved(self), tensor::complexOf(self.dtype())), MemoryFormat::Contiguous);
}

}  // namespace

Tensor complexToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool forward) {
  const DType dtype = tensor::complexOf(self.dtype());
  if (self.isMeta()) return tensor::emptyMeta(self.sizes(), dtype);
  const Tensor x = workingCopy(self);
  int64_t points = 1;
  for (int64_t dim : dims) {
    transformAlong(x, wrapped(self, dim), !forward);
    points *= x.sizes()[wrapped(self, dim)];
  }
  scale(x, scaling, points);
  return toDType(x, dtype);
}

Tensor realToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool onesided) {
  const Tensor full = complexToComplex(self, dims, scaling, true);
  if (!onesided) return full;
  return contiguous(narrow(full, dims.back(), 0, full.size(dims.back()) / 2 + 1));
}

Tensor complexToReal(const Tensor& self, const IntList& dims, Scaling scaling, int64_t lastSize) {
  const DType dtype = tensor::realOf(self.dtype());
  const size_t last = wrapped(self, dims.back());
  Dims sizes = self.sizes();
  sizes[last] = lastSize;
  if (self.isMeta()) return tensor::emptyMeta(sizes, dtype);
  const Tensor x = workingCopy(self);
  int64_t points = lastSize;
  for (size_t i = 0; i + 1 < dims.size(); ++i) {
    transformAlong(x, wrapped(self, dims[i]), true);
    points *= x.sizes()[wrapped(self, dims[i])];
  }
  // The missing half is the complex conjugate of the first half, mirrored.
  const Tensor full = tensor::empty(sizes, x.dtype()), real = tensor::empty(sizes, dtype);
  const int64_t step = full.strides()[last], given = x.sizes()[last];
  visitComplex(full, [&]<typename C>() {
    for (int64_t block = 0; full.numel() && block < full.numel() / (lastSize * step); ++block)
      for (int64_t offset = 0; offset < step; ++offset) {
        const C* from = x.data<C>() + block * given * step + offset;
        C* to = full.data<C>() + block * lastSize * step + offset;
        for (int64_t i = 0; i < lastSize; ++i)
          to[i * step] =
              i <= lastSize / 2 ? from[i * step] : std::conj(from[(lastSize - i) * step]);
      }
    transformAlong(full, last, true);
    scale(full, scaling, points);
    for (int64_t i = 0; i < full.numel(); ++i)
      real.data<typename C::value_type>()[i] = full.data<C>()[i].real();
  });
  return real;
}

namespace {

// ---- raw transforms

void checkDims(const Tensor& self, const IntList& dims) {
  if (dims.empty() || self.dim() == 0) fail("at least one dimension is needed for a transform");
}

Tensor c2c(const Tensor& self, const IntList& dims, int64_t scaling, bool forward) {
  if (!tensor::isComplex(self.dtype()))
    fail("_fft_c2c: expected a complex tensor, not {}", scalarTypeName(self.dtype()));
  if (dims.empty()) return clone(self);
  checkDims(self, dims);
  return complexToComplex(self, dims, static_cast<Scaling>(scaling), forward);
}
Tensor r2c(const Tensor& self, const IntList& dims, int64_t scaling, bool onesided) {
  if (!tensor::isFloating(self.dtype()))
    fail("_fft_r2c: expected a real floating point tensor, not {}", scalarTypeName(self.dtype()));
  checkDims(self, dims);
  return realToComplex(self, dims, static_cast<Scaling>(scaling), onesided);
}
Tensor c2r(const Tensor& self, const IntList& dims, int64_t scaling, int64_t lastSize) {
  if (!tensor::isComplex(self.dtype()))
    fail("_fft_c2r: expected a complex tensor, not {}", scalarTypeName(self.dtype()));
  if (lastSize < 1) fail("Invalid number of data points ({}) specified", lastSize);
  checkDims(self, dims);
  if (const int64_t half = self.size(dims.back()); half < lastSize / 2 + 1)
    fail("_fft_c2r: {} real points need {} complex ones, not {}", lastSize, lastSize / 2 + 1, half);
  return complexToReal(self, dims, static_cast<Scaling>(scaling), lastSize);
}

// ---- functions shared by torch.fft's operators

Scaling scalingFor(const std::optional<std::string>& norm, bool forward) {
  if (!norm || *norm == "backward") return forward ? Scaling::None : Scaling::ByCount;
  if (*norm == "forward") return forward ? Scaling::ByCount : Scaling::None;
  if (*norm == "ortho") return Scaling::ByRoot;
  fail("Invalid normalization mode: \"{}\"", *norm);
}

Tensor promoted(const Tensor& self, bool complex) {
  DType dtype = floatingFor(self.dtype());
  if (dtype == DType::Float16 || dtype == DType::BFloat16)
    fail("Unsupported dtype {}", scalarTypeName(dtype));
  return toDType(self, complex ? tensor::complexOf(dtype) : dtype);
}

// Pads with zeros at the end, or truncates.
Tensor resized(const Tensor& self, int64_t dim, int64_t size) {
  if (size < 1) fail("Invalid number of data points ({}) specified", size);
  const int64_t length = self.size(dim);
  if (size == length) return self;
  if (size < length) return narrow(self, dim, 0, size);
  Dims sizes = self.sizes();
  sizes[wrapped(self, dim)] = size;
  const Tensor longer = tensor::emptyBeside(self, sizes, self.dtype());
  fill(longer, 0.0);
  copyInto(narrow(longer, dim, 0, length), self);
  return longer;
}

using Norm = std::optional<std::string>;
using MaybeInt = std::optional<int64_t>;
using MaybeInts = std::optional<IntList>;

enum class HalfSpectrum : uint8_t { ToComplex, ToHalf, FromHalf };

// The dimensions of a transform and the number of points of each.
struct Extent {
  IntList dims, sizes;
};

Extent extentOf(const Tensor& self, const MaybeInts& sizes, const MaybeInts& dims) {
  Extent extent;
  if (dims) {
    for (int64_t dim : *dims) extent.dims.push_back(static_cast<int64_t>(wrapped(self, dim)));
    std::vector<bool> seen(self.sizes().size());
    for (int64_t dim : extent.dims) {
      if (self.dim() == 0 || seen[static_cast<size_t>(dim)]) fail("FFT dims must be unique");
      seen[static_cast<size_t>(dim)] = true;
    }
  } else {
    const int64_t count = sizes ? static_cast<int64_t>(sizes->size()) : self.dim();
    if (count > self.dim())
      fail("Got shape with {} values but input tensor only has {} dimensions.", count, self.dim());
    for (int64_t dim = self.dim() - count; dim < self.dim(); ++dim) extent.dims.push_back(dim);
  }
  if (sizes && dims && sizes->size() != dims->size())
    fail("When given, dim and shape arguments must have the same length");
  for (size_t i = 0; i < extent.dims.size(); ++i) {
    const int64_t size = sizes && (*sizes)[i] != -1 ? (*sizes)[i] : self.size(extent.dims[i]);
    if (size < 1) fail("Invalid number of data points ({}) specified", size);
    extent.sizes.push_back(size);
  }
  return extent;
}

Tensor resizedTo(Tensor self, const Extent& extent) {
  for (size_t i = 0; i < extent.dims.size(); ++i)
    self = resized(self, extent.dims[i], extent.sizes[i]);
  return self;
}

// Applies a transform over several dimensions. A Hermitian transform is a real one with the
// opposite sign of the exponent.
template <bool Forward, HalfSpectrum kind, bool Hermitian = false>
Tensor over(const Tensor& input, const MaybeInts& sizes, const MaybeInts& dims, const Norm& norm) {
  constexpr bool takesComplex = kind == HalfSpectrum::FromHalf;
  if (kind == HalfSpectrum::ToHalf && tensor::isComplex(input.dtype()))
    fail("expected a real input tensor to FFT, but got {}", scalarTypeName(input.dtype()));
  const Tensor self = promoted(input, takesComplex);
  Extent extent = extentOf(self, sizes, dims);
  if (kind != HalfSpectrum::ToComplex && extent.dims.empty())
    fail("at least one axis must be transformed");
  if (extent.dims.empty()) return clone(promoted(input, true));
  const Scaling scaling = scalingFor(norm, Forward);
  if constexpr (kind == HalfSpectrum::ToComplex) {
    return complexToComplex(resizedTo(self, extent), extent.dims, scaling, Forward);
  } else if constexpr (kind == HalfSpectrum::ToHalf) {
    const Tensor half = realToComplex(resizedTo(self, extent), extent.dims, scaling, true);
    if (!Hermitian) return half;
    return extent.dims.size() == 1 ? conjugated(half) : resolved(conjugated(half));
  } else {
    // The default is an even number of points.
    const bool isSized = sizes && sizes->back() != -1;
    const int64_t last = isSized ? sizes->back() : 2 * (self.size(extent.dims.back()) - 1);
    if (last < 1) fail("Invalid number of data points ({}) specified", last);
    extent.sizes.back() = last / 2 + 1;
    const Tensor half = resizedTo(self, extent);
    return complexToReal(Hermitian ? resolved(conjugated(half)) : half, extent.dims, scaling, last);
  }
}
template <bool Forward, HalfSpectrum kind, bool Hermitian = false>
Tensor alongDim(const Tensor& self, MaybeInt n, int64_t dim, const Norm& norm) {
  const Tensor result = over<Forward, kind, Hermitian>(
      self, n ? MaybeInts(IntList{*n}) : std::nullopt, IntList{dim}, norm);
  // For real input PyTorch runs the forward transform and marks its result as conjugated.
  const bool readsConjugated =
      kind == HalfSpectrum::ToComplex && !Forward && !tensor::isComplex(self.dtype());
  return readsConjugated ? conjugated(resolved(conjugated(result))) : result;
}
template <bool Forward, HalfSpectrum kind, bool Hermitian = false>
Tensor two(const Tensor& self, const MaybeInts& sizes, const IntList& dims, const Norm& norm) {
  return over<Forward, kind, Hermitian>(self, sizes, dims, norm);
}

// ---- frequencies and shifts

// Returns 0, 1, ... divided by n * d; with `bothSigns` the second half contains the negative
// frequencies.
Tensor frequencies(int64_t n, double d, DType dtype, const IValue& device, bool bothSigns) {
  if (!tensor::isFloating(dtype) && !tensor::isComplex(dtype))
    fail("fftfreq requires a floating point or complex dtype");
  const int64_t count = bothSigns ? n : n / 2 + 1;
  const Tensor result = makeEmpty({count}, DType::Float64, device);
  if (!result.isMeta())
    for (int64_t i = 0; i < count; ++i)
      result.data<double>()[i] = static_cast<double>(bothSigns && i >= (n + 1) / 2 ? i - n : i) *
                                 (1.0 / (static_cast<double>(n) * d));
  return toDType(result, dtype);
}
template <bool BothSigns>
Tensor fftfreq(int64_t n, double d, std::optional<DType> dtype, const IValue&, const IValue& device,
               const IValue&) {
  return frequencies(n, d, dtype.value_or(tensor::defaultDType()), device, BothSigns);
}
template <bool BothSigns>
Tensor fftfreqOut(int64_t n, double d, const Tensor& out) {
  return giveOut(out, frequencies(n, d, out.dtype(), IValue(), BothSigns));
}

// Moves the zero frequency to the middle, or back to the front.
template <bool Inverse>
Tensor shift(const Tensor& self, const MaybeInts& dims) {
  IntList all = dims.value_or(IntList{});
  for (int64_t dim = 0; !dims && dim < self.dim(); ++dim) all.push_back(dim);
  Tensor shifted = self;
  for (int64_t dim : all) {
    const int64_t size = self.size(dim), front = Inverse ? size / 2 : (size + 1) / 2;
    shifted = cat({narrow(shifted, dim, front, size - front), narrow(shifted, dim, 0, front)}, dim);
  }
  return shifted.same(self) ? clone(self, MemoryFormat::Contiguous) : shifted;
}

#define TS_THREE(name, ...)                                     \
  {"aten::fft_" name, boxed<alongDim<__VA_ARGS__>>},            \
      {"aten::fft_" name ".out", outOf<alongDim<__VA_ARGS__>>}, \
      {"aten::fft_" name "2", boxed<two<__VA_ARGS__>>},         \
      {"aten::fft_" name "2.out", outOf<two<__VA_ARGS__>>},     \
      {"aten::fft_" name "n", boxed<over<__VA_ARGS__>>}, {      \
    "aten::fft_" name "n.out", outOf<over<__VA_ARGS__>>         \
  }

constexpr Kernel kFftKernels[] = {
    {"aten::_fft_c2c", boxed<c2c>},
    {"aten::_fft_c2c.out", anyOutOf<c2c>},
    {"aten::_fft_r2c", boxed<r2c>},
    {"aten::_fft_r2c.out", anyOutOf<r2c>},
    {"aten::_fft_c2r", boxed<c2r>},
    {"aten::_fft_c2r.out", anyOutOf<c2r>},
    TS_THREE("fft", true, HalfSpectrum::ToComplex),
    TS_THREE("ifft", false, HalfSpectrum::ToComplex),
    TS_THREE("rfft", true, HalfSpectrum::ToHalf),
    TS_THREE("irfft", false, HalfSpectrum::FromHalf),
    TS_THREE("hfft", true, HalfSpectrum::FromHalf, true),
    TS_THREE("ihfft", false, HalfSpectrum::ToHalf, true),
    {"aten::fft_fftfreq", boxed<fftfreq<true>>},
    {"aten::fft_fftfreq.out", boxed<fftfreqOut<true>>},
    {"aten::fft_rfftfreq", boxed<fftfreq<false>>},
    {"aten::fft_rfftfreq.out", boxed<fftfreqOut<false>>},
    {"aten::fft_fftshift", boxed<shift<false>>},
    {"aten::fft_ifftshift", boxed<shift<true>>},
};
#undef TS_THREE

}  // namespace

std::span<const Kernel> fftKernels() { return kFftKernels; }

}  // namespace ts::kernels
