#include "core/trace/recorder.h"

#include "core/interp/interpreter.h"
#include "core/ir/kinds.h"
#include "core/kernels/copy.h"
#include "core/kernels/widen.h"
#include "core/passes/dead_code_elimination.h"
#include "core/passes/lower_tuples.h"
#include "core/passes/normalize_ops.h"
#include "core/tensor/error.h"

namespace ts::trace {

namespace prim = ir::prim;

Recorder::Recorder(TracedProgram& program, Options options)
    : program_(program), options_(options), graph_(std::make_shared<ir::Graph>()) {
  graph_->keepAlive(types_);
}

// ---- nodes

void Recorder::locate(ir::Node* node) {
  const SourceRange at = program_.place();
  if (at.file && kept_.insert(at.file).second) graph_->keep(program_.fileOf(at));
  node->setRange(at);
}

ir::Node* Recorder::insert(Symbol kind, std::initializer_list<ir::Value*> inputs, size_t outputs) {
  return graph_->insertNode(graph_->create(kind, inputs, outputs));
}

ir::Value* Recorder::insertConstant(const types::Constant& constant) {
  ir::Value* value = graph_->insertConstant(constant);
  if (!constant.isNone()) locate(value->node());
  return value;
}

ir::Value* Recorder::insertNone() { return graph_->insertConstant(types::Constant::none()); }

// ---- values of tensors

void Recorder::know(const IValue& value, ir::Value* as) {
  values_.insert_or_assign(value.counted(), RecordedValue{as, value});
}

const Recorder::RecordedValue* Recorder::find(const IValue& value) const {
  auto entry = values_.find(value.counted());
  return entry == values_.end() ? nullptr : &entry->second;
}

void Recorder::note(Cause cause, std::string subject) {
  if (program_.isInsideLibrary()) return;
  events_.push_back({cause, program_.place(), std::move(subject)});
  if (hasWarning(cause)) program_.warn(events_.back());
}

// ---- scopes

void Recorder::pushScope(const std::string& name) {
  settle();
  ir::Node* node = insert(kTracedForward, {}, 0);
  node->set(kPath, name);
  graph_->setInsertPoint(node->addBlock());
}

void Recorder::popScope() {
  settle();
  graph_->setInsertPoint(graph_->insertPoint()->owningBlock()->owningNode()->next());
}

// ---- numbers from tensors

void Recorder::stash(size_t argument, int element, const Tensor& source) {
  stashed_.push_back({argument, element, source});
}

Tensor Recorder::recordNumber(ir::Value* number, int64_t value) {
  number->setType(types::intType());
  Tensor tensor = kernels::tensorOf(value, tensor::DType::Int64);
  ir::Value* as = insert(prim::NumToTensor, {number})->output();
  as->setType(types::tensorType(types::TensorInfo{"Long", std::vector<int64_t>{},
                                                  std::vector<int64_t>{}, std::nullopt, "cpu"}));
  know(tensor, as);
  return tensor;
}

Tensor Recorder::sizeOf(const Tensor& tensor, int64_t dim) {
  static const Symbol kSize = Symbol::intern("aten::size");
  settle();
  const int64_t size = tensor.size(dim);
  ir::Value* from = tensorValue(tensor);
  ir::Node* node = insert(kSize, {from, insertConstant(types::Constant::integer(dim))});
  locate(node);
  return recordNumber(node->output(), size);
}

Tensor Recorder::numelOf(const Tensor& tensor) {
  static const Symbol kNumel = Symbol::intern("aten::numel");
  settle();
  ir::Node* node = insert(kNumel, {tensorValue(tensor)});
  locate(node);
  return recordNumber(node->output(), tensor.numel());
}

// ---- calls of compiled functions

ir::Value* Recorder::beginCall(ir::Function& function, bool isMethod,
                               std::span<const IValue> arguments) {
  settle();
  std::vector<ir::Value*> values;
  for (const IValue& argument : arguments) values.push_back(valueOf(argument));
  ir::Node* node = nullptr;
  if (isMethod) {
    node = graph_->create(prim::CallMethod, values);
    node->set(ir::attr::name, std::string(function.simpleName()));
  } else {
    const auto type = types_->makeFunction(&function);
    values.insert(values.begin(), graph_->insertConstant(types::Constant::function(type)));
    node = graph_->create(prim::CallFunction, values);
  }
  graph_->insertNode(node);
  const std::vector<ops::Argument>& returns = function.schema.returns;
  node->output()->setType(returns.empty() ? types::noneType() : returns[0].type);
  return node->output();
}

void Recorder::endCall(ir::Value* result, const IValue& value) { setValue(value, result); }

// ---- tasks

void Recorder::beginFork() {
  settle();
  ir::Node* node = insert(kTracedFork, {});
  graph_->setInsertPoint(node->addBlock());
  outside_.push_back(values_);
}

size_t Recorder::endFork(const IValue& result) {
  settle();
  ir::Value* value = valueOf(result);
  ir::Block* body = graph_->insertPoint()->owningBlock();
  body->registerOutput(value);
  ir::Node* node = body->owningNode();
  node->output()->setType(types::futureOf(value->type()));
  graph_->setInsertPoint(node->next());
  values_ = std::move(outside_.back());
  outside_.pop_back();
  forks_.push_back(node->output());
  return forks_.size() - 1;
}

void Recorder::wait(size_t fork, const IValue& result) {
  static const Symbol kWait = Symbol::intern("aten::wait");
  settle();
  ir::Value* value = insert(kWait, {forks_.at(fork)})->output();
  value->setType(forks_[fork]->type()->element());
  setValue(result, value);
}

// ---- finishing

ir::GraphPtr Recorder::finish(const MakeMethod& makeMethod) {
  settle();
  convertScopes(*graph_, makeMethod);
  passes::lowerSimpleTuples(*graph_);
  passes::eliminateDeadCode(*graph_);
  passes::normalizeOps(*graph_);
  return graph_;
}

// ---- types

types::TypePtr completeType(const Tensor& tensor) {
  return completeType(tensor, tensor.requiresGrad());
}

types::TypePtr completeType(const Tensor& tensor, bool requiresGrad) {
  return types::tensorType(types::TensorInfo{std::string(kernels::scalarTypeName(tensor.dtype())),
                                             tensor.sizes().vec(), tensor.strides().vec(),
                                             requiresGrad, nameOf(tensor.device())});
}

types::TypePtr traceableType(const IValue& value) {
  switch (value.tag()) {
    case tensor::Tag::Tensor: return completeType(value.toTensor());
    case tensor::Tag::Tuple: {
      std::vector<types::TypePtr> items;
      for (const IValue& item : value.toTuple().items) items.push_back(traceableType(item));
      return types::tupleOf(std::move(items));
    }
    default: return interp::typeOf(value);
  }
}

ops::FunctionSchema schemaOf(const std::string& name, const ir::Graph& graph) {
  ops::FunctionSchema schema;
  schema.name = name;
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const ir::Value* input = graph.inputs()[i];
    ops::Argument& argument = schema.arguments.emplace_back();
    argument.name =
        input->hasDebugName() ? input->debugNameBase() : "argument_" + std::to_string(i);
    argument.type = types::unshaped(input->type());
  }
  for (const ir::Value* output : graph.outputs())
    schema.returns.emplace_back().type = types::unshaped(output->type());
  return schema;
}

}  // namespace ts::trace
