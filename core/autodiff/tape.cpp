#include "core/autodiff/tape.h"

#include <algorithm>
#include <functional>
#include <string>

#include "core/autodiff/autocast.h"
#include "core/autodiff/each_tensor.h"
#include "core/autodiff/operator_node.h"
#include "core/autodiff/tape_operators.h"
#include "core/autodiff/views.h"
#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"
#include "core/kernels/copy.h"
#include "core/kernels/dispatch.h"
#include "core/operator_facts/facts.h"
#include "core/ops/program_schemas.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"
#include "core/tensor/value_walk.h"

namespace ts::autodiff {

bool isDifferentiated(const ops::FunctionSchema& schema) {
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema);
  if (facts == nullptr || facts->isDifferentiable) return true;
  // A condition in place writes numbers, whose gradient is zero.
  return operator_facts::isInPlace(schema.name) &&
         facts->dtype.rule == operator_facts::Dtype::Fixed;
}

bool mayRequireGradient(const Tensor& tensor) {
  return tensor::isFloating(tensor.dtype()) || tensor::isComplex(tensor.dtype());
}

interp::Interpreter& tapeInterpreter() {
  // It keeps its stack between calls; other threads compute derivatives at the same time.
  thread_local interp::Interpreter interpreter;
  return interpreter;
}

namespace {

// True for an operator that returns one or several differentiable views of its first argument.
bool returnsViews(const ops::FunctionSchema& schema) {
  return !schema.returns.empty() && schema.returns[0].alias && !schema.returns[0].alias->isWrite &&
         schema.name != "aten::detach";
}

bool isWritten(const ops::Argument& argument) { return argument.alias && argument.alias->isWrite; }

// Calls function(tensor) for the tensors that the operator writes to.
template <typename Function>
void eachWritten(const ops::FunctionSchema& schema, std::span<const IValue> arguments,
                 Function function) {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (isWritten(schema.arguments[i])) eachTensor(arguments[i], function);
}

void checkInference(const Tensor& written) {
  if (written.impl()->isInference && !tensor::isInferenceMode())
    tensor::fail(
        "Inplace update to inference tensor outside InferenceMode is not allowed."
        "You can make a clone to get a normal tensor before doing inplace update."
        "See https://github.com/pytorch/rfcs/pull/17 for more details.");
}

// The kernels of an operator may write several times, also to a new tensor. An operator counts as
// one write.
void countOneWrite(std::span<const Tensor> written, std::span<const uint32_t> versions) {
  for (size_t i = 0; i < written.size(); ++i) {
    checkInference(written[i]);
    written[i].version() = versions[i] + 1;
  }
}
void countNoWrites(const IValue& result) {
  if (!result.isTensor()) return;
  const Tensor tensor = result.toTensor();
  // Two references: the stack's and this one.
  if (tensor.impl()->useCount() == 2 && tensor.storage()->useCount() == 1) tensor.version() = 0;
}

}  // namespace

// Observers see a composite operator, not its parts.
struct Unobserved {
  Unobserved() : observer(kernels::setDispatchObserver(nullptr)) {}
  ~Unobserved() { kernels::setDispatchObserver(observer); }
  Unobserved(const Unobserved&) = delete;
  kernels::DispatchObserver* const observer;
};

struct RecordedCall::Arguments {
  std::vector<Edge> edges;
  OperatorNode::Record record;
  std::vector<const tensor::TensorImpl*> tensors;  // the arguments, by edge

  Arguments(const ops::FunctionSchema& schema, const Derivative* derivative,
            std::span<const IValue> values)
      : record{&schema, derivative, {}, {}, {}, {}} {
    for (const IValue& value : values) {
      const size_t first = edges.size();
      record.firstEdges.push_back(first);
      eachTensor(value, [&](const Tensor& tensor) { add(tensor); });
      record.isWanted.push_back(std::any_of(edges.begin() + static_cast<ptrdiff_t>(first),
                                            edges.end(), std::mem_fn(&Edge::isNeeded)));
    }
    record.firstEdges.push_back(edges.size());
    for (size_t i = 0; i < values.size(); ++i)
      record.arguments.push_back(saved(schema, values[i], i));
  }

