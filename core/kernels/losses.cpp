// Element-wise losses: mse, l1, huber, binary cross entropy, kl_div and similar.
#include "core/kernels/losses.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/kernels/families.h"
#include "core/kernels/join.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"

namespace ts::kernels {

void checkReduction(int64_t reduction) {
  if (reduction != kNone && reduction != kMean && reduction != kSum)
    fail("{} is not a valid reduction", reduction);
}

Tensor reduced(const Tensor& losses, int64_t reduction, DType dtype) {
  checkReduction(reduction);
  return toDType(reduction == kNone  ? losses
                 : reduction == kSum ? sum(losses)
                                     : mean(losses),
                 dtype);
}

namespace {

Tensor mse(const Tensor& x, const Tensor& y, int64_t reduction) {
  return pointwiseLoss<2>({x, y}, reduction,
                          [](auto a, auto b) TS_INLINED_LAMBDA { return (a - b) * (a - b); });
}
Tensor l1(const Tensor& x, const Tensor& y, int64_t reduction) {
  return pointwiseLoss<2>({x, y}, reduction,
                          [](auto a, auto b) TS_INLINED_LAMBDA { return std::abs(a - b); });
}
Tensor smoothL1(const Tensor& x, const Tensor& y, int64_t reduction, double beta) {
  if (beta < 0) fail("smooth_l1_loss does not support negative values for beta.");
  return pointwiseLoss<2>({x, y}, reduction, [beta](auto a, auto b) TS_INLINED_LAMBDA {
    using T = decltype(a);
    const T d = std::abs(a - b), limit = static_cast<T>(beta);
    return d < limit ? T(0.5) * d * d / limit : d - T(0.5) * limit;
  });
}
Tensor huber(const Tensor& x, const Tensor& y, int64_t reduction, double delta) {
  if (delta <= 0) fail("huber_loss does not support non-positive values for delta.");
  return pointwiseLoss<2>({x, y}, reduction, [delta](auto a, auto b) TS_INLINED_LAMBDA {
    using T = decltype(a);
    const T d = std::abs(a - b), limit = static_cast<T>(delta);
    return d < limit ? T(0.5) * d * d : limit * (d - T(0.5) * limit);
  });
}
Tensor marginRanking(const Tensor& x, const Tensor& y, const Tensor& target, double margin,
                     int64_t reduction) {
  return pointwiseLoss<3>({x, y, target}, reduction,
                          [margin](auto a, auto b, auto t) TS_INLINED_LAMBDA {
                            return aboveZero(-t * (a - b) + static_cast<decltype(a)>(margin));
                          });
}
Tensor hingeEmbedding(const Tensor& x, const Tensor& target, double margin, int64_t reduction) {
  return pointwiseLoss<2>({x, target}, reduction, [margin](auto a, auto t) TS_INLINED_LAMBDA {
    using T = decltype(a);
    return (t != 1 ? aboveZero(static_cast<T>(margin) - a) : T(0)) + (t != -1 ? a : T(0));
  });
}

// ---- losses that are chains of element-wise operators, as in PyTorch

DType lossDType(std::initializer_list<Tensor> operands) {
  TensorList defined;
  std::ranges::copy_if(operands, std::back_inserter(defined), &Tensor::defined);
  return promoteAll(defined);
}
Tensor plus(const Operand& a, const Operand& b) { return apply(formulas::add, {a, b}, {1}); }
Tensor minus(const Operand& a, const Operand& b) { return apply(formulas::sub, {a, b}, {1}); }
Tensor weighted(const Tensor& losses, const Tensor& weight, int64_t reduction, DType dtype) {
  return reduced(weight.defined() ? times(losses, weight) : losses, reduction, dtype);
}
Scalar one() { return int64_t{1}; }

Tensor binaryCrossEntropy(const Tensor& x, const Tensor& target, const Tensor& weight,
                          int64_t reduction) {
  checkReduction(reduction);
  const DType dtype = lossDType({x, target, weight});
  const Tensor p = toDType(x, dtype), t = toDType(target, dtype);
  if (!x.isMeta() && x.numel() > 0) {
    const double least = itemOf(amin(p)).to<double>(), most = itemOf(amax(p)).to<double>();
    if (!(least >= 0 && most <= 1)) fail("all elements of input should be between 0 and 1");
  }
  auto bounded = [](const Tensor& logarithm) {
    return apply(formulas::maximum, {logarithm, Scalar(-100.0)});
  };
  const Tensor yes = bounded(apply(formulas::log, {p})),
               no = bounded(apply(formulas::log1p, {apply(formulas::neg, {p})}));
  return weighted(minus(times(minus(t, one()), no), times(t, yes)), weight, reduction, dtype);
}
Tensor binaryCrossEntropyLogits(const Tensor& x, const Tensor& target, const Tensor& weight,
                                const Tensor& positive, int64_t reduction) {
  checkReduction(reduction);
  const DType dtype = lossDType({x, target, weight, positive});
  const Tensor a = toDType(x, dtype), t = toDType(target, dtype);
  Tensor log = apply(formulas::log_sigmoid, {a});
  if (positive.defined())
    log = times(log, plus(times(minus(toDType(positive, dtype), one()), t), one()));
  return weighted(minus(times(minus(one(), t), a), log), weight, reduction, dtype);
}
Tensor klDiv(const Tensor& x, const Tensor& target, int64_t reduction, bool logTarget) {
  const DType dtype = lossDType({x, target});
  const Tensor a = toDType(x, dtype), t = toDType(target, dtype);
  return reduced(logTarget ? times(apply(formulas::exp, {t}), minus(t, a))
                           : minus(apply(formulas::xlogy, {t, t}), times(t, a)),
                 reduction, dtype);
}
Tensor softMargin(const Tensor& x, const Tensor& target, int64_t reduction) {
  const DType dtype = lossDType({x, target});
  const Tensor power = times(apply(formulas::neg, {toDType(target, dtype)}), toDType(x, dtype));
  return reduced(apply(formulas::log1p, {apply(formulas::exp, {power})}), reduction, dtype);
}
Tensor poissonNll(const Tensor& x, const Tensor& target, bool logInput, bool full, double eps,
                  int64_t reduction) {
  const DType dtype = lossDType({x, target});
  const Tensor a = toDType(x, dtype), t = toDType(target, dtype);
  Tensor losses = logInput ? minus(apply(formulas::exp, {a}), times(t, a))
                           : minus(a, times(t, apply(formulas::log, {plus(a, Scalar(eps))})));
  if (full)
    losses = plus(losses, pointwiseLoss<2>({t, t}, kNone, [](auto n, auto) TS_INLINED_LAMBDA {
                    using T = decltype(n);
                    return n > 1 ? n * std::log(n) - n + T(0.5) * std::log(T(2 * M_PI) * n) : T(0);
                  }));
  return reduced(losses, reduction, dtype);
}

constexpr Kernel kLossKernels[] = {
    {"aten::mse_loss", boxed<mse>},
    {"aten::mse_loss.out", outOf<mse>},
    {"aten::l1_loss", boxed<l1>},
    {"aten::smooth_l1_loss", boxed<smoothL1>},
    {"aten::smooth_l1_loss.out", outOf<smoothL1>},
    {"aten::huber_loss", boxed<huber>},
    {"aten::huber_loss.out", outOf<huber>},
    {"aten::binary_cross_entropy", boxed<binaryCrossEntropy>},
    {"aten::binary_cross_entropy.out", sameOutOf<binaryCrossEntropy>},
    {"aten::binary_cross_entropy_with_logits", boxed<binaryCrossEntropyLogits>},
    {"aten::binary_cross_entropy_with_logits.out", generatedOutOf<binaryCrossEntropyLogits>},
    {"aten::kl_div", boxed<klDiv>},
    {"aten::margin_ranking_loss", boxed<marginRanking>},
    {"aten::hinge_embedding_loss", boxed<hingeEmbedding>},
    {"aten::soft_margin_loss", boxed<softMargin>},
    {"aten::soft_margin_loss.out", sameOutOf<softMargin>},
    {"aten::poisson_nll_loss", boxed<poissonNll>},
};

}  // namespace

std::span<const Kernel> lossKernels() { return kLossKernels; }

}  // namespace ts::kernels
