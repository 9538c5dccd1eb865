// The gradients of batch_norm, layer_norm and group_norm.
#include <array>

#include "core/kernels/boxing.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/parallel.h"
#include "core/kernels/reduce_runs.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using Triple = std::tuple<Tensor, Tensor, Tensor>;
constexpr int64_t kNormWork = 16384;  // elements of a thread

// GradientSums over a channel: of the gradient, and of its products with the differences to the
// mean.
struct GradientSums {
  double gradient = 0, products = 0;
};

// The gradient of a normalized element is scale * gain * (gradient - shift - (x - mean) * slope),
// rounded at each step as in PyTorch.
template <typename T>
struct ElementFactors {
  T mean, shift, slope, scale, gain = 1;
};
template <typename T>
TS_INLINED T gradientAt(const ElementFactors<T>& f, T gradient, T x) {
  return (gradient - f.shift - (x - f.mean) * f.slope) * f.scale * f.gain;
}

// The elements of batch_norm's input: `batch` times `channels` runs of `area` elements, or, where
// the channels are adjacent, batch * area rows of `channels` elements.
template <typename T>
struct ChannelPlanes {
  const T *gradient, *x;
  int64_t batch, channels, area;
  bool areChannelsAdjacent;
  int64_t rows() const { return batch * area; }
};

template <typename T>
void sumChannels(const ChannelPlanes<T>& planes, const T* means, GradientSums* sums) {
  const int64_t channels = planes.channels, area = planes.area;
  if (planes.areChannelsAdjacent) {
    for (int64_t row = 0; row < planes.rows(); ++row)
      for (int64_t c = 0; c < channels; ++c) {
        const T gradient = planes.gradient[row * channels + c];
        sums[c].gradient += static_cast<double>(gradient);
        sums[c].products +=
            static_cast<double>(gradient * (planes.x[row * channels + c] - means[c]));
      }
    return;
  }
  const int64_t least = 1 + kNormWork / std::max<int64_t>(1, planes.rows());
  parallelFor(channels, least, [&](int64_t first, int64_t last) {
    inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
      for (int64_t c = first; c < last; ++c)
        for (int64_t n = 0; n < planes.batch; ++n) {
          const int64_t start = (n * channels + c) * area;
          const T mean = means[c];
          addRun<kBytes>(SumOp<T>{}, sums[c].gradient, planes.gradient + start, area);
          sums[c].products +=
              sumOfPairs<kBytes>([mean](auto& product, const auto& gradient, const auto& x)
                                     TS_INLINED_LAMBDA { product = gradient * (x - mean); },
                                 planes.gradient + start, planes.x + start, area);
        }
    });
  });
}

template <typename T>
void fillPlanes(const ChannelPlanes<T>& planes, const ElementFactors<T>* factors, T* to) {
  const int64_t channels = planes.channels;
  const bool inRows = planes.areChannelsAdjacent;
  const int64_t count = inRows ? planes.rows() : planes.batch * channels,
                length = inRows ? channels : planes.area;
  const int64_t least = 1 + kNormWork / std::max<int64_t>(1, length);
  parallelFor(count, least, [&](int64_t first, int64_t last) {
    inVectors([=]<size_t>() TS_INLINED_LAMBDA {
      for (int64_t run = first; run < last; ++run) {
        const T *gradient = planes.gradient + run * length, *x = planes.x + run * length;
        T* const target = to + run * length;
        const ElementFactors<T> own = factors[inRows ? 0 : run % channels];
#pragma GCC ivdep
        for (int64_t i = 0; i < length; ++i)
          target[i] = gradientAt(inRows ? factors[i] : own, gradient[i], x[i]);
      }
    });
  });
}

// A statistic of each channel; `missing` where there is none.
template <typename T>
std::vector<T> numbersOf(const Tensor& tensor, int64_t channels, T missing) {
  std::vector<T> numbers(static_cast<size_t>(channels), missing);
  if (tensor.defined() && tensor.numel() != 0) {
    const Tensor wide = dense(tensor, DType::Float64);
    std::transform(wide.data<double>(), wide.data<double>() + channels, numbers.begin(),
                   [](double number) { return static_cast<T>(number); });
  }
  return numbers;
}