 private:
  void add(const Tensor& tensor) {
    edges.push_back(edgeTo(tensor));
    record.inputs.emplace_back(tensor);
    tensors.push_back(tensor.impl());
  }
  SavedValue saved(const ops::FunctionSchema& schema, const IValue& value, size_t index) const {
    if (!OperatorNode::needs(record, Parameter::Kind::Argument, index)) return {};
    // The operator overwrites it.
    if (isWritten(schema.arguments[index]) && value.isTensor())
      return SavedValue(kernels::clone(value.toTensor()), false);
    return SavedValue(value, false);
  }
};

RecordedCall::RecordedCall(const ops::FunctionSchema& schema, const Stack& stack)
    : schema_(schema) {
  if (schema.arguments.empty()) return;
  const auto arguments = std::span(stack).last(schema.arguments.size());
  if (schema.isMutable())
    eachWritten(schema, arguments, [&](const Tensor& tensor) {
      written_.push_back(tensor);
      versions_.push_back(tensor.version());
    });
  if (threadState.settings().autocast.isEnabled && !returnsViews(schema)) {
    // The parts may convert arguments.
    const Derivative* const derivative = derivativeOf(schema);
    if (derivative != nullptr && derivative->parts) {
      composite_ = derivative;
      return;
    }
  }
  if (!tensor::isGradEnabled()) {
    // Later writes to the view are ambiguous: see checkWrite().
    if (arguments[0].isTensor() && arguments[0].toTensor().requiresGrad() && returnsViews(schema))
      viewed_ = arguments[0].toTensor();
    return;
  }
  bool isNeeded = false;
  for (const IValue& argument : arguments) {
    if (argument.isTensor()) {
      const auto* impl = static_cast<const tensor::TensorImpl*>(argument.counted());
      if (impl->history) refreshView(argument.toTensor());
      isNeeded |= impl->requiresGrad;
    } else if (argument.isList()) {
      isNeeded |= interp::requiresGradient(argument);
    }
  }
  if (arguments[0].isTensor() && returnsViews(schema)) viewed_ = arguments[0].toTensor();
  isNeeded |= std::ranges::any_of(written_, isViewOfRecorded);
  if (!isNeeded) return;
  for (const Tensor& tensor : written_) checkWrite(tensor);
  if (!isDifferentiated(schema)) return;
  const Derivative* const derivative = derivativeOf(schema);
  // The calls in an operator of the program are recorded instead.
  if (derivative == nullptr && ops::isOfProgram(schema)) return;
  if (derivative != nullptr && derivative->parts)
    composite_ = derivative;
  else
    arguments_ = std::make_unique<Arguments>(schema, derivative, arguments);
}

RecordedCall::~RecordedCall() = default;

void RecordedCall::rememberViews(const Stack& stack) const {
  const ViewOrigin origin = !tensor::isGradEnabled()  ? ViewOrigin::NoGradMode
                            : stack.back().isTensor() ? ViewOrigin::Operator
                                                      : ViewOrigin::SeveralViews;
  eachTensor(stack.back(), [&](const Tensor& tensor) {
    if (tensor.storage() == viewed_.storage()) setView(tensor, viewed_, origin);
  });
}

bool RecordedCall::runParts(Stack& stack) const {
  if (composite_ == nullptr) return false;
  autodiff::runParts(schema_, *composite_, TapeMarker::instance(), stack);
  return true;
}

void RecordedCall::finish(const Stack& stack) {
  countOneWrite(written_, versions_);
  if (viewed_.defined()) rememberViews(stack);
  if (written_.empty() && !viewed_.defined() && !stack.empty()) countNoWrites(stack.back());
  if (!arguments_) return;
  std::vector<Tensor> outputs;
  const auto isArgument = [&](const Tensor& tensor) {
    return !schema_.isMutable() &&
           std::ranges::find(arguments_->tensors, tensor.impl()) != arguments_->tensors.end();
  };
  const auto results = std::span(stack).last(std::min(stack.size(), schema_.returns.size()));
  for (const IValue& result : results)
    eachTensor(result, [&](const Tensor& tensor) { outputs.push_back(tensor); });
  const auto isOutput = [&](const Tensor& tensor) {
    return mayRequireGradient(tensor) && !isArgument(tensor);
  };
  if (std::ranges::none_of(outputs, isOutput)) return;
  const Ranks ranks = OperatorNode::ranksOf(arguments_->record);
  const auto node = tensor::makeCounted<OperatorNode>(
      gradientName(schema_, ranks), std::move(arguments_->edges), std::move(arguments_->record));
  node->saveResults(results);
  for (size_t i = 0; i < outputs.size(); ++i)
    if (!isOutput(outputs[i]))
      continue;
    else if (schema_.isMutable())
      rebase(outputs[i], node);
    else
      setHistory(outputs[i], node, i);
}

