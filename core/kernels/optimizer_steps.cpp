// The steps of optimizers, each as one loop over memory.
#include <cmath>

#include "core/kernels/boxing.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/packs.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

struct AdamOptions {
  double lr, beta1, beta2, decay, eps;
  bool amsgrad, maximize, isDecoupled;
};

// The numbers of one step, in the type of the elements. The operations and their order are those of
// the operators that torch.optim.Adam would call one after another, so that results have their
// bits.
template <typename T>
struct AdamStep {
  T *param, *mean, *square, *highest;
  const T* gradient;
  T rest1, beta1, beta2, rest2, decay, kept, correction, eps, size;
  bool isNewer, amsgrad, maximize, hasDecay, isDecoupled;

  AdamStep(const AdamOptions& o, double step)
      : rest1(static_cast<T>(1 - o.beta1)),
        beta1(static_cast<T>(o.beta1)),
        beta2(static_cast<T>(o.beta2)),
        rest2(static_cast<T>(1 - o.beta2)),
        decay(static_cast<T>(o.decay)),
        kept(static_cast<T>(1 - o.lr * o.decay)),
        correction(static_cast<T>(std::sqrt(1 - std::pow(o.beta2, step)))),
        eps(static_cast<T>(o.eps)),
        size(static_cast<T>(-(o.lr / (1 - std::pow(o.beta1, step))))),
        isNewer(atLeast(TorchProfile::Torch2_6)),
        amsgrad(o.amsgrad),
        maximize(o.maximize),
        hasDecay(o.decay != 0 && !o.isDecoupled),
        isDecoupled(o.isDecoupled) {}

  // 2.6 interpolates from the nearer end, as lerp_() does.
  TS_INLINED T meanOf(T before, T g) const {
    if (!isNewer) return before * beta1 + rest1 * g;
    return rest1 < T(0.5) ? before + rest1 * (g - before) : g - (g - before) * (T(1) - rest1);
  }
  TS_INLINED void run(int64_t first, int64_t last) const {
#pragma GCC ivdep
    for (int64_t i = first; i < last; ++i) {
      T x = param[i], g = maximize ? -gradient[i] : gradient[i];
      x = isDecoupled ? x * kept : x;
      g = hasDecay ? g + decay * x : g;
      const T m = meanOf(mean[i], g);
      const T v = square[i] * beta2 + rest2 * g * g;
      mean[i] = m;
      square[i] = v;
      param[i] = x + size * (m / (std::sqrt(v) / correction + eps));
    }
  }
  // With the highest of all squares so far.
  TS_INLINED void runHighest(int64_t first, int64_t last) const {
    for (int64_t i = first; i < last; ++i) {
      T x = param[i], g = maximize ? -gradient[i] : gradient[i];
      x = isDecoupled ? x * kept : x;
      g = hasDecay ? g + decay * x : g;
      const T m = meanOf(mean[i], g);
      const T v = square[i] * beta2 + rest2 * g * g;
      const T most = v != v || v > highest[i] ? v : highest[i];
      mean[i] = m;
      square[i] = v;
      highest[i] = most;
      param[i] = x + size * (m / (std::sqrt(most) / correction + eps));
    }
  }
};

// A tensor as adjacent elements in the order of `param`: itself, or a copy that finish() writes
// back.
struct AdamOperand {
  const Tensor tensor, elements;
  AdamOperand(const Tensor& of, const Tensor& param)
      : tensor(of), elements(fits(of, param) ? of : contiguous(of)) {}
  void finish() const {
    if (elements.impl() != tensor.impl()) copyInto(tensor, elements);
  }

 private:
  static bool fits(const Tensor& of, const Tensor& param) {
    return of.isContiguous(MemoryFormat::Contiguous) &&
           param.isContiguous(MemoryFormat::Contiguous);
  }
};

void adamStep(const AdamOptions& options, const Tensor& param, const Tensor& gradient,
              const Tensor& mean, const Tensor& square, const Tensor& highest, double step) {
  checkFloating("_fused_adam_", param.dtype());
  if (computeDType(param.dtype()) != param.dtype())
    fail("_fused_adam_ takes parameters of float or double, not {}", tensor::nameOf(param.dtype()));
  for (const Tensor* other : {&gradient, &mean, &square, &highest}) {
    if (!other->defined()) continue;
    checkSameDType("_fused_adam_", param, *other);
    if (other->sizes() != param.sizes())
      fail("params, grads, exp_avgs, and exp_avg_sqs must have same dtype, device, and layout");
  }
  if (param.isMeta()) return;
  const AdamOperand p(param, param), g(gradient, param), m(mean, param), v(square, param),
      h(options.amsgrad ? highest : square, param);
  visitFloat(param.dtype(), [&]<typename T>() {
    AdamStep<T> made(options, step);
    made.param = p.elements.data<T>();
    made.gradient = g.elements.data<T>();
    made.mean = m.elements.data<T>();
    made.square = v.elements.data<T>();
    made.highest = h.elements.data<T>();
    parallelFor(param.numel(), 16384, [&](int64_t first, int64_t last) {
      inVectors([&made, first, last]<size_t>() TS_INLINED_LAMBDA {
        // The compiler makes vector code only where it knows that the loop does not change these.
        const AdamStep<T> own = made;
        own.amsgrad ? own.runHighest(first, last) : own.run(first, last);
      });
    });
  });
  p.finish();
  m.finish();
  v.finish();
  if (options.amsgrad) h.finish();
}

template <bool isDecoupled>
void fusedAdam(const TensorList& params, const TensorList& gradients, const TensorList& means,
               const TensorList& squares, const TensorList& highest, const TensorList& steps,
               double lr, double beta1, double beta2, double decay, double eps, bool amsgrad,
               bool maximize, const Tensor& scale, const Tensor& foundInf) {
  const size_t count = params.size();
  if (gradients.size() != count || means.size() != count || squares.size() != count ||
      steps.size() != count || (amsgrad && highest.size() != count))
    fail("_fused_adam_: the lists must have a tensor for each parameter");
  if (foundInf.defined() && itemOf(foundInf).to<double>() == 1) return;
  const AdamOptions options{lr, beta1, beta2, decay, eps, amsgrad, maximize, isDecoupled};
  for (size_t i = 0; i < count; ++i) {
    if (scale.defined())
      applyInPlace(formulas::div, gradients[i], {gradients[i], Scalar(itemOf(scale))});
    adamStep(options, params[i], gradients[i], means[i], squares[i],
             amsgrad ? highest[i] : Tensor(), itemOf(steps[i]).template to<double>());
  }
}

constexpr Kernel kOptimizerStepKernels[] = {
    {"aten::_fused_adam_", boxed<fusedAdam<false>>},
    {"aten::_fused_adamw_", boxed<fusedAdam<true>>, since(TorchProfile::Torch2_6)},
};

}  // namespace

std::span<const Kernel> optimizerStepKernels() { return kOptimizerStepKernels; }

}  // namespace ts::kernels
