#include "core/autodiff/composites.h"

#include <algorithm>

#include "core/autodiff/tape.h"
#include "core/tensor/grad_mode.h"

namespace ts::autodiff {
namespace {

// Arguments: input, p, train. whole: drops whole channels.
bool dropOut(Stack& stack, const char* product, bool whole) {
  const Tensor input = stack[0].toTensor();
  const double p = stack[1].toDouble();
  // The kernel returns the input itself, and checks p.
  if (!(p > 0 && p <= 1) || !stack[2].toBool() || input.numel() == 0) return false;
  if (whole && input.dim() < 2) return false;
  tensor::Dims sizes = input.sizes();
  for (size_t i = 2; whole && i < sizes.size(); ++i) sizes[i] = 1;
  const Tensor noise =
      whole ? tensor::empty(sizes, input.dtype()) : tensor::emptyLike(input, input.dtype());
  if (p == 1) {
    callTensor("aten::zero_", {noise});
  } else {
    callTensor("aten::bernoulli_.float", {noise, 1 - p, IValue()});
    callTensor("aten::div_.Scalar", {noise, 1 - p});
  }
  stack = {callTensor(product, {input, noise})};
  return true;
}

bool dropout(Stack& stack) { return dropOut(stack, "aten::mul.Tensor", false); }
bool dropoutInPlace(Stack& stack) { return dropOut(stack, "aten::mul_.Tensor", false); }
bool featureDropout(Stack& stack) { return dropOut(stack, "aten::mul.Tensor", true); }
bool featureDropoutInPlace(Stack& stack) { return dropOut(stack, "aten::mul_.Tensor", true); }

constexpr std::pair<std::string_view, bool (*)(Stack&)> kComposites[] = {
    {"aten::dropout", dropout},
    {"aten::dropout_", dropoutInPlace},
    {"aten::feature_dropout", featureDropout},
    {"aten::feature_dropout_", featureDropoutInPlace},
};

}  // namespace

bool runComposite(const ops::FunctionSchema& schema, Stack& stack) {
  if (!tensor::isGradEnabled()) return false;
  for (const auto& [name, run] : kComposites)
    if (name == schema.name)
      return std::ranges::any_of(stack, interp::requiresGradient) && run(stack);
  return false;
}

}  // namespace ts::autodiff
