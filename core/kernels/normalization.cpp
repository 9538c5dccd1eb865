// batch_norm, layer_norm, group_norm, instance_norm.
#include "core/kernels/normalization.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/box_muller.h"
#include "core/kernels/families.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce_runs.h"
#include "core/kernels/streams.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;
using Triple = std::tuple<Tensor, Tensor, Tensor>;

// The numbers of a pack or one number, rounded to T.
template <typename T, typename V>
TS_INLINED V rounded(const V& value) {
  if constexpr (std::is_arithmetic_v<V>) {
    return static_cast<T>(value);
  } else {
    using Rounded [[gnu::vector_size(sizeof(V) / sizeof(double) * sizeof(T))]] = T;
    return __builtin_convertvector(__builtin_convertvector(value, Rounded), V);
  }
}
// The sum of the squares of differences to a mean, all of them rounded to T, as PyTorch has it: one
// bit more or less decides which of two elements max_pool takes.
template <typename T>
struct RoundedSquaresOp {
  using Acc = double;
  using Lane = double;
  double mean;
  double start() const { return 0; }
  double neutral() const { return mean; }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    const V difference = rounded<T>(V(value - mean));
    acc += rounded<T>(V(difference * difference));
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    acc += other;
  }
};

// Computes mean, rounded to T, and squared differences of each of `channels` columns of a matrix,
// in two passes.
template <size_t kBytes, typename T>
TS_INLINED void momentsOfColumns(const T* from, int64_t rows, int64_t channels, double* means,
                                 double* squares) {
  const auto step = static_cast<int64_t>(sizeof(T)) * channels;
  addColumns<kBytes, T>(SumOp<double>{}, means, channels, reinterpret_cast<const std::byte*>(from),
                        step, rows);
  for (int64_t c = 0; c < channels; ++c)
    means[c] = static_cast<T>(means[c] / static_cast<double>(rows));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t c = 0; c < channels; ++c) {
      const T difference = from[row * channels + c] - static_cast<T>(means[c]);
      squares[c] += static_cast<double>(difference * difference);
    }
}

// The same of one channel: `batch` runs of `area` elements, `step` elements apart.
template <size_t kBytes, typename T>
TS_INLINED void momentsOfChannel(const T* from, int64_t batch, int64_t area, int64_t step,
                                 double& mean, double& squares) {
  for (int64_t n = 0; n < batch; ++n) addRun<kBytes>(SumOp<double>{}, mean, from + n * step, area);
  mean = static_cast<T>(mean / static_cast<double>(batch * area));
  for (int64_t n = 0; n < batch; ++n)
    addRun<kBytes>(RoundedSquaresOp<T>{mean}, squares, from + n * step, area);
}

// x * a + b, rounded once if kFused, as in PyTorch where the processor can.
template <bool kFused, typename T>
TS_INLINED T timesPlus(T x, T a, T b) {
  if constexpr (!kFused) return x * a + b;
  if constexpr (std::is_same_v<T, float>) return __builtin_fmaf(x, a, b);
  return static_cast<T>(__builtin_fma(x, a, b));
}
#if defined(__x86_64__)
template <typename F>
[[gnu::target("avx2,fma"), gnu::noinline]] void inFusedVectors(const F& f) {
  f.template operator()<true>();
}
#endif
// Calls f.operator()<kFused>(). f must be a lambda with TS_INLINED_LAMBDA.
template <typename F>
void fusedIfPossible(const F& f) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return inFusedVectors(f);
  f.template operator()<false>();
#else
  f.template operator()<true>();
#endif
}

void checkStatistic(const char* name, const Tensor& tensor, int64_t channels) {
  if (tensor.defined() && tensor.numel() != channels)
    fail("{} should contain {} elements not {}", name, channels, tensor.numel());
}

