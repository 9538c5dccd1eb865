// Differentiates operators for tests/conformance/gradients.py. A request is that of operator_batch;
// the floating point tensors among its arguments require gradients. An answer is one line of JSON:
//
// - {"out": [VALUE, ...], "storages": [...]}: a gradient for each of these tensors, in order, or
// null
// - {"error": "RuntimeError", "message": "..."}; the error "Gap": the derivative is missing
//
// The gradients are those of the sum of all results, each element times a weight: cos(i + 1) for
// element i, plus sin(i + 2) times the imaginary unit for complex numbers. With "order" 2 they are
// the gradients of the sum of the first gradients, with the same weights.
#include <cmath>
#include <iostream>

#include "core/autodiff/backward.h"
#include "core/autodiff/tape.h"
#include "core/base/torch_profile.h"
#include "core/interp/interpreter.h"
#include "core/kernels/copy.h"
#include "core/tensor/gap.h"
#include "tests/conformance/operator_call.h"

namespace {

using namespace ts;
using tensor::DType;
using tensor::Tensor;

bool isDifferentiable(const Tensor& tensor) {
  return tensor::isFloating(tensor.dtype()) || tensor::isComplex(tensor.dtype());
}

template <typename Function>
void eachTensor(const std::vector<IValue>& values, Function function) {
  for (const IValue& value : values) {
    if (value.isTensor()) function(value.toTensor());
    if (value.isList()) eachTensor(value.toList().items, function);
  }
}

Tensor weightsFor(const Tensor& tensor) {
  const Tensor real = tensor::empty(tensor.sizes(), DType::Float64),
               imaginary = tensor::empty(tensor.sizes(), DType::Float64);
  for (int64_t i = 0; i < real.numel(); ++i) {
    real.data<double>()[i] = std::cos(static_cast<double>(i + 1));
    imaginary.data<double>()[i] = std::sin(static_cast<double>(i + 2));
  }
  const Tensor weights = tensor::isComplex(tensor.dtype())
                             ? autodiff::callTensor("aten::complex", {real, imaginary})
                             : real;
  return kernels::toDType(weights, tensor.dtype());
}

std::vector<Tensor> gradientsOf(const std::vector<Tensor>& outputs,
                                const std::vector<Tensor>& inputs, bool recordsItself) {
  interp::Interpreter interpreter;
  std::vector<Tensor> roots, weights;
  for (const Tensor& output : outputs) {
    if (!output.defined() || !output.requiresGrad()) continue;
    roots.push_back(output);
    weights.push_back(weightsFor(output));
  }
  if (roots.empty()) return std::vector<Tensor>(inputs.size());
  return autodiff::gradients(interpreter, roots, weights, {recordsItself, recordsItself}, inputs);
}

json answer(const json& request) {
  try {
    if (request.contains("seed")) {
      kernels::Stack seed = {request.at("seed").get<int64_t>()};
      kernels::find("aten::manual_seed")(seed);
    }
    Call call(request);
    kernels::Stack stack;
    for (const json& value : request.at("args")) stack.push_back(call.read(value));
    std::vector<Tensor> inputs, outputs;
    eachTensor(stack, [&](const Tensor& tensor) {
      if (!isDifferentiable(tensor) || tensor.impl()->isWrappedNumber) return;
      tensor.impl()->requiresGrad = true;
      inputs.push_back(tensor);
    });
    autodiff::call(*schemaOf(request.at("op").get<std::string>()), stack);
    eachTensor(stack, [&](const Tensor& tensor) { outputs.push_back(tensor); });
    const bool isSecond = request.value("order", 1) == 2;
    std::vector<Tensor> found = gradientsOf(outputs, inputs, isSecond);
    if (isSecond) found = gradientsOf(found, inputs, false);
    std::vector<IValue> values(found.begin(), found.end());
    json out = call.writeAll(values);
    return {{"out", std::move(out)}, {"storages", call.writeStorages()}};
  } catch (const tensor::Gap& gap) {
    return {{"error", "Gap"}, {"message", gap.what()}};
  } catch (const tensor::Error& error) {
    return {{"error", nameOfKind(error.kind)}, {"message", error.what()}};
  } catch (const interp::Exception& exception) {
    return {{"error", exception.isGap ? "Gap" : exception.className},
            {"message", exception.message}};
  }
}

}  // namespace

// usage: gradient_batch VERSION; VERSION is PyTorch's.
int main(int argc, char** argv) {
  if (argc > 1) setTorchProfile(profileOfVersion(argv[1]).value_or(kDefaultTorchProfile));
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer(json::parse(line)).dump() << "\n" << std::flush;
}