void runParts(const ops::FunctionSchema& schema, const Derivative& derivative,
              const interp::ResultMarker& marker, Stack& stack) {
  const Unobserved unobserved;
  interp::Interpreter& interpreter = tapeInterpreter();
  const interp::MarkerScope marked(interpreter, &marker);
  const size_t base = stack.size() - schema.arguments.size();
  Stack arguments;
  for (const Parameter& parameter : derivative.parts->parameters)
    arguments.push_back(stack[base + parameter.index]);
  IValue result;
  try {
    result = interpreter.run(functionOf(*derivative.parts), std::move(arguments));
  } catch (const interp::Exception& exception) {
    kernels::dispatch(schema, stack);  // words the error of a wrong argument
    tensor::fail("{}", exception.message);
  }
  if (operator_facts::isInPlace(schema.name)) {
    // The parts are those of the operator that returns a new tensor, or write themselves.
    std::vector<Tensor> found;
    eachTensor(result, [&](const Tensor& tensor) { found.push_back(tensor); });
    size_t at = 0;
    eachTensor(stack[base], [&](const Tensor& written) {
      const Tensor& value = found[at++];
      if (value.impl() != written.impl()) callTensor("aten::copy_", {written, value, false});
    });
    stack.resize(base + schema.returns.size());
    return;
  }
  stack.resize(base);
  if (schema.returns.size() == 1)
    stack.push_back(result);
  else
    for (const IValue& item : result.toTuple().items) stack.push_back(item);
}

void call(const ops::FunctionSchema& schema, Stack& stack) {
  const AutocastScope autocast(schema, stack);
  RecordedCall recorded(schema, stack);
  kernels::DispatchObserver* const observer = kernels::dispatchObserver();
  const auto arguments = std::span(stack).last(schema.arguments.size());
  if (observer != nullptr && recorded.isComposite()) observer->entered(schema, arguments);
  if (recorded.runParts(stack)) {
    if (observer != nullptr) observer->left(schema, std::span(stack).last(schema.returns.size()));
    return;
  }
  kernels::dispatch(schema, stack);
  recorded.finish(stack);
}

Tensor callTensor(std::string_view name, std::initializer_list<IValue> arguments) {
  const size_t dot = name.find('.');
  const std::string_view overload = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  const ops::FunctionSchema* schema = ops::schema(Symbol::intern(name.substr(0, dot)), overload);
  if (schema == nullptr) tensor::fail("this version of PyTorch has no operator {}", name);
  Stack stack(arguments);
  call(*schema, stack);
  return stack.front().toTensor();
}

const TapeMarker& TapeMarker::instance() {
  static const TapeMarker marker;
  return marker;
}

bool TapeMarker::isNeeded(interp::Interpreter& interpreter, const ir::Function& function,
                          std::span<const IValue> arguments) {
  if (threadState.settings().autocast.isEnabled || interpreter.needsTape(function)) return true;
  if (!tensor::isGradEnabled()) return false;
  for (tensor::ValueWalk walk(arguments); const IValue* value = walk.next();)
    if (value->isTensor() && value->toTensor().requiresGrad()) return true;
  return false;
}

void TapeMarker::run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
                     Stack& stack) const {
  if (const TapeOperator function = tapeOperator(schema))
    return function(*interp::Interpreter::current(), stack);
  const AutocastScope autocast(schema, stack);
  RecordedCall recorded(schema, stack);
  if (recorded.runParts(stack)) return;
  kernel(stack);
  recorded.finish(stack);
}

}  // namespace ts::autodiff