// Sets running = (1 - momentum) * running + momentum * now, computed in the type of `running`.
void updateRunning(const Tensor& running, const std::vector<double>& now, double momentum) {
  if (!running.defined()) return;
  const DType compute = computeDType(running.dtype());
  const Tensor values = dense(running, compute);
  const Tensor next = tensor::empty(running.sizes(), compute);
  visitFloat(compute, [&]<typename T>() {
    const T share = static_cast<T>(momentum), rest = T{1} - share;
    for (size_t c = 0; c < now.size(); ++c)
      next.data<T>()[c] = share * static_cast<T>(now[c]) + rest * values.data<T>()[c];
  });
  // Graphs that have saved the statistics stay valid, as in PyTorch: the batch's are their own.
  const uint32_t version = running.version();
  copyInto(running, next);
  running.version() = version;
}

struct BatchNorm {
  Tensor result;
  std::vector<double> mean, invstd;  // of the batch; empty if not computed
  DType statistics;
};

// Normalises with the batch's statistics if `training`, else with the running statistics.
BatchNorm batchNormOf(const Tensor& input, const Tensor& weight, const Tensor& bias,
                      const Tensor& runningMean, const Tensor& runningVar, bool training,
                      double momentum, double eps) {
  if (input.dim() < 2)
    fail("batch_norm: expected an input of at least two dimensions, but got one of shape {}",
         shapeText(input.sizes()));
  const int64_t channels = input.size(1), batch = input.size(0);
  if (!runningMean.defined() && !training) fail("running_mean must be defined in evaluation mode");
  if (!runningVar.defined() && !training) fail("running_var must be defined in evaluation mode");
  checkStatistic("running_mean", runningMean, channels);
  checkStatistic("running_var", runningVar, channels);
  checkStatistic("weight", weight, channels);
  checkStatistic("bias", bias, channels);
  checkFloating("batch_norm", input.dtype());
  const DType compute = computeDType(input.dtype());
  BatchNorm result{{},
                   {},
                   {},
                   weight.defined()        ? weight.dtype()
                   : runningMean.defined() ? runningMean.dtype()
                                           : input.dtype()};
  const MemoryFormat format = input.suggestedFormat();
  if (input.isMeta()) {
    result.result = tensor::emptyMeta(input.sizes(), input.dtype(), format);
    if (training)
      result.mean = result.invstd = std::vector<double>(static_cast<size_t>(channels), 0);
    return result;
  }
  const bool channelsLast = format != MemoryFormat::Contiguous;
  const Tensor x = contiguous(toDType(input, compute), format);
  const int64_t area = channels * batch == 0 ? 0 : input.numel() / (channels * batch);
  result.result = tensor::empty(input.sizes(), compute, format);
  auto valuesOf = [&](const Tensor& tensor, double missing) {
    std::vector<double> values(static_cast<size_t>(channels), missing);
    if (tensor.defined()) {
      const Tensor wide = dense(tensor, DType::Float64);
      std::copy_n(wide.data<double>(), channels, values.begin());
    }
    return values;
  };
  std::vector<double> mean, scale;
  if (training) {
    const int64_t count = batch * area;
    const bool inRows = channelsLast || area == 1;
    std::vector<double> unbiased(static_cast<size_t>(channels));
    result.mean.resize(static_cast<size_t>(channels));
    result.invstd.resize(static_cast<size_t>(channels));
    visitFloat(compute, [&]<typename T>() {
      const T* data = x.data<T>();
      const int64_t least = 1 + 16384 / std::max<int64_t>(1, count);
      std::vector<double> squares(static_cast<size_t>(channels), 0);
      double *means = result.mean.data(), *sums = squares.data();
      if (inRows)
        inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
          momentsOfColumns<kBytes>(data, count, channels, means, sums);
        });
      else
        parallelFor(channels, least, [&](int64_t first, int64_t last) {
          inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
            for (int64_t c = first; c < last; ++c)
              momentsOfChannel<kBytes>(data + c * area, batch, area, channels * area, means[c],
                                       sums[c]);
          });
        });
      // PyTorch keeps the statistics in the type of the elements.
      for (size_t c = 0; c < squares.size(); ++c) {
        const T sum = static_cast<T>(squares[c]);
        const T variance = sum / static_cast<T>(count);
        result.invstd[c] = static_cast<T>(1 / std::sqrt(static_cast<double>(variance) + eps));
        unbiased[c] = static_cast<double>(sum) / static_cast<double>(count - 1);
      }
    });
    updateRunning(runningMean, result.mean, momentum);
    updateRunning(runningVar, unbiased, momentum);
    mean = result.mean;
    scale = result.invstd;
  } else {
    mean = valuesOf(runningMean, 0);
    scale = valuesOf(runningVar, 1);
    for (double& value : scale) value = 1 / std::sqrt(value + eps);
  }
  const std::vector<double> gain = valuesOf(weight, 1), shift = valuesOf(bias, 0);
  visitFloat(compute, [&]<typename T>() {
    const T* from = x.data<T>();
    T* to = result.result.data<T>();
    std::vector<T> factor(static_cast<size_t>(channels)), term(static_cast<size_t>(channels));
    for (size_t c = 0; c < factor.size(); ++c) {
      factor[c] = static_cast<T>(scale[c]) * static_cast<T>(gain[c]);
      term[c] = static_cast<T>(shift[c]) - static_cast<T>(mean[c]) * factor[c];
    }
    const int64_t rows = channelsLast ? batch * area : batch * channels,
                  length = channelsLast ? channels : area;
    const T *factors = factor.data(), *terms = term.data();
    parallelFor(rows, 1 + 16384 / std::max<int64_t>(1, length), [&](int64_t first, int64_t last) {
      fusedIfPossible([=]<bool kFused>() TS_INLINED_LAMBDA {
        for (int64_t row = first; row < last; ++row) {
          const T* source = from + row * length;
          T* target = to + row * length;
          if (channelsLast) {
            for (int64_t c = 0; c < length; ++c)
              target[c] = timesPlus<kFused>(source[c], factors[c], terms[c]);
          } else {
            const T a = factors[row % channels], b = terms[row % channels];
            for (int64_t i = 0; i < length; ++i) target[i] = timesPlus<kFused>(source[i], a, b);
          }
        }
      });
    });
  });
  result.result = toDType(result.result, input.dtype());
  return result;
}