void checkMask(const char* name, const std::vector<bool>& mask) {
  if (mask.size() != 3) fail("{}: output_mask has {} elements instead of 3", name, mask.size());
}
void checkGradient(const char* name, const Tensor& gradient, const Tensor& input) {
  checkSameDType(name, gradient, input);
  if (gradient.sizes() != input.sizes())
    fail("{}: a gradient of shape {} doesn't fit an input of shape {}", name,
         tensor::shapeText(gradient.sizes()), tensor::shapeText(input.sizes()));
}
// `count` elements, where there are any.
void checkCount(const char* name, const Tensor& tensor, int64_t count) {
  if (tensor.defined() && tensor.numel() != count)
    fail("{}: a tensor of shape {} has not {} elements", name, tensor::shapeText(tensor.sizes()),
         count);
}

Triple batchNormBackward(const Tensor& gradient, const Tensor& input, const Tensor& weight,
                         const Tensor& runningMean, const Tensor& runningVar,
                         const Tensor& savedMean, const Tensor& savedInvstd, bool train, double eps,
                         const std::vector<bool>& mask) {
  constexpr const char* name = "native_batch_norm_backward";
  checkMask(name, mask);
  if (input.dim() < 2) fail("{} takes an input of at least two dimensions", name);
  checkGradient(name, gradient, input);
  for (const Tensor* numbers :
       {&weight, train ? &savedMean : &runningMean, train ? &savedInvstd : &runningVar})
    checkCount(name, *numbers, input.size(1));
  const DType compute = computeDType(input.dtype());
  const DType ofWeight = weight.defined() ? weight.dtype() : input.dtype();
  const int64_t channels = input.size(1);
  const MemoryFormat format = input.suggestedFormat();
  Tensor toInput = tensor::emptyBeside(input, input.sizes(), compute);
  Tensor toWeight = tensor::emptyBeside(input, Dims{channels}, compute),
         toBias = tensor::emptyBeside(input, Dims{channels}, compute);
  if (!input.isMeta()) {
    toInput = tensor::empty(input.sizes(), compute, format);
    const Tensor x = contiguous(toDType(input, compute), format),
                 g = contiguous(toDType(gradient, compute), format);
    const int64_t batch = input.size(0), count = batch * channels;
    const int64_t area = count == 0 ? 0 : input.numel() / count;
    visitFloat(compute, [&]<typename T>() {
      const ChannelPlanes<T> planes{g.data<T>(), x.data<T>(),
                                    batch,       channels,
                                    area,        format != MemoryFormat::Contiguous || area == 1};
      const std::vector<T> means = numbersOf<T>(train ? savedMean : runningMean, channels, 0),
                           gains = numbersOf<T>(weight, channels, 1);
      std::vector<T> scales = numbersOf<T>(train ? savedInvstd : runningVar, channels, 1);
      if (!train)
        for (T& scale : scales)
          scale = static_cast<T>(1 / std::sqrt(static_cast<double>(scale) + eps));
      std::vector<GradientSums> sums(static_cast<size_t>(channels));
      if (train || mask[1] || mask[2]) sumChannels(planes, means.data(), sums.data());
      std::vector<ElementFactors<T>> factors;
      for (size_t c = 0; c < sums.size(); ++c) {
        const double elements = static_cast<double>(planes.rows());
        const T scale = scales[c], products = static_cast<T>(sums[c].products);
        const T shift = static_cast<T>(sums[c].gradient / elements),
                slope = products * scale * scale / static_cast<T>(elements);
        factors.push_back({means[c], train ? shift : T(0), train ? slope : T(0), scale, gains[c]});
        toWeight.data<T>()[c] = static_cast<T>(sums[c].products * static_cast<double>(scale));
        toBias.data<T>()[c] = static_cast<T>(sums[c].gradient);
      }
      if (mask[0]) fillPlanes(planes, factors.data(), toInput.data<T>());
    });
  }
  return {mask[0] ? toDType(toInput, input.dtype()) : Tensor(),
          mask[1] ? toDType(toWeight, ofWeight) : Tensor(),
          mask[2] ? toDType(toBias, ofWeight) : Tensor()};
}

