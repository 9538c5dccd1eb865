// Differentiates operators for tests/conformance/gradients.py. A request is that of operator_batch;
// the floating point tensors among its arguments require gradients. An answer is one line of JSON:
//
// - {"out": [VALUE, ...], "storages": [...]}: a gradient for each of these tensors, in order, or
// null
// - {"error": "RuntimeError", "message": "..."}; the error "Gap": the derivative is missing
//
// With --compiled the graphs of a region that contains the operator compute its results and the
// gradients, where a region may contain it; such an answer has "region": true.
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

// An operator as a region of a compiled program.
struct OperatorRegion {
  std::unique_ptr<interp::RecordedRegion> region;  // null: regions do not contain the operator
  std::vector<IValue> inputs;

  OperatorRegion(const ops::FunctionSchema& schema, const kernels::Stack& arguments) {
    const auto isTensor = [](const ops::Argument& result) {
      return result.type == types::tensorType();
    };
    const autodiff::TapeMarker& marker = autodiff::TapeMarker::instance();
    if (!marker.mayJoin(schema) || !std::ranges::all_of(schema.returns, isTensor)) return;
    std::vector<ir::Value*> values;
    for (const IValue& argument : arguments) {
      values.push_back(valueOf(argument));
      if (values.back() == nullptr) return;
    }
    ir::Node* node = graph_->create(schema.symbol(), values, schema.returns.size());
    graph_->appendNode(node);
    if (node->schema() != &schema) return;
    for (ir::Value* output : node->outputs()) graph_->registerOutput(output);
    region = marker.makeRegion(graph_);
  }

 private:
  // Null: a graph has no such value.
  ir::Value* valueOf(const IValue& value) {
    if (value.isTensor()) {
      inputs.push_back(value);
      return graph_->addInput();
    }
    const auto isTensor = [](const IValue& item) { return item.isTensor(); };
    if (value.isList() && std::ranges::any_of(value.toList().items, isTensor)) {
      std::vector<ir::Value*> items;
      for (const IValue& item : value.toList().items) items.push_back(valueOf(item));
      return graph_->appendNode(graph_->createList(value.toList().element, items))->output();
    }
    const auto constant = interp::constantOf(value);
    return constant ? graph_->appendNode(graph_->createConstant(*constant))->output() : nullptr;
  }

  const ir::GraphPtr graph_ = std::make_shared<ir::Graph>();
};

json answer(const json& request, bool isCompiled) {
  try {
    const auto seed = [&] {
      if (!request.contains("seed")) return;
      kernels::Stack seed = {request.at("seed").get<int64_t>()};
      kernels::find("aten::manual_seed")(seed);
    };
    seed();
    Call call(request);
    kernels::Stack stack;
    for (const json& value : request.at("args")) stack.push_back(call.read(value));
    std::vector<Tensor> inputs, found;
    eachTensor(stack, [&](const Tensor& tensor) {
      if (!isDifferentiable(tensor) || tensor.impl()->isWrappedNumber) return;
      tensor.impl()->requiresGrad = true;
      inputs.push_back(tensor);
    });
    const auto differentiate = [&](const std::vector<IValue>& results) {
      std::vector<Tensor> outputs;
      eachTensor(results, [&](const Tensor& tensor) { outputs.push_back(tensor); });
      const bool isSecond = request.value("order", 1) == 2;
      found = gradientsOf(outputs, inputs, isSecond);
      if (isSecond) found = gradientsOf(found, inputs, false);
    };
    const ops::FunctionSchema& schema = *schemaOf(request.at("op").get<std::string>());
    std::optional<OperatorRegion> own;
    if (isCompiled) own.emplace(schema, stack);
    interp::Interpreter interpreter;
    bool isRegion = own && own->region != nullptr;
    // The first run records the graphs that the second one runs.
    for (int round = 0; isRegion && round < 2; ++round) {
      seed();
      std::vector<IValue> results;
      isRegion = own->region->run(interpreter, own->inputs, results);
      if (isRegion) differentiate(results);
    }
    if (!isRegion) {
      seed();
      autodiff::call(schema, stack);
      differentiate(stack);
    }
    std::vector<IValue> values(found.begin(), found.end());
    json out = call.writeAll(values);
    json done = {{"out", std::move(out)}, {"storages", call.writeStorages()}};
    if (isRegion) done["region"] = true;
    return done;
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

// usage: gradient_batch VERSION [--compiled]; VERSION is PyTorch's.
int main(int argc, char** argv) {
  if (argc > 1) setTorchProfile(profileOfVersion(argv[1]).value_or(kDefaultTorchProfile));
  const bool isCompiled = argc > 2 && std::string_view(argv[2]) == "--compiled";
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer(json::parse(line), isCompiled).dump() << "\n" << std::flush;
}