Tensor statistic(const Tensor& input, const std::vector<double>& values, DType dtype) {
  const Tensor result =
      tensor::emptyBeside(input, Dims{static_cast<int64_t>(values.size())}, DType::Float64);
  if (!result.isMeta()) std::copy(values.begin(), values.end(), result.data<double>());
  return toDType(result, dtype);
}

Triple nativeBatchNorm(const Tensor& input, const Tensor& weight, const Tensor& bias,
                       const Tensor& runningMean, const Tensor& runningVar, bool training,
                       double momentum, double eps) {
  const BatchNorm result =
      batchNormOf(input, weight, bias, runningMean, runningVar, training, momentum, eps);
  return {result.result, statistic(input, result.mean, result.statistics),
          statistic(input, result.invstd, result.statistics)};
}

Tensor batchNorm(const Tensor& input, const Tensor& weight, const Tensor& bias,
                 const Tensor& runningMean, const Tensor& runningVar, bool training,
                 double momentum, double eps, bool) {
  return batchNormOf(input, weight, bias, runningMean, runningVar, training, momentum, eps).result;
}

// The fourth and fifth results concern only cuDNN.
std::tuple<Tensor, Tensor, Tensor, Tensor, int64_t> batchNormIndex(
    const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& runningMean,
    const Tensor& runningVar, bool training, double momentum, double eps, bool) {
  auto [result, mean, invstd] =
      nativeBatchNorm(input, weight, bias, runningMean, runningVar, training, momentum, eps);
  return {result, mean, invstd, tensor::empty(Dims{0}, DType::UInt8), 0};
}

// Computes (x - center) * scale * gain + shift. A gain or shift is null, or has one number for each
// element, or where isOne, for all.
template <bool isOne, typename T>
TS_INLINED void normalizeRun(const T* from, T* to, int64_t length, T center, T scale, const T* gain,
                             const T* shift) {
  const auto of = [](const T* numbers, int64_t i)
                      TS_INLINED_LAMBDA { return numbers[isOne ? 0 : i]; };
  if (gain && shift)
    for (int64_t i = 0; i < length; ++i)
      to[i] = (from[i] - center) * scale * of(gain, i) + of(shift, i);
  else if (gain)
    for (int64_t i = 0; i < length; ++i) to[i] = (from[i] - center) * scale * of(gain, i);
  else if (shift)
    for (int64_t i = 0; i < length; ++i) to[i] = (from[i] - center) * scale + of(shift, i);
  else
    for (int64_t i = 0; i < length; ++i) to[i] = (from[i] - center) * scale;
}