// ---- layer_norm

template <typename T>
struct NormalizedRows {
  const T *gradient, *x, *means, *scales;
  const T* gains;  // null: ones
  int64_t rows, length;
};

template <typename T>
void fillNormalizedRows(const NormalizedRows<T>& all, T* to) {
  const int64_t length = all.length;
  parallelFor(all.rows, 1 + kNormWork / length, [&](int64_t first, int64_t last) {
    std::vector<T> room(static_cast<size_t>(length));
    T* const weighted = room.data();
    inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
      for (int64_t row = first; row < last; ++row) {
        const T *gradient = all.gradient + row * length, *x = all.x + row * length;
        if (all.gains != nullptr) {
          for (int64_t i = 0; i < length; ++i) weighted[i] = gradient[i] * all.gains[i];
          gradient = weighted;
        }
        const T mean = all.means[row], scale = all.scales[row];
        GradientSums sums;
        addRun<kBytes>(SumOp<T>{}, sums.gradient, gradient, length);
        sums.products = sumOfPairs<kBytes>([mean](auto& product, const auto& a, const auto& b)
                                               TS_INLINED_LAMBDA { product = a * (b - mean); },
                                           gradient, x, length);
        const double elements = static_cast<double>(length), wide = static_cast<double>(scale);
        const ElementFactors<T> factors{mean, static_cast<T>(sums.gradient / elements),
                                        static_cast<T>(sums.products * wide * wide / elements),
                                        scale};
        T* const target = to + row * length;
#pragma GCC ivdep
        for (int64_t i = 0; i < length; ++i) target[i] = gradientAt(factors, gradient[i], x[i]);
      }
    });
  });
}

// The gradients of weight and bias: sums over the rows. A thread adds some columns; floats are
// added for a few rows at a time.
template <typename T>
void sumNormalizedRows(const NormalizedRows<T>& all, T* toWeight, T* toBias) {
  constexpr int64_t kColumns = 64, kRowsAtOnce = 32;
  const int64_t blocks = (all.length + kColumns - 1) / kColumns;
  const int64_t least = 1 + kNormWork / std::max<int64_t>(1, all.rows * kColumns);
  parallelFor(blocks, least, [&](int64_t first, int64_t last) {
    inVectors([=]<size_t>() TS_INLINED_LAMBDA {
      for (int64_t block = first; block < last; ++block) {
        const int64_t start = block * kColumns, count = std::min(kColumns, all.length - start);
        std::array<double, kColumns> weights{}, biases{};
        for (int64_t row = 0; row < all.rows;) {
          std::array<T, kColumns> products{}, gradients{};
          for (const int64_t end = std::min(row + kRowsAtOnce, all.rows); row < end; ++row) {
            const T *gradient = all.gradient + row * all.length + start,
                    *x = all.x + row * all.length + start;
            const T mean = all.means[row], scale = all.scales[row];
#pragma GCC ivdep
            for (int64_t i = 0; i < count; ++i) {
              const auto at = static_cast<size_t>(i);
              products[at] += gradient[i] * ((x[i] - mean) * scale);
              gradients[at] += gradient[i];
            }
          }
          for (size_t i = 0; i < kColumns; ++i) {
            weights[i] += static_cast<double>(products[i]);
            biases[i] += static_cast<double>(gradients[i]);
          }
        }
        for (int64_t i = 0; i < count; ++i) {
          toWeight[start + i] = static_cast<T>(weights[static_cast<size_t>(i)]);
          toBias[start + i] = static_cast<T>(biases[static_cast<size_t>(i)]);
        }
      }
    });
  });
}

