#include "core/eager/backward.h"

#include "core/autodiff/backward.h"
#include "core/autodiff/function_node.h"
#include "core/autodiff/views.h"
#include "core/eager/jit.h"
#include "core/eager/members.h"

namespace ts::eager {
namespace {

std::vector<Tensor> tensorsOf(Vm& vm, const Value& tuple) {
  std::vector<Tensor> tensors;
  for (const Value& item : tuple.as<Tuple>()->items)
    tensors.push_back(item.isNone() ? Tensor() : neededTensor(vm, item));
  return tensors;
}

// Runs a function of autodiff on the arguments of a call.
template <typename Function>
decltype(auto) withArguments(Vm& vm, Value* args, Function function) {
  const autodiff::BackwardOptions options{vm.truth(args[2]), vm.truth(args[3])};
  const std::vector<Tensor> roots = tensorsOf(vm, args[0]), seeds = tensorsOf(vm, args[1]),
                            inputs = tensorsOf(vm, args[4]);
  Jit& jit = jitOf(vm);
  try {
    return function(jit.interpreter(), roots, seeds, options, inputs);
  } catch (const tensor::Error& error) {
    raiseError(vm, error);
  } catch (const interp::Exception& exception) {
    jit.raiseException(exception);
  }
}

}  // namespace

Value runBackward(Vm& vm, Value* args) {
  withArguments(vm, args, [](auto&&... arguments) { autodiff::backward(arguments...); });
  return Value::none();
}

Value connect(Vm& vm, Value* args) {
  const auto contains = [](const Value& tuple, const Value& item) {
    for (const Value& each : tuple.as<Tuple>()->items)
      if (each.object() == item.object()) return true;
    return false;
  };
  std::vector<autodiff::Edge> edges;
  for (const Value& input : args[1].as<Tuple>()->items)
    edges.push_back(isTensor(input) ? autodiff::edgeTo(dataOf(input)) : autodiff::Edge());
  const Value function = args[5];
  const auto node = tensor::makeCounted<autodiff::FunctionNode>(
      args[0].as<Str>()->text, std::move(edges),
      [&vm, function](std::span<const Tensor> gradients) {
        std::vector<Value> values;
        for (const Tensor& gradient : gradients) values.push_back(wrap(vm, gradient));
        const Value found = vm.call(function, values);
        return tensorsOf(vm, found);
      });
  std::vector<Value> outputs;
  for (const Value& output : args[2].as<Tuple>()->items) {
    const size_t index = outputs.size();
    if (!isTensor(output) || contains(args[4], output)) {
      outputs.push_back(output);
      continue;
    }
    Tensor tensor = dataOf(output);
    if (!tensor::isFloating(tensor.dtype()) && !tensor::isComplex(tensor.dtype())) {
      outputs.push_back(output);
      continue;
    }
    if (contains(args[3], output))
      autodiff::rebase(tensor, node);
    else if (contains(args[1], output))
      autodiff::setHistory(tensor = detached(tensor), node, index);
    else
      autodiff::setHistory(tensor, node, index);
    outputs.push_back(wrap(vm, tensor));
  }
  return vm.tuple(std::move(outputs));
}

Value findGradients(Vm& vm, Value* args) {
  const std::vector<Tensor> found = withArguments(
      vm, args, [](auto&&... arguments) { return autodiff::gradients(arguments...); });
  std::vector<Value> items;
  for (const Tensor& gradient : found) items.push_back(wrap(vm, gradient));
  return vm.tuple(std::move(items));
}

}  // namespace ts::eager