// Normalises rows of `length` adjacent elements. With groups, weight and bias have one number for
// each `area` elements of a row, and differ between the groups, which are rows that follow one
// another; without, they have one for each element.
Triple normalizeRows(const Tensor& input, int64_t rows, int64_t length, const Tensor& weight,
                     const Tensor& bias, double eps, std::span<const int64_t> statisticSizes,
                     int64_t groups = 0, int64_t area = 0) {
  const DType compute = computeDType(input.dtype());
  const DType statistics =
      weight.defined() && input.dtype() == DType::BFloat16 ? weight.dtype() : input.dtype();
  const Tensor result = tensor::emptyBeside(input, input.sizes(), compute);
  const Tensor mean = tensor::emptyBeside(input, statisticSizes, compute),
               invstd = tensor::emptyBeside(input, statisticSizes, compute);
  if (!input.isMeta() && rows > 0) {
    const Tensor x = dense(input, compute);
    const Tensor gain = weight.defined() ? dense(weight, compute) : weight,
                 shift = bias.defined() ? dense(bias, compute) : bias;
    visitFloat(compute, [&]<typename T>() {
      const T* gains = gain.defined() ? gain.data<T>() : nullptr;
      const T* shifts = shift.defined() ? shift.data<T>() : nullptr;
      const T* all = x.data<T>();
      T *results = result.data<T>(), *means = mean.data<T>(), *scales = invstd.data<T>();
      const auto rowBytes = length * static_cast<int64_t>(sizeof(T));
      const bool isStreamed = rows * rowBytes >= kStreamedBytes && canStream(results, rowBytes);
      parallelFor(rows, 1 + 16384 / std::max<int64_t>(1, length), [&](int64_t first, int64_t last) {
        std::vector<T> room(isStreamed ? static_cast<size_t>(length) : 0);
        T* const near = room.data();
        inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
          for (int64_t row = first; row < last; ++row) {
            const T* from = all + row * length;
            T* const target = results + row * length;
            T* const to = isStreamed ? near : target;
            const Moments moments = momentsOfRun<kBytes>(from, length);
            const T center = static_cast<T>(moments.mean),
                    scale = static_cast<T>(1 / std::sqrt(moments.squares / moments.count + eps));
            means[row] = center;
            scales[row] = scale;
            const int64_t channels = groups == 0 || area == 0 ? 0 : length / area,
                          own = groups == 0 ? 0 : row % groups * channels;
            if (groups == 0) normalizeRun<false>(from, to, length, center, scale, gains, shifts);
            for (int64_t c = 0; c < channels; ++c)
              normalizeRun<true>(from + c * area, to + c * area, area, center, scale,
                                 gains ? gains + own + c : nullptr,
                                 shifts ? shifts + own + c : nullptr);
            if (isStreamed) streamBytes(target, to, rowBytes);
          }
        });
        if (isStreamed) endStreams();
      });
    });
  }
  return {toDType(result, input.dtype()), toDType(mean, statistics), toDType(invstd, statistics)};
}

void checkAffine(const char* name, const Tensor& input, const Tensor& tensor) {
  if (tensor.defined() && tensor.dtype() != input.dtype() &&
      !(input.dtype() == DType::BFloat16 && tensor.dtype() == DType::Float32))
    fail("expected scalar type {} but found {} for {}", scalarTypeName(input.dtype()),
         scalarTypeName(tensor.dtype()), name);
}

}  // namespace

