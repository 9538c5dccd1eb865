#include "debugger/compare/gradients.h"

#include <fmt/format.h>

#include <utility>

#include "core/eager/torch.h"
#include "core/eval/values/objects.h"
#include "core/eval_torch/torch_objects.h"
#include "core/kernels/copy.h"
#include "core/tensor/grad_mode.h"
#include "core/tensor/value_walk.h"

namespace ts::debugger {
namespace {

using tensor::Tensor;

// Limit on the elements of gradients that are kept for an explanation. Later ones are None.
constexpr size_t kMostGradientElements = size_t{1} << 26;

bool mayHaveGradient(const Tensor& tensor) {
  return tensor::isFloating(tensor.dtype()) || tensor::isComplex(tensor.dtype());
}

}  // namespace

DifferentiatedCall::DifferentiatedCall(TargetProgram& program, Arguments& arguments)
    : program_(program) {
  eval::Vm& vm = program.vm();
  const size_t positional = arguments.values.size() - arguments.names.size();
  for (size_t i = 0; i < arguments.values.size(); ++i) {
    eval::Value& value = arguments.values[i];
    if (!eager::isTensor(value) || !mayHaveGradient(eager::dataOf(value))) continue;
    const Tensor& leaf = eager::dataOf(value);
    if (!leaf.requiresGrad()) leaf.impl()->requiresGrad = true;
    leaves_.push_back({i < positional ? fmt::format("input {}", i + 1)
                                      : "input '" + arguments.names[i - positional]->text + "'",
                       value});
    // The call may change its argument in place, which a leaf does not allow.
    value = eager::wrap(vm, eager::callTensor(vm, "aten::clone", {leaf, IValue()}));
  }
}

void DifferentiatedCall::addParameters(const eval::Value& callee) {
  eval::Vm& vm = program_.vm();
  if (!program_.isModule()) return;
  const eval::Value named =
      vm.call(program_.lookup("builtins", "dict"), {vm.callMethod(callee, "named_parameters")});
  named.as<eval::Dict>()->each([&](const eval::Value& name, const eval::Value& value) {
    if (eager::isTensor(value) && eager::dataOf(value).requiresGrad())
      leaves_.push_back({name.as<eval::Str>()->text, value});
  });
}

IValue DifferentiatedCall::gradients(const eval::Value& callee, const eval::Value& result) {
  eval::Vm& vm = program_.vm();
  addParameters(callee);
  std::vector<eval::Value> outputs, seeds, inputs;
  const IValue results = valueOf(vm, result);
  for (tensor::ValueWalk walk(results); const IValue* value = walk.next();) {
    if (!value->isTensor() || !value->toTensor().defined() || !value->toTensor().requiresGrad())
      continue;
    outputs.push_back(eager::wrap(vm, value->toTensor()));
    const tensor::GradModeScope mode(false);
    seeds.push_back(vm.call(program_.lookup("torch", "ones_like"), {outputs.back()}));
  }
  for (const Leaf& leaf : leaves_) inputs.push_back(leaf.value);
  auto values = tensor::makeCounted<tensor::DictValue>(nullptr, nullptr);
  for (const Leaf& leaf : leaves_) values->set(IValue(leaf.name), {});
  if (!outputs.empty() && !inputs.empty()) {
    eval::Str* names[] = {vm.intern("allow_unused")};
    const eval::Value arguments[] = {vm.tuple(outputs), vm.tuple(inputs), vm.tuple(seeds),
                                     eval::Value::boolean(true)};
    const eval::Value found =
        vm.call(program_.lookup("torch.autograd", "grad"), eval::CallArgs{arguments, 3, names});
    const std::vector<eval::Value>& gradients = found.as<eval::Tuple>()->items;
    for (size_t i = 0; i < leaves_.size(); ++i)
      values->set(IValue(leaves_[i].name), valueOf(vm, gradients[i]));
  }
  return IValue(values);
}

TapeRecorder::TapeRecorder(std::function<Site()> place)
    : place_(std::move(place)), outer_(autodiff::setTapeWatcher(this)) {}

TapeRecorder::~TapeRecorder() { autodiff::setTapeWatcher(outer_); }

void TapeRecorder::recorded(const autodiff::Node& node) {
  if (open_.empty()) sites_.emplace(node.sequence(), place_());
}

std::vector<IValue> TapeRecorder::kept(std::span<const Tensor> gradients) {
  std::vector<IValue> copies;
  for (const Tensor& gradient : gradients) {
    copies.emplace_back();
    if (!gradient.defined()) continue;
    elements_ += static_cast<size_t>(gradient.numel());
    if (elements_ <= kMostGradientElements) copies.back() = IValue(kernels::clone(gradient));
  }
  return copies;
}

void TapeRecorder::entered(const autodiff::Node& node, std::span<const Tensor> gradients) {
  const auto site = sites_.find(node.sequence());
  open_.push_back(steps_.size());
  steps_.push_back(
      {node.name(), site == sites_.end() ? Site() : site->second, kept(gradients), {}});
}

void TapeRecorder::left(const autodiff::Node&, std::span<const Tensor> results) {
  steps_[open_.back()].results = kept(results);
  open_.pop_back();
}

}  // namespace ts::debugger
