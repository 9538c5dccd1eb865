#include "debugger/compare/explain.h"

#include <algorithm>
#include <functional>

#include "core/base/symbol.h"
#include "core/kernels/copy.h"

namespace ts::debugger {
namespace {

// The name of an operator without its namespace and without the trailing underscore of in-place
// operators.
std::string_view plainName(std::string_view name) {
  const size_t colon = name.rfind(':');
  if (colon != name.npos) name.remove_prefix(colon + 1);
  if (name.size() > 1 && name.back() == '_' && name[name.size() - 2] != '_') name.remove_suffix(1);
  return name;
}

constexpr std::string_view kRandom[] = {"rand",
                                        "randn",
                                        "randint",
                                        "randperm",
                                        "rand_like",
                                        "randn_like",
                                        "randint_like",
                                        "normal",
                                        "bernoulli",
                                        "multinomial",
                                        "uniform",
                                        "random",
                                        "exponential",
                                        "dropout",
                                        "alpha_dropout",
                                        "feature_dropout",
                                        "feature_alpha_dropout",
                                        "poisson",
                                        "rrelu",
                                        "geometric",
                                        "cauchy",
                                        "log_normal"};

constexpr std::string_view kUninitialized[] = {
    "empty",         "empty_like", "empty_permuted",    "empty_quantized",
    "empty_strided", "new_empty",  "new_empty_strided",
};

}  // namespace

TensorRows tensorRows(const Events& events, bool lines) {
  TensorRows tensors;
  for (size_t i = 0; i < events.rows.size(); ++i) {
    const Event& event = events.rows[i];
    if (event.kind != EventKind::Operator || event.name.starts_with("prim::")) continue;
    if (event.outputTensors.empty() && !(event.failed && !event.inputTensors.empty())) continue;
    size_t key = std::hash<std::string_view>()(plainName(event.name));
    if (lines && event.site)
      key = key * 31 + std::hash<const void*>()(event.site.path) * 7 + event.site.line;
    tensors.rows.push_back(static_cast<uint32_t>(i));
    tensors.keys.push_back(key);
  }
  return tensors;
}

bool isRandom(const Event& event) {
  return std::ranges::find(kRandom, plainName(event.name)) != std::end(kRandom);
}

bool isUninitialized(std::string_view name) {
  return std::ranges::find(kUninitialized, plainName(name)) != std::end(kUninitialized);
}

std::optional<Difference> differAsResults(const Event& a, const Event& b) {
  const IValue own = tensor::makeTuple(a.outputs), other = tensor::makeTuple(b.outputs);
  if (!isUninitialized(a.name) || a.outputs.size() != b.outputs.size()) return differ(own, other);
  for (size_t i = 0; i < a.outputs.size(); ++i)
    if (kindOf(a.outputs[i]) != kindOf(b.outputs[i])) return differ(own, other);
  return std::nullopt;
}

std::optional<Difference> differAsArguments(const IValue& a, const IValue& b) {
  if (a.isTensor() != b.isTensor()) {
    const IValue& tensor = a.isTensor() ? a : b;
    const IValue& number = a.isTensor() ? b : a;
    if (tensor.toTensor().dim() == 0 && number.isNumber()) {
      const auto held = kernels::itemOf(tensor.toTensor()).to<std::complex<double>>();
      if (held == number.toScalar().to<std::complex<double>>()) return std::nullopt;
    }
  }
  return differ(a, b);
}

}  // namespace ts::debugger