Triple layerNormBackward(const Tensor& gradient, const Tensor& input, const IntList& shape,
                         const Tensor& mean, const Tensor& scale, const Tensor& weight,
                         const Tensor& bias, const std::vector<bool>& mask) {
  constexpr const char* name = "native_layer_norm_backward";
  checkMask(name, mask);
  checkGradient(name, gradient, input);
  if (shape.empty() || shape.size() > input.sizes().size() ||
      !std::equal(shape.begin(), shape.end(),
                  input.sizes().end() - static_cast<ptrdiff_t>(shape.size())))
    fail("{}: normalized_shape {} is not the end of the input's shape {}", name,
         tensor::shapeText(shape), tensor::shapeText(input.sizes()));
  const int64_t length = tensor::product(shape);
  checkCount(name, weight, length);
  checkCount(name, scale, mean.numel());
  if (length > 0) checkCount(name, mean, input.numel() / length);
  const DType compute = computeDType(input.dtype());
  const Tensor toInput = tensor::emptyBeside(input, input.sizes(), compute),
               toWeight = tensor::emptyBeside(input, shape, compute),
               toBias = tensor::emptyBeside(input, shape, compute);
  if (!input.isMeta()) {
    const Tensor g = dense(gradient, compute), x = dense(input, compute),
                 means = dense(mean, compute), scales = dense(scale, compute),
                 gains = weight.defined() ? dense(weight, compute) : Tensor();
    visitFloat(compute, [&]<typename T>() {
      const NormalizedRows<T> all{g.data<T>(),
                                  x.data<T>(),
                                  means.data<T>(),
                                  scales.data<T>(),
                                  gains.defined() ? gains.data<T>() : nullptr,
                                  means.numel(),
                                  tensor::product(shape)};
      if (mask[0] && all.length > 0) fillNormalizedRows(all, toInput.data<T>());
      if (mask[1] || mask[2]) sumNormalizedRows(all, toWeight.data<T>(), toBias.data<T>());
    });
  }
  const auto dtypeOf = [&](const Tensor& of) { return of.defined() ? of.dtype() : input.dtype(); };
  return {mask[0] ? toDType(toInput, input.dtype()) : Tensor(),
          mask[1] ? toDType(toWeight, dtypeOf(weight)) : Tensor(),
          mask[2] ? toDType(toBias, dtypeOf(bias)) : Tensor()};
}

// ---- group_norm

// `batch` times `groups` groups of `channels` runs of `area` elements.
template <typename T>
struct NormalizedGroups {
  const T *gradient, *x, *means, *scales;
  const T* gains;  // by channel of all groups; null: ones
  int64_t batch, groups, channels, area;
};

// sums: of each run.
template <typename T>
void fillNormalizedGroups(const NormalizedGroups<T>& all, GradientSums* sums, T* to) {
  const int64_t channels = all.channels, area = all.area, length = channels * area;
  parallelFor(all.batch * all.groups, 1 + kNormWork / std::max<int64_t>(1, length),
              [&](int64_t first, int64_t last) {
                inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
                  for (int64_t group = first; group < last; ++group) {
                    const T mean = all.means[group], scale = all.scales[group];
                    const T* const gains =
                        all.gains == nullptr ? nullptr : all.gains + group % all.groups * channels;
                    GradientSums whole;
                    for (int64_t c = 0; c < channels; ++c) {
                      const int64_t run = group * channels + c;
                      const T *gradient = all.gradient + run * area, *x = all.x + run * area;
                      addRun<kBytes>(SumOp<T>{}, sums[run].gradient, gradient, area);
                      sums[run].products =
                          sumOfPairs<kBytes>([mean](auto& product, const auto& a, const auto& b)
                                                 TS_INLINED_LAMBDA { product = a * (b - mean); },
                                             gradient, x, area);
                      const double gain = gains == nullptr ? 1 : static_cast<double>(gains[c]);
                      whole.gradient += gain * sums[run].gradient;
                      whole.products += gain * sums[run].products;
                    }
                    const double elements = static_cast<double>(length),
                                 wide = static_cast<double>(scale);
                    const ElementFactors<T> factors{
                        mean, static_cast<T>(whole.gradient / elements),
                        static_cast<T>(whole.products * wide * wide / elements), scale};
                    for (int64_t c = 0; c < channels; ++c) {
                      const int64_t start = (group * channels + c) * area;
                      const T gain = gains == nullptr ? T(1) : gains[c];
#pragma GCC ivdep
                      for (int64_t i = start; i < start + area; ++i)
                        to[i] = gradientAt(factors, all.gradient[i] * gain, all.x[i]);
                    }
                  }
                });
              });
}

