// Activation functions: table entries for the formulas in pointwise.def, and prelu and glu, which
// depend on dimensions.
#include "core/kernels/activations.h"

#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/variants.h"

namespace ts::kernels {

Tensor prelu(const Tensor& self, const Tensor& weight) {
  if (weight.numel() == 1) {
    // A weight of one element may have a dimension of size 1.
    return apply(formulas::prelu, {self, tensor::view(weight, {}, {}, weight.offset())});
  }
  if (self.dim() == 0) fail("Not allow zero-dim input tensor.");
  const int64_t channels = self.dim() > 1 ? self.size(1) : 1;
  if (channels != weight.numel())
    fail(
        "Mismatch of parameter numbers and input channel size. Found parameter numbers = {} and "
        "channel size = {}.",
        weight.numel(), channels);
  Dims sizes(static_cast<size_t>(self.dim()), 1), strides(static_cast<size_t>(self.dim()), 0);
  sizes[1] = channels;
  strides[1] = weight.stride(-1);
  return apply(formulas::prelu, {self, tensor::view(weight, sizes, strides, weight.offset())});
}

Tensor glu(const Tensor& self, int64_t dim) {
  if (self.dim() == 0) fail("glu does not support 0-dimensional tensors");
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  if (self.sizes()[at] % 2 != 0)
    fail("Halving dimension must be even, but dimension {} is size {}", at, self.sizes()[at]);
  Dims half = self.sizes();
  half[at] /= 2;
  const Tensor first = tensor::view(self, half, self.strides(), self.offset());
  const Tensor second =
      tensor::view(self, half, self.strides(), self.offset() + half[at] * self.strides()[at]);
  return apply(formulas::mul, {first, apply(formulas::sigmoid, {second})});
}

namespace {

// The result is contiguous for any input, as in PyTorch.
Tensor logSigmoid(const Tensor& self) { return apply(formulas::log_sigmoid, {contiguous(self)}); }

#define TS_NEW(schema, formula) \
  { "aten::" schema, pointwise<formula> }
#define TS_OUT(schema, formula) \
  TS_NEW(schema, formula), { "aten::" schema ".out", pointwise<formula, Into::OutSame> }
#define TS_SELF(schema, formula) \
  TS_OUT(schema, formula), { "aten::" schema "_", pointwise<formula, Into::Self> }
#define TS_GRADIENT(schema, formula) \
  TS_NEW(schema, formula), { "aten::" schema ".grad_input", pointwise<formula, Into::Out> }

constexpr Kernel kActivationKernels[] = {
    TS_NEW("relu", formulas::relu),
    {"aten::relu_", pointwise<formulas::relu, Into::Self>},
    {"aten::relu.out", pointwise<formulas::relu, Into::OutGenerated>},
    TS_SELF("silu", formulas::silu),
    TS_SELF("mish", formulas::mish),
    TS_SELF("elu", formulas::elu),
    TS_SELF("leaky_relu", formulas::leaky_relu),
    TS_SELF("hardsigmoid", formulas::hardsigmoid),
    TS_SELF("hardswish", formulas::hardswish),
    TS_OUT("hardshrink", formulas::hardshrink),
    // PyTorch 1.13 turns NaN into 0.
    {"aten::softshrink", pointwise<formulas::softshrink_1_13>, before(TorchProfile::Torch2_6)},
    {"aten::softshrink.out", pointwise<formulas::softshrink_1_13, Into::OutSame>,
     before(TorchProfile::Torch2_6)},
    {"aten::softshrink", pointwise<formulas::softshrink>, since(TorchProfile::Torch2_6)},
    {"aten::softshrink.out", pointwise<formulas::softshrink, Into::OutSame>,
     since(TorchProfile::Torch2_6)},
    TS_OUT("softplus", formulas::softplus),
    TS_NEW("threshold", formulas::threshold),
    {"aten::threshold_", pointwise<formulas::threshold, Into::Self>},
    {"aten::threshold.out", pointwise<formulas::threshold, Into::Out>},
    {"aten::log_sigmoid", boxed<logSigmoid>},
    {"aten::log_sigmoid.out", sameOutOf<logSigmoid>},
    TS_GRADIENT("sigmoid_backward", formulas::sigmoid_backward),
    TS_GRADIENT("tanh_backward", formulas::tanh_backward),
    TS_GRADIENT("silu_backward", formulas::silu_backward),
    TS_GRADIENT("hardtanh_backward", formulas::hardtanh_backward),
    TS_NEW("hardswish_backward", formulas::hardswish_backward),
    {"aten::prelu", boxed<prelu>},
    {"aten::glu", boxed<glu>},
    {"aten::glu.out", outOf<glu>},
};

#undef TS_NEW
#undef TS_OUT
#undef TS_SELF
#undef TS_GRADIENT

}  // namespace

std::span<const Kernel> activationKernels() { return kActivationKernels; }

}  // namespace ts::kernels
