// Losses over classes: nll_loss, cross_entropy_loss.
#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/losses.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;
using Pair = std::tuple<Tensor, Tensor>;

// Contiguous scores of shape (batch, classes, positions).
struct Scores {
  int64_t batch = 1, classes = 1, places = 1;
  Tensor values;
};

Scores scoresOf(const Tensor& input) {
  if (input.dim() < 1)
    fail("Expected an input of at least one dimension, got shape {}", shapeText(input.sizes()));
  Scores scores;
  scores.batch = input.dim() == 1 ? 1 : input.size(0);
  scores.classes = input.size(input.dim() == 1 ? 0 : 1);
  for (int64_t i = 2; i < input.dim(); ++i) scores.places *= input.size(i);
  scores.values = contiguous(input);
  return scores;
}

// The weights of classes; all are 1 where the tensor is undefined.
class Weights {
 public:
  Weights(const Tensor& weight, int64_t classes) {
    if (!weight.defined()) return;
    if (weight.dim() != 1 || weight.size(0) != classes)
      fail(
          "weight tensor should be defined either for all {} classes or no classes but got weight "
          "tensor of shape: {}",
          classes, shapeText(weight.sizes()));
    values_ = dense(weight, DType::Float64);
  }
  double of(int64_t c) const { return values_.defined() ? values_.data<double>()[c] : 1; }

 private:
  Tensor values_;
};

// The target must have the input's shape without the class dimension.
void checkTarget(const Tensor& input, const Tensor& target) {
  Dims wanted = input.sizes();
  if (wanted.empty()) fail("the input must have at least one dimension");
  wanted.erase(wanted.size() == 1 ? 0 : 1);
  if (target.sizes() != wanted && !(input.dim() == 1 && target.numel() == 1 && target.dim() <= 1))
    fail("input of shape {} and target of shape {} don't fit: expected a target of shape {}",
         shapeText(input.sizes()), shapeText(target.sizes()), shapeText(wanted));
}

// Calls each(position in the target, the position of its class 0, its class, its weight); an
// ignored target has class -1, weight 0.
template <typename F>
void eachTarget(const Scores& scores, const Tensor& target, const Weights& weights, int64_t ignored,
                F&& each) {
  const Tensor classes = dense(target, DType::Int64);
  const int64_t* at = classes.data<int64_t>();
  int64_t i = 0;
  for (int64_t n = 0; n < scores.batch; ++n)
    for (int64_t place = 0; place < scores.places; ++place, ++i) {
      const int64_t c = at[i], first = n * scores.classes * scores.places + place;
      if (c == ignored) {
        each(i, first, int64_t{-1}, 0.0);
        continue;
      }
      if (c < 0 || c >= scores.classes) fail(ErrorKind::Index, "Target {} is out of bounds.", c);
      each(i, first, c, weights.of(c));
    }
}

Tensor finished(const Tensor& losses, int64_t reduction, double total, DType dtype) {
  if (reduction != kMean) return reduced(losses, reduction, dtype);
  const Tensor sum = reduced(losses, kSum, DType::Float64);
  *sum.data<double>() /= total;
  return toDType(sum, dtype);
}

Pair nllForward(const Tensor& input, const Tensor& target, const Tensor& weight, int64_t reduction,
                int64_t ignored) {
  checkFloating("nll_loss_out_frame", input.dtype());
  if (target.dtype() != DType::Int64)
    fail("expected scalar type Long but found {}", scalarTypeName(target.dtype()));
  if (weight.defined() && weight.dtype() != input.dtype())
    fail("expected scalar type {} but found {}", scalarTypeName(input.dtype()),
         scalarTypeName(weight.dtype()));
  checkTarget(input, target);
  checkReduction(reduction);
  const bool isSummed = reduction != kNone;
  const Tensor losses =
                   tensor::emptyBeside(input, isSummed ? Dims{} : target.sizes(), DType::Float64),
               total = tensor::emptyBeside(input, Dims{}, DType::Float64);
  const auto results = [&] {
    return Pair(toDType(losses, input.dtype()), toDType(total, input.dtype()));
  };
  if (losses.isMeta()) return results();
  const Scores scores = scoresOf(input);
  double sum = 0, heaviness = 0;
  const Weights weights(weight, scores.classes);
  tensor::visit(input.dtype(), [&]<typename T>() {
    if constexpr (!isComplexType<T>) {
      const T* const score = scores.values.data<T>();
      double* const to = losses.data<double>();
      eachTarget(
          scores, target, weights, ignored, [&](int64_t i, int64_t first, int64_t c, double w) {
            const double loss = c < 0 ? 0 : -w * convert<double>(score[first + c * scores.places]);
            if (!isSummed) to[i] = loss;
            sum += loss;
            heaviness += w;
          });
    }
  });
  if (isSummed) *losses.data<double>() = reduction == kMean ? sum / heaviness : sum;
  *total.data<double>() = !isSummed && input.dim() > 1 ? 0 : heaviness;
  return results();
}

