// pad: constant_pad_nd, reflection, replication and circular padding.
#include <algorithm>

#include "core/kernels/by_size.h"
#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

Tensor constantPad(const Tensor& self, const IntList& pad, const Scalar& value) {
  if (pad.size() % 2 != 0) fail("Length of pad must be even but instead it equals {}", pad.size());
  const size_t count = pad.size() / 2, rank = self.sizes().size();
  if (count > rank)
    fail(
        "Length of pad should be no more than twice the number of dimensions of the input. Pad "
        "length is {} while the input has {} dimensions.",
        pad.size(), rank);
  Dims sizes = self.sizes();
  // The part of the input that is copied, and its start in the result: negative padding crops the
  // input.
  Tensor from = self;
  Dims starts(rank, 0);
  for (size_t i = 0; i < count; ++i) {
    const size_t d = rank - 1 - i;
    const int64_t before = pad[2 * i], after = pad[2 * i + 1];
    sizes[d] += before + after;
    if (sizes[d] < 0)
      fail(
          "The input size {}, plus negative padding {} and {} resulted in a negative output size, "
          "which is invalid. Check dimension {} of your input.",
          self.sizes()[d], before, after, d);
    const int64_t cutFront = std::max<int64_t>(0, -before), cutBack = std::max<int64_t>(0, -after);
    from = narrow(from, static_cast<int64_t>(d), std::min(cutFront, self.sizes()[d]),
                  std::max<int64_t>(0, self.sizes()[d] - cutFront - cutBack));
    starts[d] = std::max<int64_t>(0, before);
  }
  const MemoryFormat format = self.suggestedFormat();
  const Tensor result = self.isMeta() ? tensor::emptyMeta(sizes, self.dtype(), format)
                                      : tensor::empty(sizes, self.dtype(), format);
  Tensor inside = result;
  for (size_t i = 0; i < rank; ++i) {
    const auto d = static_cast<int64_t>(i);
    const int64_t size = from.sizes()[i], end = starts[i] + size;
    fill(narrow(inside, d, 0, starts[i]), value);
    fill(narrow(inside, d, end, sizes[i] - end), value);
    inside = narrow(inside, d, starts[i], size);
  }
  copyInto(inside, from);
  return result;
}

enum class Mode { Reflect, Replicate, Circular };

int64_t sourceOf(Mode mode, int64_t i, int64_t size) {
  switch (mode) {
    case Mode::Reflect: return i < 0 ? -i : i >= size ? 2 * (size - 1) - i : i;
    case Mode::Replicate: return std::clamp<int64_t>(i, 0, size - 1);
    case Mode::Circular: break;  // circularSources()
  }
  __builtin_unreachable();
}

// Returns the source of each position. Negative padding crops the input; positive padding on one
// side takes elements from the opposite end.
std::vector<int64_t> circularSources(int64_t size, int64_t before, int64_t after) {
  const int64_t begin = std::max<int64_t>(0, -before), end = size - std::max<int64_t>(0, -after),
                kept = std::max<int64_t>(0, end - begin);
  std::vector<int64_t> sources;
  for (int64_t k = -std::max<int64_t>(0, before); k < kept + std::max<int64_t>(0, after); ++k)
    sources.push_back(begin + (kept == 0 ? 0 : ((k % kept) + kept) % kept));
  return sources;
}

// Positions [begin, end) of a padded dimension have adjacent sources: most of them do.
struct Run {
  size_t begin = 0, end = 0;
};
Run longestRun(const std::vector<int64_t>& sources) {
  Run longest;
  for (size_t begin = 0, end = 0; begin < sources.size(); begin = end) {
    for (end = begin + 1; end < sources.size() && sources[end] == sources[end - 1] + 1;) ++end;
    if (end - begin > longest.end - longest.begin) longest = {begin, end};
  }
  return longest;
}

// Pads the last `rank` dimensions with elements of the input.
Tensor padWith(Mode mode, const Tensor& self, const IntList& pad, size_t rank) {
  const size_t dims = self.sizes().size();
  if (pad.size() != 2 * rank)
    fail("padding size is expected to be {}, but got: {}", 2 * rank, pad.size());
  bool sensible = dims == rank + 1 || dims == rank + 2;
  for (size_t i = dims == rank + 2 ? 1 : 0; sensible && i < dims; ++i)
    sensible = self.sizes()[i] > 0;
  if (!sensible)
    fail(
        "Expected {}D or {}D (batch mode) tensor with possibly 0 batch size and other non-zero "
        "dimensions for input, but got: {}",
        rank + 1, rank + 2, shapeText(self.sizes()));
  Dims sizes = self.sizes();
  // the source index of each position in a padded dimension
  std::vector<std::vector<int64_t>> sources(rank);
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = dims - 1 - i;
    const int64_t before = pad[2 * i], after = pad[2 * i + 1], size = sizes[d];
    if (mode == Mode::Reflect && (before >= size || after >= size))
      fail(
          "Padding size should be less than the corresponding input dimension, but got: padding "
          "({}, {}) at dimension {} of input {}",
          before, after, d, shapeText(self.sizes()));
    if (mode == Mode::Circular && (before > size || after > size))
      fail("Padding value causes wrapping around more than once.");
    sizes[d] += before + after;
    if (sizes[d] < (mode == Mode::Circular ? 0 : 1))
      fail("input (size: {}) is too small for the padding ({}, {}): the result would have size {}",
           size, before, after, sizes[d]);
    std::vector<int64_t>& from = sources[rank - 1 - i];
    if (mode == Mode::Circular) {
      from = circularSources(size, before, after);
    } else {
      for (int64_t k = 0; k < sizes[d]; ++k) from.push_back(sourceOf(mode, k - before, size));
    }
  }
  const bool keepsFormat = atLeast(TorchProfile::Torch2_6) && mode != Mode::Circular;
  const MemoryFormat format = keepsFormat ? self.suggestedFormat() : MemoryFormat::Contiguous;
  if (self.isMeta()) return tensor::emptyMeta(sizes, self.dtype(), format);
  const Tensor result = tensor::empty(sizes, self.dtype());
  const Tensor x = contiguous(self);
  while (sources.size() < 3) sources.insert(sources.begin(), std::vector<int64_t>{0});
  std::array<int64_t, 3> in{1, 1, 1};
  for (size_t i = 0; i < rank; ++i) in[2 - i] = self.sizes()[dims - 1 - i];
  const int64_t volume = in[0] * in[1] * in[2], planes = volume == 0 ? 0 : x.numel() / volume;
  const std::span<const int64_t> columns = sources[2];
  const Run run = longestRun(sources[2]);
  visitSize(self.itemSize(), [&]<typename T>() {
    T* to = reinterpret_cast<T*>(result.bytes());
    const T* all = reinterpret_cast<const T*>(x.bytes());
    for (int64_t plane = 0; plane < planes; ++plane)
      for (int64_t z : sources[0])
        for (int64_t y : sources[1]) {
          const T* from = all + plane * volume + (z * in[1] + y) * in[2];
          for (const int64_t column : columns.first(run.begin)) *to++ = from[column];
          if (run.end > run.begin)
            to = std::copy_n(from + columns[run.begin], run.end - run.begin, to);
          for (const int64_t column : columns.subspan(run.end)) *to++ = from[column];
        }
  });
  return contiguous(result, format);
}

