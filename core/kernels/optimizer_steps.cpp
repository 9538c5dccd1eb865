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
// bits. Conditions are numbers: the compiler makes no vector code of loops with bools.
template <typename T>
struct AdamNumbers {
  T rest1, beta1, beta2, rest2, decay, kept, sign, correction, eps, size;

  AdamNumbers(const AdamOptions& o, double step)
      : rest1(static_cast<T>(1 - o.beta1)),
        beta1(static_cast<T>(o.beta1)),
        beta2(static_cast<T>(o.beta2)),
        rest2(static_cast<T>(1 - o.beta2)),
        decay(static_cast<T>(o.isDecoupled ? 0 : o.decay)),
        kept(static_cast<T>(o.isDecoupled ? 1 - o.lr * o.decay : 1)),
        sign(static_cast<T>(o.maximize ? -1 : 1)),
        correction(static_cast<T>(std::sqrt(1 - std::pow(o.beta2, step)))),
        eps(static_cast<T>(o.eps)),
        size(static_cast<T>(-(o.lr / (1 - std::pow(o.beta1, step))))) {}
};
template <typename T>
struct AdamMemory {
  T *param, *mean, *square, *highest;
  const T* gradient;
};

// isNewer: 2.6 moves the mean by lerp_(), which starts at the nearer end. kHighest: the highest of
// all squares so far divides the step.
template <bool isNewer, bool kHighest, typename T>
TS_INLINED void runAdam(const AdamNumbers<T> n, const AdamMemory<T>& memory, int64_t first,
                        int64_t last) {
  T* __restrict param = memory.param;
  T* __restrict mean = memory.mean;
  T* __restrict square = memory.square;
  T* __restrict highest = memory.highest;
  const T* __restrict gradient = memory.gradient;
#pragma GCC ivdep
  for (int64_t i = first; i < last; ++i) {
    const T x = param[i] * n.kept, plain = gradient[i] * n.sign;
    const T g = n.decay != T(0) ? plain + n.decay * x : plain;
    const T before = mean[i], change = g - before;
    const T near = before + n.rest1 * change, far = g - change * (T(1) - n.rest1);
    const T lerped = n.rest1 < T(0.5) ? near : far;
    const T m = isNewer ? lerped : before * n.beta1 + n.rest1 * g;
    const T v = square[i] * n.beta2 + n.rest2 * g * g;
    mean[i] = m;
    square[i] = v;
    T most = v;
    if constexpr (kHighest) {
      const T known = highest[i];
      most = v > known ? v : known;
      most = v != v ? v : most;
      highest[i] = most;
    }
    param[i] = x + n.size * (m / (std::sqrt(most) / n.correction + n.eps));
  }
}
template <bool isNewer, typename T>
void runAdam(const AdamNumbers<T>& numbers, const AdamMemory<T>& memory, bool amsgrad,
             int64_t first, int64_t last) {
  if (amsgrad)
    inVectors([&numbers, &memory, first, last]<size_t>()
                  TS_INLINED_LAMBDA { runAdam<isNewer, true>(numbers, memory, first, last); });
  else
    inVectors([&numbers, &memory, first, last]<size_t>()
                  TS_INLINED_LAMBDA { runAdam<isNewer, false>(numbers, memory, first, last); });
}

// A tensor as adjacent elements in the order of `param`: itself, or a copy that finish() writes
// back.
struct StepOperand {
  const Tensor tensor, elements;
  StepOperand(const Tensor& of, const Tensor& param)
      : tensor(of), elements(fits(of, param) ? of : contiguous(of)) {}
  void finish() const {
    if (elements.impl() != tensor.impl())
      copyInto(tensor, elements);
    else
      tensor.countWrite();
  }

 private:
  static bool fits(const Tensor& of, const Tensor& param) {
    return of.isContiguous(MemoryFormat::Contiguous) &&
           param.isContiguous(MemoryFormat::Contiguous);
  }
};

// The tensors beside a parameter, of which some may be undefined, are like it.
void checkOperands(const char* name, const Tensor& param, std::initializer_list<Tensor> others) {
  checkFloating(name, param.dtype());
  if (computeDType(param.dtype()) != param.dtype())
    fail("{} takes parameters of float or double, not {}", name, tensor::nameOf(param.dtype()));
  for (const Tensor& other : others) {
    if (!other.defined()) continue;
    checkSameDType(name, param, other);
    if (other.sizes() != param.sizes())
      fail("{}: a tensor of shape {} beside a parameter of shape {}", name,
           tensor::shapeText(other.sizes()), tensor::shapeText(param.sizes()));
  }
}
// Divides the gradient by the factor of a GradScaler.
void unscale(const Tensor& gradient, const Tensor& scale) {
  if (scale.defined()) applyInPlace(formulas::div, gradient, {gradient, Scalar(itemOf(scale))});
}
bool isSkipped(const Tensor& foundInf) {
  return foundInf.defined() && itemOf(foundInf).to<double>() == 1;
}

