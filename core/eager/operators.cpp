// Calls of operators from Python.
#include "core/eager/convert.h"
#include "core/eager/members.h"
#include "core/eager/signatures.h"
#include "core/eager/tracing.h"
#include "core/operator_facts/results.h"

namespace ts::eager {
namespace {

// Methods that PyTorch implements in Python: variables of the caller don't name their values in
// traces.
constexpr std::string_view kPythonMethods[] = {"norm",  "split",  "unflatten",          "stft",
                                               "istft", "unique", "unique_consecutive", "lu"};

constexpr uint64_t kElementsPerFuel = 64;  // that a kernel visits in the time of an instruction

// The elements of all tensors among the arguments. A view of a small tensor may have many.
uint64_t elementsOf(const Stack& stack) {
  uint64_t count = 0;
  const auto add = [&](const IValue& value) {
    if (value.isTensor() && value.toTensor().defined())
      count += static_cast<uint64_t>(value.toTensor().numel());
  };
  for (const IValue& value : stack) {
    add(value);
    if (value.isList())
      for (const IValue& item : value.toList().items) add(item);
  }
  return count;
}

// Named results, such as torch.return_types.max(values, indices).
Value namedResults(Vm& vm, const ops::FunctionSchema& schema, std::vector<Value> items) {
  std::vector<Value> names;
  for (const ops::Argument& result : schema.returns) names.push_back(vm.str(result.name));
  Value make = vm.moduleAttribute(*vm.module("torch.return_types"), vm.intern("_results"));
  return vm.call(make, {vm.str(std::string(baseOf(schema.name))), Value(vm.tuple(std::move(names))),
                        Value(vm.tuple(std::move(items)))});
}

Value results(Vm& vm, const ops::FunctionSchema& schema, const Stack& stack) {
  if (schema.returns.empty() || stack.empty()) return Value::none();
  if (schema.returns.size() == 1) {
    const ops::Argument& declared = schema.returns[0];
    Value result = fromIValue(vm, stack.front(), &declared);
    // Python functions return several tensors as a tuple.
    if (auto* list = result.as<List>(); list && declared.type->str() == "Tensor[]")
      return vm.tuple(list->items);
    return result;
  }
  std::vector<Value> items;
  for (size_t i = 0; i < stack.size(); ++i)
    items.push_back(fromIValue(vm, stack[i], &schema.returns[i]));
  const bool isNamed = !schema.returns[0].name.empty();
  return isNamed ? namedResults(vm, schema, std::move(items)) : Value(vm.tuple(std::move(items)));
}

// True for torch._foreach_add_ and others, which return the changed list since PyTorch 2.6.
bool returnsChangedList(const ops::FunctionSchema& schema) {
  return atLeast(TorchProfile::Torch2_6) && schema.returns.empty() &&
         operator_facts::isInPlace(schema.name) && !schema.arguments.empty() &&
         schema.arguments[0].type->str() == "Tensor[]";
}

}  // namespace

Value Torch::callOperator(Vm& vm, const eval::OperatorFunction& function, const CallArgs& args) {
  const std::string_view name = baseOf(function.op);
  const OperatorInfo& info = operatorInfo(function.op);
  if (info.signatures.empty()) vm.raiseGap(function.op + " isn't available in JitScope yet");
  trace::Recorder* recorder = recorderOf(vm);
  BoundCall call = bindCall(vm, info, name, args);
  if (recorder) {
    if (name == "split" && call.stack[1].isInt())
      call.fromTensors.clear();  // the size is converted to a number before it is recorded
    for (BoundCall::FromTensor& number : call.fromTensors)
      recorder->stash(number.argument, number.element, number.source);
    if (name == "resize_" || name == "resize_as_") {
      recorder->note(trace::Cause::Resize);
      recorder->forget(call.stack.front().toTensor());
    }
  }
  std::optional<WithoutNames> unnamed;
  if (recorder && function.isMethod &&
      std::ranges::find(kPythonMethods, name) != std::end(kPythonMethods))
    unnamed.emplace(vm);
  vm.burn(elementsOf(call.stack) / kElementsPerFuel);
  callSchema(vm, *call.signature->schema, call.stack);
  if (returnsChangedList(*call.signature->schema) && args.positional > 0) return args.values[0];
  Value result = results(vm, *call.signature->schema, call.stack);
  if (recorder && call.requiresGrad) recorder->settle();
  if (call.requiresGrad && isTensor(result)) requireGradient(vm, dataOf(result));
  return result;
}

}  // namespace ts::eager