template <int Rank>
Tensor reflectionPad(const Tensor& self, const IntList& pad) {
  return padWith(Mode::Reflect, self, pad, Rank);
}
template <int Rank>
Tensor replicationPad(const Tensor& self, const IntList& pad) {
  return padWith(Mode::Replicate, self, pad, Rank);
}
// PyTorch 2.6 gives `out` the input's memory format even if its shape already matches.
template <auto F>
void pad2dOut(Stack& stack) {
  if (atLeast(TorchProfile::Torch2_6)) tensor::resizeTo(stack.back().toTensor(), Dims{0});
  sameOutOf<F>(stack);
}
Tensor circularPad(const Tensor& self, const IntList& pad) {
  const bool isWhole = pad.size() == 2 * static_cast<size_t>(self.dim() - 2);
  if (!atLeast(TorchProfile::Torch2_6) && (self.dim() < 3 || self.dim() > 5 || !isWhole))
    fail("Invalid padding size, expected {} but got {}", 2 * (self.dim() - 2), pad.size());
  return padWith(Mode::Circular, self, pad, pad.size() / 2);
}

// `mode` is one of PyTorch's mode numbers.
Tensor padEnum(const Tensor& self, const IntList& pad, int64_t mode, std::optional<double> value) {
  if (pad.size() % 2 != 0) fail("Padding length must be divisible by 2");
  if (static_cast<int64_t>(pad.size()) > 2 * self.dim()) fail("Padding length too large");
  if (mode == 3) return constantPad(self, pad, value.value_or(0.0));
  if (value && *value != 0) fail("Padding mode doesn't take in value argument");
  const auto rank = static_cast<int64_t>(pad.size() / 2);
  if (rank < 1 || rank > 3 || (self.dim() != rank + 1 && self.dim() != rank + 2))
    fail(ErrorKind::NotImplemented,
         "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now");
  if (mode == 2) return circularPad(self, pad);
  return padWith(mode == 0 ? Mode::Reflect : Mode::Replicate, self, pad, static_cast<size_t>(rank));
}

Tensor padOperator(const Tensor& self, const IntList& pad, const std::string& mode,
                   std::optional<double> value) {
  constexpr const char* kModes[] = {"reflect", "replicate", "circular", "constant"};
  const auto* row = std::ranges::find(kModes, mode);
  if (row == std::end(kModes))
    fail(ErrorKind::NotImplemented, "Unrecognised padding mode {}", mode);
  return padEnum(self, pad, row - kModes, value);
}

constexpr Kernel kPaddingKernels[] = {
    {"aten::pad", boxed<padOperator>},
    {"aten::_pad_enum", boxed<padEnum>},
    {"aten::_pad_circular", boxed<circularPad>},
    {"aten::constant_pad_nd", boxed<constantPad>},
    {"aten::constant_pad_nd.out", generatedOutOf<constantPad>},
    {"aten::reflection_pad1d", boxed<reflectionPad<1>>},
    {"aten::reflection_pad1d.out", sameOutOf<reflectionPad<1>>},
    {"aten::reflection_pad2d", boxed<reflectionPad<2>>},
    {"aten::reflection_pad2d.out", pad2dOut<reflectionPad<2>>},
    {"aten::reflection_pad3d", boxed<reflectionPad<3>>},
    {"aten::reflection_pad3d.out", sameOutOf<reflectionPad<3>>},
    {"aten::replication_pad1d", boxed<replicationPad<1>>},
    {"aten::replication_pad1d.out", sameOutOf<replicationPad<1>>},
    {"aten::replication_pad2d", boxed<replicationPad<2>>},
    {"aten::replication_pad2d.out", pad2dOut<replicationPad<2>>},
    {"aten::replication_pad3d", boxed<replicationPad<3>>},
    {"aten::replication_pad3d.out", sameOutOf<replicationPad<3>>},
};

}  // namespace

std::span<const Kernel> paddingKernels() { return kPaddingKernels; }

}  // namespace ts::kernels