Triple layerNorm(const Tensor& input, const IntList& shape, const Tensor& weight,
                 const Tensor& bias, double eps) {
  if (shape.empty())
    fail(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
        "element, but got normalized_shape = {}",
        shapeText(shape));
  for (const auto* affine : {&weight, &bias})
    if (affine->defined() && affine->sizes() != Dims(shape))
      fail(
          "Expected weight and bias to be of same shape as normalized_shape, but got one of shape "
          "{} and normalized_shape = {}",
          shapeText(affine->sizes()), shapeText(shape));
  const std::span<const int64_t> sizes = input.sizes();
  if (sizes.size() < shape.size() || !std::ranges::equal(sizes.last(shape.size()), shape))
    fail("Given normalized_shape={0}, expected input with shape [*, {1}], but got input of size{2}",
         shapeText(shape), fmt::join(shape, ", "), shapeText(sizes));
  checkFloating("LayerNormKernelImpl", input.dtype());
  checkAffine("weight", input, weight);
  checkAffine("bias", input, bias);
  Dims statistics = input.sizes();
  for (size_t i = 0; i < shape.size(); ++i) statistics[statistics.size() - 1 - i] = 1;
  const int64_t rows = tensor::product(statistics), length = tensor::product(shape);
  return normalizeRows(input, rows, length, weight, bias, eps, statistics);
}

namespace {

double epsilonOf(DType dtype) {
  switch (dtype) {
    case DType::Float64: return std::numeric_limits<double>::epsilon();
    case DType::Float16: return 0x1p-10;
    case DType::BFloat16: return 0x1p-7;
    default: return std::numeric_limits<float>::epsilon();
  }
}

Tensor layerNormOperator(const Tensor& input, const IntList& shape, const Tensor& weight,
                         const Tensor& bias, double eps, bool) {
  return std::get<0>(layerNorm(input, shape, weight, bias, eps));
}

// The numbers divided by the square root of the mean of their squares; PyTorch 2.
Tensor rmsNorm(const Tensor& input, const IntList& shape, const Tensor& weight,
               std::optional<double> eps) {
  if (shape.empty())
    fail(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
        "element, but got normalized_shape = {}",
        shapeText(shape));
  if (weight.defined() && weight.sizes() != Dims(shape))
    fail(
        "Expected weight to be of same shape as normalized_shape, but got weight of shape {} and "
        "normalized_shape = {}",
        shapeText(weight.sizes()), shapeText(shape));
  const std::span<const int64_t> sizes = input.sizes();
  if (sizes.size() < shape.size() || !std::ranges::equal(sizes.last(shape.size()), shape))
    fail("Given normalized_shape={0}, expected input with shape [*, {1}], but got input of size{2}",
         shapeText(shape), fmt::join(shape, ", "), shapeText(sizes));
  checkFloating("rms_norm", input.dtype());
  const Tensor x = widened(input);
  const Tensor result = tensor::emptyBeside(x, x.sizes(), x.dtype());
  if (!x.isMeta() && x.numel() > 0) {
    const int64_t length = tensor::product(shape), rows = x.numel() / length;
    const double small = eps.value_or(epsilonOf(input.dtype()));
    visitFloat(x.dtype(), [&]<typename T>() {
      const T* all = x.data<T>();
      T* results = result.data<T>();
      parallelFor(rows, 1 + 16384 / length, [&](int64_t first, int64_t last) {
        inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
          for (int64_t row = first; row < last; ++row) {
            const T* from = all + row * length;
            T* to = results + row * length;
            const double squares =
                sumOfPairs<kBytes>([](auto& product, const auto& a, const auto& b)
                                       TS_INLINED_LAMBDA { product = a * b; },
                                   from, from, length);
            const T factor =
                static_cast<T>(1 / std::sqrt(squares / static_cast<double>(length) + small));
#pragma GCC ivdep
            for (int64_t i = 0; i < length; ++i) to[i] = from[i] * factor;
          }
        });
      });
    });
  }
  const Tensor plain = toDType(result, input.dtype());
  if (!weight.defined()) return plain;
  return apply(formulas::mul, {plain, weight});
}

Triple nativeGroupNorm(const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t batch,
                       int64_t channels, int64_t area, int64_t groups, double eps) {
  if (groups <= 0 || channels % groups != 0)
    fail(
        "Expected number of channels in input to be divisible by num_groups, but got input of "
        "shape {} and num_groups={}",
        shapeText(input.sizes()), groups);
  if (batch * channels * area != input.numel())
    fail("native_group_norm: an input of shape {} doesn't have {} x {} x {} elements",
         shapeText(input.sizes()), batch, channels, area);
  checkStatistic("weight", weight, channels);
  checkStatistic("bias", bias, channels);
  checkFloating("GroupNormKernelImpl", input.dtype());
  checkAffine("weight", input, weight);
  checkAffine("bias", input, bias);
  const int64_t perGroup = channels / groups, length = perGroup * area;
  auto [result, mean, invstd] = normalizeRows(input, batch * groups, length, weight, bias, eps,
                                              Dims{batch, groups}, groups, area);
  return {contiguous(result, input.suggestedFormat()), mean, invstd};
}