Tensor nll(const Tensor& input, const Tensor& target, const Tensor& weight, int64_t reduction,
           int64_t ignored) {
  return std::get<0>(nllForward(input, target, weight, reduction, ignored));
}

Tensor crossEntropy(const Tensor& input, const Tensor& target, const Tensor& weight,
                    int64_t reduction, int64_t ignored, double smoothing) {
  checkFloating("log_softmax_lastdim_kernel_impl", input.dtype());
  const bool soft = input.sizes() == target.sizes();
  if (soft && !tensor::isFloating(target.dtype()))
    fail("Expected floating point type for target with class probabilities, got {}",
         scalarTypeName(target.dtype()));
  if (smoothing < 0 || smoothing > 1)
    fail("label_smoothing must be between 0.0 and 1.0. Got: {}", smoothing);
  if (!soft) {
    if (target.dtype() != DType::Int64)
      fail("expected scalar type Long but found {}", scalarTypeName(target.dtype()));
    checkTarget(input, target);
  }
  Dims sizes = input.sizes();
  sizes.erase(sizes.size() == 1 ? 0 : 1);
  const Tensor losses = tensor::emptyBeside(input, sizes, DType::Float64);
  if (losses.isMeta()) return reduced(losses, reduction, input.dtype());
  const DType compute = computeDType(input.dtype());
  const Tensor logs = logSoftmax(toDType(input, compute), input.dim() == 1 ? 0 : 1);
  if (!soft && smoothing == 0) {
    const Tensor factors = weight.defined() ? toDType(weight, compute) : weight;
    return toDType(nll(logs, target, factors, reduction, ignored), input.dtype());
  }
  Scores scores = scoresOf(logs);
  scores.values = dense(scores.values, DType::Float64);
  const Weights weights(weight, scores.classes);
  const double* log = scores.values.data<double>();
  double total = 0;
  const auto classes = static_cast<double>(scores.classes);
  auto smooth = [&](int64_t first) {  // the loss against all classes equally
    double sum = 0;
    for (int64_t c = 0; c < scores.classes; ++c)
      sum -= weights.of(c) * log[first + c * scores.places];
    return sum / classes;
  };
  if (soft) {
    const Tensor wanted = dense(target, DType::Float64);
    for (int64_t i = 0; i < losses.numel(); ++i) {
      const int64_t first = i / scores.places * scores.classes * scores.places + i % scores.places;
      double sum = 0;
      for (int64_t c = 0; c < scores.classes; ++c)
        sum -= weights.of(c) * wanted.data<double>()[first + c * scores.places] *
               log[first + c * scores.places];
      losses.data<double>()[i] =
          (1 - smoothing) * sum + (smoothing > 0 ? smoothing * smooth(first) : 0);
    }
    total = static_cast<double>(losses.numel());
  } else {
    eachTarget(
        scores, target, weights, ignored, [&](int64_t i, int64_t first, int64_t c, double w) {
          total += w;
          losses.data<double>()[i] = c < 0 ? 0
                                           : (1 - smoothing) * -w * log[first + c * scores.places] +
                                                 (smoothing > 0 ? smoothing * smooth(first) : 0);
        });
  }
  return finished(losses, reduction, total, input.dtype());
}

constexpr Kernel kLossClassKernels[] = {
    {"aten::nll_loss", boxed<nll>},
    {"aten::nll_loss.out", sameOutOf<nll>},
    {"aten::nll_loss2d", boxed<nll>},
    {"aten::nll_loss2d.out", sameOutOf<nll>},
    {"aten::nll_loss_nd", boxed<nll>},
    {"aten::nll_loss_forward", boxed<nllForward>},
    {"aten::nll_loss_forward.output", sameOutOf<nllForward>},
    {"aten::nll_loss2d_forward", boxed<nllForward>},
    {"aten::nll_loss2d_forward.output", sameOutOf<nllForward>},
    {"aten::cross_entropy_loss", boxed<crossEntropy>},
};

}  // namespace

std::span<const Kernel> lossClassKernels() { return kLossClassKernels; }

}  // namespace ts::kernels