void adamStep(const AdamOptions& options, const Tensor& param, const Tensor& gradient,
              const Tensor& mean, const Tensor& square, const Tensor& highest, double step) {
  checkOperands("_fused_adam_", param, {gradient, mean, square, highest});
  if (param.isMeta()) return;
  const StepOperand p(param, param), g(gradient, param), m(mean, param), v(square, param),
      h(options.amsgrad ? highest : square, param);
  const bool isNewer = atLeast(TorchProfile::Torch2_6);
  visitFloat(param.dtype(), [&]<typename T>() {
    const AdamNumbers<T> numbers(options, step);
    const AdamMemory<T> memory{p.elements.data<T>(), m.elements.data<T>(), v.elements.data<T>(),
                               h.elements.data<T>(), g.elements.data<T>()};
    parallelFor(param.numel(), 16384, [&](int64_t first, int64_t last) {
      if (isNewer)
        runAdam<true>(numbers, memory, options.amsgrad, first, last);
      else
        runAdam<false>(numbers, memory, options.amsgrad, first, last);
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
  if (isSkipped(foundInf)) return;
  const AdamOptions options{lr, beta1, beta2, decay, eps, amsgrad, maximize, isDecoupled};
  for (size_t i = 0; i < count; ++i) {
    unscale(gradients[i], scale);
    adamStep(options, params[i], gradients[i], means[i], squares[i],
             amsgrad ? highest[i] : Tensor(), itemOf(steps[i]).template to<double>());
  }
}

struct SgdOptions {
  double decay, momentum, lr, dampening;
  bool nesterov, maximize, isFirst;
};

// As AdamNumbers; flags are 1 or 0.
template <typename T>
struct SgdNumbers {
  T decay, momentum, rest, sign, size, isFirst, isNesterov;

  explicit SgdNumbers(const SgdOptions& o)
      : decay(static_cast<T>(o.decay)),
        momentum(static_cast<T>(o.momentum)),
        rest(static_cast<T>(1 - o.dampening)),
        sign(static_cast<T>(o.maximize ? -1 : 1)),
        size(static_cast<T>(-o.lr)),
        isFirst(static_cast<T>(o.isFirst)),
        isNesterov(static_cast<T>(o.nesterov)) {}
};

// The first step sets velocities.
template <bool kHasVelocity, typename T>
TS_INLINED void runSgd(const SgdNumbers<T> n, T* __restrict param, const T* __restrict gradient,
                       T* __restrict velocity, int64_t first, int64_t last) {
#pragma GCC ivdep
  for (int64_t i = first; i < last; ++i) {
    const T x = param[i], plain = gradient[i] * n.sign;
    T g = n.decay != T(0) ? plain + n.decay * x : plain;
    if constexpr (kHasVelocity) {
      const T moved = velocity[i] * n.momentum + n.rest * g;
      const T v = n.isFirst != T(0) ? g : moved;
      velocity[i] = v;
      const T ahead = g + n.momentum * v;
      g = n.isNesterov != T(0) ? ahead : v;
    }
    param[i] = x + n.size * g;
  }
}

void sgdStep(const SgdOptions& options, const Tensor& param, const Tensor& gradient,
             const Tensor& velocity) {
  checkOperands("_fused_sgd_", param, {gradient, velocity});
  if (param.isMeta()) return;
  const bool hasVelocity = velocity.defined();
  const StepOperand p(param, param), g(gradient, param), v(hasVelocity ? velocity : param, param);
  visitFloat(param.dtype(), [&]<typename T>() {
    const SgdNumbers<T> numbers(options);
    T *const to = p.elements.data<T>(), *const moving = v.elements.data<T>();
    const T* const from = g.elements.data<T>();
    parallelFor(param.numel(), 16384, [&](int64_t first, int64_t last) {
      if (hasVelocity)
        inVectors([&numbers, to, from, moving, first, last]<size_t>()
                      TS_INLINED_LAMBDA { runSgd<true>(numbers, to, from, moving, first, last); });
      else
        inVectors([&numbers, to, from, first, last]<size_t>() TS_INLINED_LAMBDA {
          runSgd<false>(numbers, to, from, static_cast<T*>(nullptr), first, last);
        });
    });
  });
  p.finish();
  if (hasVelocity) v.finish();
}

void fusedSgd(const TensorList& params, const TensorList& gradients, const TensorList& velocities,
              double decay, double momentum, double lr, double dampening, bool nesterov,
              bool maximize, bool isFirst, const Tensor& scale, const Tensor& foundInf) {
  const size_t count = params.size();
  if (gradients.size() != count || (momentum != 0 && velocities.size() != count))
    fail("_fused_sgd_: the lists must have a tensor for each parameter");
  if (isSkipped(foundInf)) return;
  const SgdOptions options{decay, momentum, lr, dampening, nesterov, maximize, isFirst};
  for (size_t i = 0; i < count; ++i) {
    unscale(gradients[i], scale);
    sgdStep(options, params[i], gradients[i], momentum != 0 ? velocities[i] : Tensor());
  }
}

constexpr Kernel kOptimizerStepKernels[] = {
    {"aten::_fused_adam_", boxed<fusedAdam<false>>},
    {"aten::_fused_adamw_", boxed<fusedAdam<true>>, since(TorchProfile::Torch2_6)},
    {"aten::_fused_sgd_", boxed<fusedSgd>, since(TorchProfile::Torch2_6)},
};

}  // namespace

std::span<const Kernel> optimizerStepKernels() { return kOptimizerStepKernels; }

}  // namespace ts::kernels
