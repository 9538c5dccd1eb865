// stft and istft: Fourier transforms of overlapping windows of a signal, and the inverse.
#include <algorithm>
#include <cmath>

#include "core/base/torch_profile.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/fft.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/promote.h"
#include "core/kernels/views.h"
#include "core/tensor/gap.h"

namespace ts::kernels {
namespace {

using MaybeInt = std::optional<int64_t>;

struct Frames {
  int64_t size;    // n_fft
  int64_t hop;     // distance between windows
  int64_t window;  // win_length, centred in `size`
};

// Returns the window padded with zeros on both sides to `size`; ones without a window.
Tensor windowFor(const Frames& frames, const Tensor& window, DType dtype) {
  if (window.defined() && (window.dim() != 1 || window.size(0) != frames.window))
    fail(
        "stft: expected a 1D window tensor of size equal to win_length={}, but got window with "
        "size {}",
        frames.window, tensor::shapeText(window.sizes()));
  const Tensor padded = tensor::empty(Dims{frames.size}, window.defined() ? window.dtype() : dtype);
  fill(padded, 0.0);
  const Tensor middle = narrow(padded, 0, (frames.size - frames.window) / 2, frames.window);
  if (window.defined())
    copyInto(middle, window);
  else
    fill(middle, 1.0);
  return padded;
}

Tensor transformed(Tensor signal, const Frames& frames, const Tensor& givenWindow, bool normalized,
                   std::optional<bool> onesided, std::optional<bool> wantsComplex) {
  const bool isLine = signal.dim() == 1;
  if (isLine) signal = unsqueeze(signal, 0);
  const int64_t length = signal.size(1);
  if (frames.size <= 0 || frames.size > length)
    fail("stft: expected 0 < n_fft <= {}, but got n_fft={}", length, frames.size);
  if (frames.hop <= 0) fail("stft: expected hop_length > 0, but got hop_length={}", frames.hop);
  if (frames.window <= 0 || frames.window > frames.size)
    fail("stft: expected 0 < win_length <= n_fft, but got win_length={}", frames.window);
  const Tensor window = windowFor(frames, givenWindow, signal.dtype());
  const int64_t count = 1 + (length - frames.size) / frames.hop;
  const Tensor slices =
      asStrided(signal, {signal.size(0), count, frames.size},
                {signal.strides()[0], frames.hop * signal.strides()[1], signal.strides()[1]},
                signal.offset());
  const Tensor windowed = apply(formulas::mul, {slices, window});
  const bool isComplex = tensor::isComplex(windowed.dtype());
  if (isComplex && onesided.value_or(false))
    fail("Cannot have onesided output if window or input is complex");
  const Scaling scaling = normalized ? Scaling::ByRoot : Scaling::None;
  const Tensor spectrum = isComplex
                              ? complexToComplex(windowed, {2}, scaling, true)
                              : realToComplex(windowed, {2}, scaling, onesided.value_or(true));
  Tensor result = transpose(spectrum, 1, 2);
  if (isLine) result = squeeze(result, 0);
  if (wantsComplex.value_or(tensor::isComplex(signal.dtype()) ||
                            (givenWindow.defined() && tensor::isComplex(givenWindow.dtype()))))
    return result;
  Dims sizes = result.sizes(), strides = result.strides();
  for (int64_t& stride : strides) stride *= 2;
  sizes.push_back(2);
  strides.push_back(1);
  return tensor::onStorage(result.storage(), tensor::realOf(result.dtype()), sizes, strides,
                           result.offset() * 2);
}

void checkSignal(const Tensor& signal) {
  if ((!tensor::isFloating(signal.dtype()) && !tensor::isComplex(signal.dtype())) ||
      signal.dim() < 1 || signal.dim() > 2)
    fail("stft: expected a 1D or 2D tensor of floating or complex values, but got {} of shape {}",
         scalarTypeName(signal.dtype()), tensor::shapeText(signal.sizes()));
}

Tensor stft(const Tensor& signal, int64_t size, MaybeInt hop, MaybeInt windowLength,
            const Tensor& window, bool normalized, std::optional<bool> onesided,
            std::optional<bool> wantsComplex) {
  checkSignal(signal);
  const bool isComplex =
      tensor::isComplex(signal.dtype()) || (window.defined() && tensor::isComplex(window.dtype()));
  if (!wantsComplex && !isComplex && atLeast(TorchProfile::Torch2_6))
    fail(
        "stft requires the return_complex parameter be given for real inputs, and will further "
        "require that return_complex=True in a future PyTorch release.");
  return transformed(signal, {size, hop.value_or(size / 4), windowLength.value_or(size)}, window,
                     normalized, onesided, wantsComplex);
}

Tensor stftCenter(const Tensor& input, int64_t size, MaybeInt hop, MaybeInt windowLength,
                  const Tensor& window, bool center, const std::string& mode, bool normalized,
                  std::optional<bool> onesided, std::optional<bool> wantsComplex) {
  checkSignal(input);
  Tensor signal = input;
  if (center) {
    static NamedKernel pad("aten::pad");
    // pad requires a channel dimension.
    Dims shape = signal.sizes();
    while (shape.size() < 3) shape.insert(0, 1);
    const IntList sides = {size / 2, size / 2};
    Stack stack = {viewTo(contiguous(signal), shape), tensor::makeIntList(sides), mode, IValue()};
    pad(stack);
    const Tensor padded = stack.back().toTensor();
    shape = signal.sizes();
    shape[shape.size() - 1] = padded.size(-1);
    signal = viewTo(padded, shape);
  }
  return stft(signal, size, hop, windowLength, window, normalized, onesided, wantsComplex);
}

// From PyTorch 2.11 on: the first frame may begin where the window does.
void checkAlignment(std::optional<bool> alignsToWindow) {
  if (alignsToWindow.value_or(false))
    tensor::failAsGap("stft with align_to_window=True isn't available in JitScope");
}

Tensor stftAligned(const Tensor& signal, int64_t size, MaybeInt hop, MaybeInt windowLength,
                   const Tensor& window, bool normalized, std::optional<bool> onesided,
                   std::optional<bool> wantsComplex, std::optional<bool> alignsToWindow) {
  checkAlignment(alignsToWindow);
  return stft(signal, size, hop, windowLength, window, normalized, onesided, wantsComplex);
}

Tensor stftCenterAligned(const Tensor& input, int64_t size, MaybeInt hop, MaybeInt windowLength,
                         const Tensor& window, bool center, const std::string& mode,
                         bool normalized, std::optional<bool> onesided,
                         std::optional<bool> wantsComplex, std::optional<bool> alignsToWindow) {
  if (center && alignsToWindow)
    fail("stft: align_to_window may only be given when center is False");
  checkAlignment(alignsToWindow);
  return stftCenter(input, size, hop, windowLength, window, center, mode, normalized, onesided,
                    wantsComplex);
}

// ---- inverse

// Adds overlapping windows: (batch, count, size) to (batch, length).
template <typename T>
std::vector<T> overlapped(const T* rows, int64_t batch, int64_t count, const Frames& frames,
                          int64_t length) {
  std::vector<T> sums(static_cast<size_t>(batch * length));
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t i = 0; i < count; ++i)
      for (int64_t k = 0; k < frames.size; ++k)
        sums[static_cast<size_t>(b * length + i * frames.hop + k)] +=
            rows[(b * count + i) * frames.size + k];
  return sums;
}

Tensor istft(const Tensor& input, int64_t size, MaybeInt hopLength, MaybeInt windowLength,
             const Tensor& givenWindow, bool center, bool normalized, std::optional<bool> oneSided,
             MaybeInt wantedLength, bool wantsComplex) {
  const Frames frames{size, hopLength.value_or(size / 4), windowLength.value_or(size)};
  if (!tensor::isComplex(input.dtype()))
    fail(
        "istft requires a complex-valued input tensor matching the output from stft with "
        "return_complex=True.");
  if (input.numel() == 0) fail("istft(...) input tensor cannot be empty.");
  if (input.dim() != 2 && input.dim() != 3)
    fail("istft(...) expected a tensor with 2 or 3 dimensions, but got {}", input.dim());
  const int64_t count = input.size(-1), points = input.size(-2);
  const bool onesided = oneSided.value_or(points != size);
  if (points != (onesided ? size / 2 + 1 : size))
    fail(
        "istft(...) expected the frequency dimension (3rd to the last) of the input tensor to "
        "match n_fft={}{}, but got {}",
        size, onesided ? " / 2 + 1 when onesided=True" : "", points);
  if (frames.hop <= 0 || frames.hop > frames.window)
    fail("istft(...) expected 0 < hop_length <= win_length");
  if (frames.window <= 0 || frames.window > size)
    fail("istft(...) expected 0 < win_length <= n_fft");
  if (wantsComplex && onesided) fail("Cannot have onesided output if window or input is complex");
  const DType real = tensor::realOf(input.dtype());
  const Tensor window = windowFor(frames, givenWindow, real);
  if (tensor::isComplex(window.dtype()) && !wantsComplex)
    fail("Complex windows are incompatible with return_complex=False");

  const Tensor spectrum =
      toDType(transpose(input.dim() == 2 ? unsqueeze(input, 0) : input, 1, 2), DType::Complex128);
  const Scaling scaling = normalized ? Scaling::ByRoot : Scaling::ByCount;
  const Tensor half = onesided ? spectrum : narrow(spectrum, 2, 0, size / 2 + 1);
  const Tensor rows = wantsComplex ? complexToComplex(spectrum, {2}, scaling, false)
                                   : complexToReal(half, {2}, scaling, size);
  const Tensor windowed = contiguous(apply(formulas::mul, {rows, window}));
  const Tensor squares =
      contiguous(toDType(apply(formulas::mul, {window, window}), DType::Float64));

  const int64_t length = size + frames.hop * (count - 1), batch = spectrum.size(0),
                begin = center ? size / 2 : 0;
  const int64_t end = wantedLength ? begin + *wantedLength : center ? length - size / 2 : length;
  std::vector<double> repeated;
  for (int64_t i = 0; i < count; ++i)
    repeated.insert(repeated.end(), squares.data<double>(), squares.data<double>() + size);
  const std::vector<double> envelope = overlapped(repeated.data(), 1, count, frames, length);
  for (int64_t i = begin; i < std::min(end, length); ++i)
    if (std::abs(envelope[static_cast<size_t>(i)]) < 1e-11) fail("window overlap add min: 0");

  const Tensor result =
      tensor::empty(Dims{batch, std::max<int64_t>(0, end - begin)}, windowed.dtype());
  fill(result, 0.0);
  auto put = [&]<typename T>() {
    const std::vector<T> sums = overlapped(windowed.data<T>(), batch, count, frames, length);
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t i = begin; i < std::min(end, length); ++i)
        result.data<T>()[b * (end - begin) + i - begin] =
            sums[static_cast<size_t>(b * length + i)] / envelope[static_cast<size_t>(i)];
  };
  wantsComplex ? put.template operator()<Complex128>() : put.template operator()<double>();
  const Tensor typed = toDType(result, wantsComplex ? input.dtype() : real);
  return input.dim() == 2 ? squeeze(typed, 0) : typed;
}

constexpr Kernel kSpectrogramKernels[] = {
    {"aten::stft", boxed<stft>, before(TorchProfile::Torch2_11)},
    {"aten::stft", boxed<stftAligned>, since(TorchProfile::Torch2_11)},
    {"aten::stft.center", boxed<stftCenter>, before(TorchProfile::Torch2_11)},
    {"aten::stft.center", boxed<stftCenterAligned>, since(TorchProfile::Torch2_11)},
    {"aten::istft", boxed<istft>},
};

}  // namespace

std::span<const Kernel> spectrogramKernels() { return kSpectrogramKernels; }

}  // namespace ts::kernels
