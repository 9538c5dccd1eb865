#include "core/eager/backward.h"

#include "core/autodiff/backward.h"
#include "core/autodiff/function_node.h"
#include "core/autodiff/saved_value.h"
#include "core/autodiff/views.h"
#include "core/eager/grad_nodes.h"
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

// The context of a function, which lives as long as its node.
struct Context {
  Ref<NodeObject> object;
  explicit Context(NodeObject& object) : object(&object) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() {
    if (object->domain != nullptr) object->domain->nodes.erase({object->node, object->name});
    object->node = nullptr;
  }
};

// PyTorch's checks of a changed tensor, and its history after the change.
void rebaseOutput(Vm& vm, const Tensor& tensor, const tensor::Ptr<autodiff::Node>& node) {
  guarded(vm, [&] {
    autodiff::checkWrite(tensor, "has been used");
    autodiff::rebase(tensor, node);
  });
}

Value connect(Vm& vm, Value* args) {
  const auto contains = [](const Value& tuple, const Value& item) {
    for (const Value& each : tuple.as<Tuple>()->items)
      if (each.object() == item.object()) return true;
    return false;
  };
  std::vector<Tensor> inputs;
  for (const Value& input : args[1].as<Tuple>()->items)
    inputs.push_back(isTensor(input) ? dataOf(input) : Tensor());
  const auto context = std::make_shared<Context>(*args[0].asNative<NodeObject>());
  const auto node = tensor::makeCounted<autodiff::FunctionNode>(
      vm.classOf(args[0])->name, inputs,
      [&vm, context, function = args[5]](std::span<const Tensor> gradients) {
        std::vector<Value> values;
        for (const Tensor& gradient : gradients) values.push_back(wrap(vm, gradient));
        return tensorsOf(vm, vm.call(function, values));
      },
      [&vm, context] { return vm.truth(vm.callMethod(context->object, "_free_saved")); });
  connectContext(vm, *context->object, *node);
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
    if (contains(args[3], output)) {
      rebaseOutput(vm, tensor, node);
    } else if (contains(args[1], output)) {
      autodiff::setHistory(tensor = detached(tensor), node, index);
      autodiff::setView(tensor, dataOf(output), autodiff::ViewOrigin::Function);
    } else {
      autodiff::setHistory(tensor, node, index);
    }
    outputs.push_back(wrap(vm, tensor));
  }
  return vm.tuple(std::move(outputs));
}

Value savedTensor(Vm& vm, Value* args) {
  auto* object = args[1].asNative<NodeObject>();
  const bool isOutput = !args[2].isNone();
  const size_t output = isOutput ? static_cast<size_t>(args[2].integerValue()) : 0;
  const auto saved = guarded(vm, [&] { return autodiff::SavedValue(dataOf(args[0]), isOutput); });
  return vm.closure("saved", [saved, object, output](Vm& vm, std::span<const Value>) {
    // The context owns this function.
    return wrap(vm, guarded(vm, [&] { return saved.read(object->node, output).toTensor(); }));
  });
}

Value findGradients(Vm& vm, Value* args) {
  const std::vector<Tensor> found = withArguments(
      vm, args, [](auto&&... arguments) { return autodiff::gradients(arguments...); });
  std::vector<Value> items;
  for (const Tensor& gradient : found) items.push_back(wrap(vm, gradient));
  return vm.tuple(std::move(items));
}

}  // namespace ts::eager
