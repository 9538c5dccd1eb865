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

// Transforms contiguous complex tensors along one dimension; `to` may be `from`.
void transformAlong(const Tensor& from, const Tensor& to, size_t dim, bool inverse, double scale) {
  const int64_t length = from.sizes()[dim], step = from.strides()[dim];
  if (from.numel() == 0) return;
  visitComplex(from, [&]<typename C>() {
    if (step == 1)
      return transformLines(length, from.numel() / length, from.data<C>(), {length, 1},
                            to.data<C>(), {length, 1}, inverse, scale);
    for (int64_t block = 0; block < from.numel(); block += length * step)
      transformLines(length, step, from.data<C>() + block, {1, step}, to.data<C>() + block,
                     {1, step}, inverse, scale);
  });
}

size_t wrapped(const Tensor& self, int64_t dim) {
  return static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
}

double factorFor(Scaling scaling, int64_t points) {
  const auto count = static_cast<double>(points);
  return scaling == Scaling::None ? 1 : 1 / (scaling == Scaling::ByRoot ? std::sqrt(count) : count);
}

// The product of the sizes of dimensions.
int64_t pointsOf(const Tensor& self, const IntList& dims) {
  int64_t points = 1;
  for (int64_t dim : dims) points *= self.sizes()[wrapped(self, dim)];
  return points;
}

Tensor workingCopy(const Tensor& self) {
  return clone(toDType(resolved(self), tensor::complexOf(self.dtype())), MemoryFormat::Contiguous);
}

// The transform of real numbers along dimensions from its first half along `last`: elements at
// opposite places are conjugates.
Tensor withConjugates(const Tensor& half, const IntList& dims, size_t last, int64_t length) {
  Dims sizes = half.sizes();
  sizes[last] = length;
  const Tensor full = tensor::empty(sizes, half.dtype());
  std::vector<bool> isOpposite(sizes.size());
  for (int64_t dim : dims) isOpposite[wrapped(half, dim)] = true;
  const int64_t given = half.sizes()[last], step = half.strides()[last];
  visitComplex(full, [&]<typename C>() {
    Dims at(sizes.size(), 0);  // of a line
    for (int64_t line = 0; line < full.numel() / length; ++line) {
      int64_t to = 0, from = 0, opposite = 0;
      for (size_t dim = 0; dim < sizes.size(); ++dim) {
        const bool isFar = isOpposite[dim] && at[dim] > 0;
        to += at[dim] * full.strides()[dim];
        from += at[dim] * half.strides()[dim];
        opposite += (isFar ? sizes[dim] - at[dim] : at[dim]) * half.strides()[dim];
      }
      C* const out = full.data<C>() + to;
      for (int64_t k = 0; k < given; ++k) out[k * step] = half.data<C>()[from + k * step];
      for (int64_t k = given; k < length; ++k)
        out[k * step] = std::conj(half.data<C>()[opposite + (length - k) * step]);
      for (size_t dim = sizes.size(); dim-- > 0;) {
        if (dim == last) continue;
        if (++at[dim] < sizes[dim]) break;
        at[dim] = 0;
      }
    }
  });
  return full;
}

}  // namespace

Tensor complexToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool forward) {
  const DType dtype = tensor::complexOf(self.dtype());
  if (self.isMeta()) return tensor::emptyMeta(self.sizes(), dtype);
  if (!tensor::isComplex(self.dtype())) {
    const Tensor result = realToComplex(self, dims, scaling, false);
    return forward ? result : resolved(conjugated(result));
  }
  const Tensor x = contiguous(resolved(self)), result = tensor::empty(x.sizes(), dtype);
  for (size_t i = 0; i < dims.size(); ++i)
    transformAlong(i == 0 ? x : result, result, wrapped(self, dims[i]), !forward,
                   i + 1 == dims.size() ? factorFor(scaling, pointsOf(self, dims)) : 1);
  return result;
}

Tensor realToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool onesided) {
  const DType dtype = tensor::complexOf(self.dtype());
  const size_t last = wrapped(self, dims.back());
  const int64_t length = self.sizes()[last];
  Dims sizes = self.sizes();
  sizes[last] = length / 2 + 1;
  if (self.isMeta()) return tensor::emptyMeta(onesided ? sizes : self.sizes(), dtype);
  const Tensor x = contiguous(toDType(self, tensor::realOf(dtype))),
               half = tensor::empty(sizes, dtype);
  if (x.numel() == 0) {
    fill(half, 0);
    return onesided ? half : tensor::empty(self.sizes(), dtype);
  }
  const int64_t step = half.strides()[last];
  const double factor = factorFor(scaling, pointsOf(self, dims));
  visitComplex(half, [&]<typename C>() {
    const auto* from = x.data<typename C::value_type>();
    C* to = half.data<C>();
    if (step == 1)
      return transformRealLines(length, x.numel() / length, from, {length, 1}, to, {sizes[last], 1},
                                factor);
    for (int64_t block = 0; block < x.numel(); block += length * step, to += sizes[last] * step)
      transformRealLines(length, step, from + block, {1, step}, to, {1, step}, factor);
  });
  for (size_t i = 0; i + 1 < dims.size(); ++i)
    transformAlong(half, half, wrapped(self, dims[i]), false, 1);
  return onesided ? half : withConjugates(half, dims, last, length);
}

Tensor complexToReal(const Tensor& self, const IntList& dims, Scaling scaling, int64_t lastSize) {
  const DType dtype = tensor::realOf(self.dtype());
  const size_t last = wrapped(self, dims.back());
  Dims sizes = self.sizes();
  sizes[last] = lastSize;
  if (self.isMeta()) return tensor::emptyMeta(sizes, dtype);
  const Tensor x = workingCopy(self);
  const IntList others(dims.begin(), dims.end() - 1);
  for (int64_t dim : others) transformAlong(x, x, wrapped(self, dim), true, 1);
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
    transformAlong(full, full, last, true, factorFor(scaling, lastSize * pointsOf(x, others)));
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