Triple groupNormBackward(const Tensor& gradient, const Tensor& input, const Tensor& mean,
                         const Tensor& scale, const Tensor& weight, int64_t batch, int64_t channels,
                         int64_t area, int64_t groups, const std::vector<bool>& mask) {
  constexpr const char* name = "native_group_norm_backward";
  checkMask(name, mask);
  checkGradient(name, gradient, input);
  if (groups <= 0 || channels % groups != 0)
    fail("Expected number of channels {} to be evenly divisible by number of groups {}", channels,
         groups);
  const int64_t elements = input.numel();
  const bool fits = elements == 0 ? batch == 0 || channels == 0 || area == 0
                                  : batch > 0 && channels > 0 && elements % batch == 0 &&
                                        elements / batch % channels == 0 &&
                                        elements / batch / channels == area;
  if (!fits)
    fail("{}: an input of shape {} doesn't have {} x {} x {} elements", name,
         tensor::shapeText(input.sizes()), batch, channels, area);
  checkCount(name, weight, channels);
  for (const Tensor* statistic : {&mean, &scale})
    if (elements != 0 && statistic->numel() != batch * groups)
      fail("{}: a tensor of shape {} has not {} elements", name,
           tensor::shapeText(statistic->sizes()), batch * groups);
  const DType compute = computeDType(input.dtype()),
              ofWeight = weight.defined() ? weight.dtype() : input.dtype();
  const Tensor toInput = tensor::emptyBeside(input, input.sizes(), compute),
               toWeight = tensor::emptyBeside(input, Dims{channels}, compute),
               toBias = tensor::emptyBeside(input, Dims{channels}, compute);
  if (elements == 0) {
    fill(toWeight, 0);
    fill(toBias, 0);
  } else if (!input.isMeta()) {
    const Tensor g = dense(gradient, compute), x = dense(input, compute),
                 means = dense(mean, compute), scales = dense(scale, compute),
                 gains =
                     weight.defined() && weight.numel() != 0 ? dense(weight, compute) : Tensor();
    visitFloat(compute, [&]<typename T>() {
      const int64_t perGroup = channels / groups;
      const NormalizedGroups<T> all{g.data<T>(),
                                    x.data<T>(),
                                    means.data<T>(),
                                    scales.data<T>(),
                                    gains.defined() ? gains.data<T>() : nullptr,
                                    batch,
                                    groups,
                                    perGroup,
                                    area};
      std::vector<GradientSums> sums(static_cast<size_t>(batch * channels));
      fillNormalizedGroups(all, sums.data(), toInput.data<T>());
      for (int64_t c = 0; c < channels; ++c) {
        GradientSums sum;
        for (int64_t n = 0; n < batch; ++n) {
          const GradientSums& run = sums[static_cast<size_t>(n * channels + c)];
          sum.gradient += run.gradient;
          sum.products += run.products * static_cast<double>(all.scales[n * groups + c / perGroup]);
        }
        toWeight.data<T>()[c] = static_cast<T>(sum.products);
        toBias.data<T>()[c] = static_cast<T>(sum.gradient);
      }
    });
  }
  return {mask[0] ? toDType(toInput, input.dtype()) : Tensor(),
          mask[1] ? toDType(toWeight, ofWeight) : Tensor(),
          mask[2] ? toDType(toBias, ofWeight) : Tensor()};
}

constexpr Kernel kNormalizationBackwardKernels[] = {
    {"aten::native_batch_norm_backward", boxed<batchNormBackward>},
    {"aten::native_layer_norm_backward", boxed<layerNormBackward>},
    {"aten::native_group_norm_backward", boxed<groupNormBackward>},
};

}  // namespace

std::span<const Kernel> normalizationBackwardKernels() { return kNormalizationBackwardKernels; }

}  // namespace ts::kernels