Tensor groupNorm(const Tensor& input, int64_t groups, const Tensor& weight, const Tensor& bias,
                 double eps, bool) {
  if (input.dim() < 2)
    fail("Expected at least 2 dimensions for the input of group_norm, but got shape {}",
         shapeText(input.sizes()));
  const int64_t batch = input.size(0), channels = input.size(1);
  const int64_t area = tensor::product(std::span<const int64_t>(input.sizes()).subspan(2));
  return std::get<0>(nativeGroupNorm(input, weight, bias, batch, channels, area, groups, eps));
}

// Batch norm with the batch treated as additional channels. The running statistics are averaged
// over the batch.
Tensor instanceNorm(const Tensor& input, const Tensor& weight, const Tensor& bias,
                    const Tensor& runningMean, const Tensor& runningVar, bool useInputStatistics,
                    double momentum, double eps, bool) {
  if (!useInputStatistics && (!runningMean.defined() || !runningVar.defined()))
    fail("Expected running_mean and running_var to be defined when use_input_stats is false");
  if (input.dim() < 2)
    fail("instance_norm: expected an input of at least two dimensions, but got shape {}",
         shapeText(input.sizes()));
  const int64_t batch = input.size(0), channels = input.size(1);
  auto repeated = [&](const Tensor& tensor) -> Tensor {
    if (!tensor.defined()) return tensor;
    return clone(reshape(expand(tensor, Dims{batch, channels}), Dims{batch * channels}),
                 MemoryFormat::Contiguous);
  };
  const Tensor mean = repeated(runningMean), variance = repeated(runningVar);
  Dims sizes = input.sizes();
  sizes[0] = 1;
  sizes[1] = batch * channels;
  const Tensor result =
      batchNormOf(reshape(contiguous(input), sizes), repeated(weight), repeated(bias), mean,
                  variance, useInputStatistics, momentum, eps)
          .result;
  auto giveBack = [&](const Tensor& running, const Tensor& all) {
    if (!running.defined() || running.isMeta()) return;
    const Tensor wide = dense(all, DType::Float64),
                 next = tensor::empty(Dims{channels}, DType::Float64);
    for (int64_t c = 0; c < channels; ++c) {
      double sum = 0;
      for (int64_t n = 0; n < batch; ++n) sum += wide.data<double>()[n * channels + c];
      next.data<double>()[c] = sum / static_cast<double>(batch);
    }
    copyInto(running, next);
  };
  if (useInputStatistics) {
    giveBack(runningMean, mean);
    giveBack(runningVar, variance);
  }
  return reshape(result, input.sizes());
}

constexpr Kernel kNormalizationKernels[] = {
    {"aten::batch_norm", boxed<batchNorm>},
    {"aten::native_batch_norm", boxed<nativeBatchNorm>},
    {"aten::_batch_norm_impl_index", boxed<batchNormIndex>},
    {"aten::layer_norm", boxed<layerNormOperator>},
    {"aten::rms_norm", boxed<rmsNorm>, since(TorchProfile::Torch2_6)},
    {"aten::native_layer_norm", boxed<layerNorm>},
    {"aten::native_layer_norm.out", generatedOutOf<layerNorm>, before(TorchProfile::Torch2_6)},
    {"aten::native_layer_norm.out", sameOutOf<layerNorm>, since(TorchProfile::Torch2_6)},
    {"aten::group_norm", boxed<groupNorm>},
    {"aten::native_group_norm", boxed<nativeGroupNorm>},
    {"aten::native_group_norm.out", generatedOutOf<nativeGroupNorm>},
    {"aten::instance_norm", boxed<instanceNorm>},
};

}  // namespace

std::span<const Kernel> normalizationKernels() { return kNormalizationKernels; }

}  // namespace ts::kernels
