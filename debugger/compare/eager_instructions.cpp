// For each kind of instruction: the decision that it takes, and the decisions that its result
// depends on.
#include <algorithm>
#include <string_view>

#include "core/eval/bytecode/bytecode.h"
#include "core/eval_torch/torch_objects.h"
#include "core/kernels/copy.h"
#include "debugger/compare/eager_recorder.h"

namespace ts::debugger {

using eval::Frame;
using eval::Opcode;
using eval::Value;

namespace {

struct NamedDecision {
  std::string_view name;
  DecisionKind what;
};

// Attributes and methods of tensors.
constexpr NamedDecision kOfTensors[] = {
    {"item", DecisionKind::Item},
    {"tolist", DecisionKind::List},
    {"numpy", DecisionKind::NumPy},
    {"__array__", DecisionKind::NumPy},
    {"data", DecisionKind::Data},
    {"shape", DecisionKind::Size},
    {"size", DecisionKind::Size},
    {"numel", DecisionKind::Size},
    {"nelement", DecisionKind::Size},
    {"stride", DecisionKind::Size},
    {"dim", DecisionKind::Rank},
    {"ndim", DecisionKind::Rank},
    {"ndimension", DecisionKind::Rank},
    {"dtype", DecisionKind::Dtype},
    {"type", DecisionKind::Dtype},
    {"is_complex", DecisionKind::Dtype},
    {"is_floating_point", DecisionKind::Dtype},
    {"__int__", DecisionKind::Int},
    {"__float__", DecisionKind::Float},
    {"__bool__", DecisionKind::Bool},
    {"__len__", DecisionKind::Len},
    {"__index__", DecisionKind::Int},
};
// Builtin functions and classes, when an argument is a tensor.
constexpr NamedDecision kGivenTensors[] = {
    {"int", DecisionKind::Int},
    {"float", DecisionKind::Float},
    {"bool", DecisionKind::Bool},
    {"complex", DecisionKind::Float},
    {"len", DecisionKind::Len},
    {"list", DecisionKind::TensorLoop},
    {"tuple", DecisionKind::TensorLoop},
    {"zip", DecisionKind::TensorLoop},
    {"enumerate", DecisionKind::TensorLoop},
    {"reversed", DecisionKind::TensorLoop},
    {"sorted", DecisionKind::TensorLoop},
    {"map", DecisionKind::TensorLoop},
    {"sum", DecisionKind::TensorLoop},
    {"set", DecisionKind::TensorLoop},
};
// Functions of torch that build a tensor from Python data. A trace records the result as a
// constant.
constexpr std::string_view kConstructors[] = {"tensor", "as_tensor", "asarray", "from_numpy",
                                              "Tensor"};
// Python modules whose functions return another value at each call.
constexpr std::string_view kRandomModules[] = {"random", "secrets", "uuid"};
constexpr std::string_view kChangingModules[] = {"time", "datetime", "os"};
// Methods of containers that change them.
constexpr std::string_view kMutators[] = {"append",  "extend",     "insert", "pop",     "remove",
                                          "clear",   "update",     "add",    "discard", "sort",
                                          "reverse", "setdefault", "popitem"};

template <size_t N>
DecisionKind find(const NamedDecision (&rows)[N], std::string_view name) {
  for (const NamedDecision& row : rows)
    if (row.name == name) return row.what;
  return DecisionKind::None;
}
template <size_t N>
bool holds(const std::string_view (&names)[N], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

bool isTensor(const Value& value) { return value.as<eval::Tensor>() != nullptr; }
bool isContainer(const Value& value) {
  return value.as<eval::List>() || value.as<eval::Dict>() || value.as<eval::Set>();
}

// The name of a called function, and its module.
struct Callee {
  std::string_view name, module;
};
Callee calleeOf(const Value& value) {
  if (auto* native = value.as<eval::NativeFunction>()) {
    const std::string_view path = native->qualifiedName;
    const size_t dot = path.rfind('.');
    return {native->def->name, dot == path.npos ? std::string_view() : path.substr(0, dot)};
  }
  if (auto* op = value.as<eval::OperatorFunction>())
    return {std::string_view(op->op).substr(op->op.rfind(':') + 1), "torch"};
  if (auto* cls = value.as<eval::Class>()) return {cls->name, cls->moduleName};
  if (auto* function = value.as<eval::Function>())
    return {function->name->text, function->module->name};
  if (auto* method = value.as<eval::Method>()) return calleeOf(method->function);
  return {};
}

bool isZeroDimIndex(const Value& index) {
  if (auto* tensor = index.as<eval::Tensor>()) return tensor->data.dim() == 0;
  auto* tuple = index.as<eval::Tuple>();
  return tuple && std::ranges::any_of(tuple->items, isZeroDimIndex);
}

}  // namespace

EagerRecorder::Instruction::Instruction(const Frame& frame, const Value* top)
    : frame(frame), top(top) {
  const eval::Instruction& code = frame.code->instructions[frame.at];
  op = static_cast<Opcode>(code.op);
  n = code.operand, m = code.middle, s = code.small;
}
eval::Str* EagerRecorder::Instruction::name() const { return frame.code->names[n]; }

void EagerRecorder::startAttribute(Shadow& shadow, const Instruction& now) {
  if (now.op == Opcode::LoadMethod) return;  // startCall() handles the method
  const Value& object = now.operand(1);
  const std::string& name = now.name()->text;
  if (isTensor(object)) {
    const DecisionKind what = find(kOfTensors, name);
    if (what != DecisionKind::None) decideByResult(shadow, what, name, 0);
    return;
  }
  if (!object.isObject()) return;
  auto decisions = attributes_.find({object.object(), now.name()});
  if (decisions != attributes_.end()) shadow.result = decisions->second;
  if (name == "training" && object.as<eval::Instance>())
    return decideByResult(shadow, DecisionKind::Training, name, 0);
  readState(shadow, object.object(), now.name(), name);
}

void EagerRecorder::readState(Shadow& shadow, const void* object, const void* name,
                              const std::string& text) {
  if (auto decisions = attributes_.find({object, name}); decisions != attributes_.end())
    shadow.result = decisions->second;
  // State that this call wrote has its set of decisions in `attributes_` already.
  if (writtenNow_.contains({object, name}) || !written_.contains({object, name})) return;
  if (isUser(*shadow.frame)) decideByResult(shadow, DecisionKind::State, text, shadow.result);
}

// Handles a container that exists outside of the call. Its content is state once a call changed it.
void EagerRecorder::noteOutsideContainer(Shadow& shadow, const Frame& frame, const Value& value) {
  if (!isContainer(value) || !isUser(frame)) return;
  outside_.insert(value.object());
  if (shadow.decides < 0 && written_.contains({value.object(), nullptr}))
    decideByResult(shadow, DecisionKind::State, "a container", 0);
}

void EagerRecorder::recordChange(Shadow& shadow, const Value& container, std::string_view how) {
  Sets& decisions = containers_[container.object()];
  decisions = sets_.unite(decisions, sets_.unite(shadow.operands, controlDecisions(shadow)));
  if (isUser(*shadow.frame) && !how.empty()) recordCompute(shadow, how, container);
  if (outside_.contains(container.object())) written_.insert({container.object(), nullptr});
}

void EagerRecorder::startItem(Shadow& shadow, const Instruction& now) {
  const bool isSequence = now.operand(2).as<eval::List>() || now.operand(2).as<eval::Tuple>();
  if (isSequence && isTensor(now.operand(1)))
    return decideByResult(shadow, DecisionKind::Index, "[]", shadow.operands);
  if (isTensor(now.operand(2)) && isZeroDimIndex(now.operand(1))) {
    const IValue index = frozen(valueOf(*vm_, now.operand(1)));
    decide(shadow, DecisionKind::Index, "[]", shadow.operands, &index);
  }
}

void EagerRecorder::startCall(Shadow& shadow, const Instruction& now) {
  const bool isSpread = now.op == Opcode::CallSpread, isMethod = now.op == Opcode::CallMethod;
  const Value& called = now.operand(isSpread ? 2 + now.s : isMethod ? now.n + 2 : now.n + 1);
  const Callee callee = calleeOf(called);
  if (callee.name.empty()) return;
  // The object before its arguments.
  std::vector<Value> args;
  if (isMethod && !now.operand(now.n + 1).isUnbound()) args.push_back(now.operand(now.n + 1));
  auto* bound = called.as<eval::Method>();
  if (bound) args.push_back(bound->self);
  const bool hasObject = !args.empty();
  if (auto* list = isSpread ? now.operand(1 + now.s).as<eval::List>() : nullptr)
    args.insert(args.end(), list->items.begin(), list->items.end());
  if (!isSpread) args.insert(args.end(), now.top - now.n, now.top);

  const std::string_view top = callee.module.substr(0, callee.module.find('.'));
  if (isUser(*shadow.frame) && holds(kRandomModules, top))
    return decideByResult(shadow, DecisionKind::Random,
                          std::string(callee.module) + "." + std::string(callee.name), 0);
  if (isUser(*shadow.frame) && holds(kChangingModules, top))
    return decideByResult(shadow, DecisionKind::State,
                          std::string(callee.module) + "." + std::string(callee.name), 0);
  if (args.empty()) return;
  const std::string name(callee.name);
  if (hasObject && isContainer(args[0]) && holds(kMutators, name))
    return recordChange(shadow, args[0], name);
  if (top == "torch" && holds(kConstructors, name)) {
    if (shadow.operands || std::ranges::any_of(args, isTensor))
      decideByResult(shadow, DecisionKind::Construct, "torch." + name, shadow.operands);
    return;
  }
  if (isTensor(args[0]) && (hasObject || top == "torch"))
    if (const DecisionKind what = find(kOfTensors, name); what != DecisionKind::None)
      return decideByResult(shadow, what, name, 0);
  const bool isBuiltin = (called.as<eval::Class>() || called.as<eval::NativeFunction>()) &&
                         (top.empty() || top == "builtins");
  const DecisionKind what = isBuiltin ? find(kGivenTensors, name) : DecisionKind::None;
  if (what == DecisionKind::None) return;
  for (const Value& arg : args) {
    if (!isTensor(arg)) continue;
    if (what != DecisionKind::TensorLoop)
      return decideByResult(shadow, what, name, shadow.operands);
    const tensor::Tensor& data = arg.as<eval::Tensor>()->data;
    const IValue count = data.dim() ? data.size(0) : 0;
    shadow.result = sets_.add(shadow.result, decide(shadow, what, name, shadow.operands, &count));
  }
  if (what == DecisionKind::Len && vm_->classOf(args[0])->name == "Size")
    return decideByResult(shadow, DecisionKind::Rank, name, shadow.operands);
  // During tracing a size is a tensor, and int(), float() or bool() turn it into a number.
  const bool ofSize = std::ranges::any_of(sets_.of(shadow.operands), [&](uint32_t from) {
    return events_->rows[from].decisionKind == DecisionKind::Size;
  });
  if (ofSize &&
      (what == DecisionKind::Int || what == DecisionKind::Float || what == DecisionKind::Bool))
    decideByResult(shadow, what, name, shadow.operands);
}

namespace {

// The truth of a value; nothing when that takes a call of Python code.
std::optional<bool> truthOf(const Value& value) {
  if (value.isNone()) return false;
  if (value.isBool() || value.isInt()) return value.integerValue() != 0;
  if (value.isFloat()) return value.realValue() != 0;
  if (auto* text = value.as<eval::Str>()) return !text->text.empty();
  if (auto* list = value.as<eval::List>()) return !list->items.empty();
  if (auto* tuple = value.as<eval::Tuple>()) return !tuple->items.empty();
  if (auto* dict = value.as<eval::Dict>()) return dict->count != 0;
  if (auto* tensor = value.as<eval::Tensor>();
      tensor && tensor->data.numel() == 1 && !tensor->data.isMeta())
    return kernels::itemOf(tensor->data).to<std::complex<double>>() != 0.0;
  return std::nullopt;
}

}  // namespace

void EagerRecorder::startJump(Shadow& shadow, const Instruction& now) {
  if (!isUser(now.frame) && !shadow.operands && !isTensor(now.operand(1))) return;
  const std::optional<bool> truth = truthOf(now.operand(1));
  if (!truth) return;
  const bool isLoop =
      now.s == 1 && (now.op == Opcode::PopJumpIfFalse || now.op == Opcode::PopJumpIfTrue);
  const IValue value = *truth;
  const uint32_t row = decide(shadow, isLoop ? DecisionKind::While : DecisionKind::Branch,
                              isTensor(now.operand(1)) ? "tensor" : "", shadow.operands, &value);
  enterRegion(shadow, now.frame.at, row);
}

void EagerRecorder::startLoop(Shadow& shadow, const Instruction& now) {
  if (now.op == Opcode::ForIter) {
    if (!shadow.stack.empty()) shadow.result = shadow.stack.back();
    return;
  }
  if (now.op == Opcode::GetIter) shadow.rounds.erase(now.frame.at + 1);
  auto* tensor = now.operand(1).as<eval::Tensor>();
  if (now.op == Opcode::ListExtend) recordChange(shadow, now.operand(2 + now.n), {});
  if (!tensor || tensor->data.dim() == 0) return;
  const IValue count = tensor->data.size(0);
  shadow.result = sets_.add(shadow.result,
                            decide(shadow, DecisionKind::TensorLoop, "", shadow.operands, &count));
}

// Runs after a ForIter: another round begins, or the loop is over and its iterator is off the
// stack.
void EagerRecorder::countRound(Shadow& shadow, size_t depth) {
  const bool goesOn = depth > shadow.depth;
  int64_t& rounds = shadow.rounds[shadow.at];
  const IValue value = goesOn;
  if (isUser(*shadow.frame)) {
    const uint32_t row =
        decide(shadow, DecisionKind::For, std::to_string(rounds), shadow.result, &value);
    if (goesOn) enterRegion(shadow, shadow.at, row);
  }
  rounds = goesOn ? rounds + 1 : 0;
}

void EagerRecorder::startStore(Shadow& shadow, const Instruction& now) {
  const size_t depth = shadow.depth;
  switch (now.op) {
    case Opcode::StoreFast:
      shadow.slots[now.n] = sets_.unite(shadow.stack[depth - 1], controlDecisions(shadow));
      break;
    case Opcode::StoreCell: {
      const eval::Object* cell = now.frame.cells()[now.n].object();
      containers_[cell] = sets_.unite(shadow.operands, controlDecisions(shadow));
      writtenNow_.insert({cell, nullptr});
      break;
    }
    case Opcode::StoreGlobal:
      attributes_[{now.frame.module->globals.get(), now.name()}] =
          sets_.unite(shadow.operands, controlDecisions(shadow));
      writtenNow_.insert({now.frame.module->globals.get(), now.name()});
      break;
    case Opcode::StoreAttr:
      attributes_[{now.operand(1).object(), now.name()}] =
          sets_.unite(shadow.stack[depth - 2], controlDecisions(shadow));
      if (isUser(now.frame)) writtenNow_.insert({now.operand(1).object(), now.name()});
      break;
    case Opcode::StoreItem: recordChange(shadow, now.operand(2), "[]="); break;
    case Opcode::Inplace:
      if (isContainer(now.operand(2))) recordChange(shadow, now.operand(2), "+=");
      break;
    case Opcode::ListAppend:
    case Opcode::SetAdd:
    case Opcode::SetUpdate:
    case Opcode::DictUpdate:
      recordChange(shadow, now.operand(2 + (now.op == Opcode::DictUpdate ? 0 : now.n)), {});
      break;
    default: break;
  }
}

}  // namespace ts::debugger
