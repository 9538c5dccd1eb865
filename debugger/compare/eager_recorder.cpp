#include "debugger/compare/eager_recorder.h"

#include <algorithm>
#include <string_view>

#include "core/eval/bytecode.h"
#include "core/eval/torch/torch_objects.h"
#include "core/kernels/copy.h"

namespace ts::debugger {

using eval::Frame;
using eval::Opcode;
using eval::Value;

// ---- sets

DecisionSets::Id DecisionSets::intern(std::vector<uint32_t> set) {
  if (set.size() > kMost) set.erase(set.begin(), set.end() - kMost);
  auto [at, isNew] = ids_.try_emplace(set, static_cast<Id>(sets_.size()));
  if (isNew) sets_.push_back(std::move(set));
  return at->second;
}

DecisionSets::Id DecisionSets::add(Id set, uint32_t decision) {
  std::vector<uint32_t> more = sets_[set];
  more.push_back(decision);  // the largest yet
  return intern(std::move(more));
}

DecisionSets::Id DecisionSets::unite(Id a, Id b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  auto [at, isNew] = united_.try_emplace({a, b}, 0);
  if (isNew) {
    std::vector<uint32_t> all;
    std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(all));
    at->second = intern(std::move(all));
  }
  return at->second;
}

// ---- what is told of calls

namespace {

struct Row {
  std::string_view name;
  Decided what;
};

// Attributes and methods of tensors.
constexpr Row kOfTensors[] = {
    {"item", Decided::Item},          {"tolist", Decided::List},       {"numpy", Decided::NumPy},
    {"__array__", Decided::NumPy},    {"data", Decided::Data},         {"shape", Decided::Size},
    {"size", Decided::Size},          {"numel", Decided::Size},        {"nelement", Decided::Size},
    {"stride", Decided::Size},        {"dim", Decided::Rank},          {"ndim", Decided::Rank},
    {"ndimension", Decided::Rank},    {"dtype", Decided::Dtype},       {"type", Decided::Dtype},
    {"is_complex", Decided::Dtype},   {"is_floating_point", Decided::Dtype},
    {"__int__", Decided::Int},        {"__float__", Decided::Float},   {"__bool__", Decided::Bool},
    {"__len__", Decided::Len},        {"__index__", Decided::Int},
};
// Builtin functions and classes that are given a tensor.
constexpr Row kGivenTensors[] = {
    {"int", Decided::Int},         {"float", Decided::Float},      {"bool", Decided::Bool},
    {"complex", Decided::Float},   {"len", Decided::Len},          {"list", Decided::TensorLoop},
    {"tuple", Decided::TensorLoop}, {"zip", Decided::TensorLoop},  {"enumerate", Decided::TensorLoop},
    {"reversed", Decided::TensorLoop}, {"sorted", Decided::TensorLoop}, {"map", Decided::TensorLoop},
    {"sum", Decided::TensorLoop},  {"set", Decided::TensorLoop},
};
// Functions of torch that make tensors of what they are given, which a trace keeps as it was.
constexpr std::string_view kConstructors[] = {"tensor", "as_tensor", "asarray", "from_numpy", "Tensor"};
// Modules of Python whose functions give something else each time.
constexpr std::string_view kRandomModules[] = {"random", "secrets", "uuid"};
constexpr std::string_view kChangingModules[] = {"time", "datetime", "os"};
// Methods of containers that change them.
constexpr std::string_view kMutators[] = {"append", "extend", "insert", "pop",    "remove",     "clear",   "update",
                                          "add",    "discard", "sort",  "reverse", "setdefault", "popitem"};

template <size_t N>
Decided find(const Row (&rows)[N], std::string_view name) {
  for (const Row& row : rows)
    if (row.name == name) return row.what;
  return Decided::None;
}
template <size_t N>
bool holds(const std::string_view (&names)[N], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

bool isTensor(const Value& value) { return value.as<eval::Tensor>() != nullptr; }
bool isContainer(const Value& value) {
  return value.as<eval::List>() || value.as<eval::Dict>() || value.as<eval::Set>();
}
// What code may hold and look into: other objects don't carry what their numbers came from.
bool carries(const Value& value) { return !isTensor(value) && !value.as<eval::Module>() && !value.as<eval::Class>(); }

// What a call calls: its own name, and the module that it is from.
struct Callee {
  std::string_view name, module;
};
Callee calleeOf(const Value& value) {
  if (auto* native = value.as<eval::NativeFunction>()) {
    const std::string_view whole = native->qualifiedName;
    const size_t dot = whole.rfind('.');
    return {native->def->name, dot == whole.npos ? std::string_view() : whole.substr(0, dot)};
  }
  if (auto* op = value.as<eval::OperatorFunction>()) return {std::string_view(op->op).substr(op->op.rfind(':') + 1), "torch"};
  if (auto* cls = value.as<eval::Class>()) return {cls->name, cls->moduleName};
  if (auto* function = value.as<eval::Function>()) return {function->name->text, function->module->name};
  if (auto* method = value.as<eval::Method>()) return calleeOf(method->function);
  return {};
}

bool isZeroDimIndex(const Value& index) {
  if (auto* tensor = index.as<eval::Tensor>()) return tensor->data.dim() == 0;
  auto* tuple = index.as<eval::Tuple>();
  return tuple && std::ranges::any_of(tuple->items, isZeroDimIndex);
}

}  // namespace

// An instruction that is about to run.
struct EagerRecorder::Instruction {
  const Frame& frame;
  const Value* top;
  Opcode op;
  uint32_t n, m, s;

  Instruction(const Frame& frame, const Value* top) : frame(frame), top(top) {
    const eval::Instruction& code = frame.code->instructions[frame.at];
    op = static_cast<Opcode>(code.op);
    n = code.operand, m = code.middle, s = code.small;
  }
  const Value& operand(size_t fromTop) const { return top[-static_cast<ptrdiff_t>(fromTop)]; }
  eval::Str* name() const { return frame.code->names[n]; }
};

// ---- watching

EagerRecorder::~EagerRecorder() {
  if (events_) end();
}

void EagerRecorder::begin(eval::Vm& vm, Events& events) {
  vm_ = &vm;
  events_ = &events;
  shadows_.clear();
  open_.reset();
  containers_.clear();
  attributes_.clear();
  sets_ = {};
  outerWatcher_ = eval::setWatcher(this);
  outerObserver_ = kernels::setDispatchObserver(this);
}

void EagerRecorder::end() {
  eval::setWatcher(outerWatcher_);
  kernels::setDispatchObserver(outerObserver_);
  closeFailed();
  events_ = nullptr;
  shadows_.clear();
}

bool EagerRecorder::isUser(const Frame& frame) const {
  return !frame.module->isLibrary && frame.module->source && !frame.module->source->path().starts_with('<');
}

Site EagerRecorder::userSite() const {
  for (auto shadow = shadows_.rbegin(); shadow != shadows_.rend(); ++shadow)
    if (shadow->began && isUser(*shadow->frame)) return shadow->site;
  return {};
}

void EagerRecorder::step(eval::Vm&, const Frame& frame, const Value* top) {
  if (events_->isFull()) return;
  Shadow& shadow = shadowOf(frame);
  if (shadow.began) finish(shadow, frame, top);
  start(shadow, frame, top);
}

EagerRecorder::Shadow& EagerRecorder::shadowOf(const Frame& frame) {
  if (!shadows_.empty() && shadows_.back().frame == &frame) return shadows_.back();
  auto isOpen = [&](const Frame* other) {
    for (const Frame* at = &frame; at; at = at->caller)
      if (at == other) return true;
    return false;
  };
  while (!shadows_.empty() && !isOpen(shadows_.back().frame)) shadows_.pop_back();
  if (!shadows_.empty() && shadows_.back().frame == &frame) return shadows_.back();
  Shadow fresh;
  fresh.frame = &frame;
  fresh.slots.resize(frame.code->slotCount());
  if (!shadows_.empty()) {
    shadows_.back().calls = true;
    giveArguments(shadows_.back(), fresh, frame);
  }
  shadows_.push_back(std::move(fresh));
  return shadows_.back();
}

// Where the call is a plain one, each parameter gets what its argument has; otherwise all get everything.
void EagerRecorder::giveArguments(const Shadow& caller, Shadow& callee, const Frame& frame) {
  const eval::Instruction& call = caller.frame->code->instructions[caller.at];
  const Opcode op = static_cast<Opcode>(call.op);
  const size_t count = frame.code->parameterCount();
  const size_t given = call.operand;
  const bool isPlain = (op == Opcode::Call || op == Opcode::CallMethod) && !call.middle && given <= count &&
                       count - given <= 1 && caller.depth >= given && caller.stack.size() >= caller.depth;
  for (size_t i = 0; i < std::min(count, callee.slots.size()); ++i) {
    if (!isPlain) {
      callee.slots[i] = caller.operands;
    } else if (i + given >= count) {
      callee.slots[i] = caller.stack[caller.depth - (count - i)];
    } else if (op == Opcode::CallMethod && caller.depth > given) {
      callee.slots[i] = caller.stack[caller.depth - given - 1];  // self
    }
  }
  if (frame.code->parameters == nullptr && !callee.slots.empty()) callee.slots[0] = caller.operands;  // a comprehension
}

void EagerRecorder::finish(Shadow& shadow, const Frame& frame, const Value* top) {
  const eval::Instruction& last = frame.code->instructions[shadow.at];
  const Opcode op = static_cast<Opcode>(last.op);
  const size_t depth = static_cast<size_t>(top - frame.stack());
  const auto effect = eval::stackEffect(op, last.operand, last.middle, last.small);
  const size_t kept = shadow.depth >= effect.pops ? shadow.depth - effect.pops : 0;
  const bool gives = effect.pushes > 0 && depth > kept;
  if (op == Opcode::Swap && shadow.stack.size() > last.operand) {
    std::swap(shadow.stack.back(), shadow.stack[shadow.stack.size() - 1 - last.operand]);
  } else {
    const Sets result = sets_.unite(shadow.calls ? shadow.returned : shadow.operands, shadow.result);
    shadow.stack.resize(std::min(shadow.stack.size(), kept));
    shadow.stack.resize(depth, result);
    if (gives && !carries(top[-1])) shadow.stack.back() = 0;
  }
  shadow.stack.resize(depth);
  if (op == Opcode::ForIter) countRound(shadow, depth);
  if (!gives) return;
  if (op == Opcode::LoadAttr || op == Opcode::LoadGlobal || op == Opcode::LoadCell) meetOutside(shadow, frame, top[-1]);
  if (shadow.decides >= 0 && depth > 0) {
    giveValue(events_->rows[static_cast<size_t>(shadow.decides)], top[-1]);
    if (carries(top[-1])) shadow.stack.back() = sets_.add(shadow.stack.back(), static_cast<uint32_t>(shadow.decides));
  }
  if (isUser(frame)) compute(shadow, frame, top[-1]);
}

// Numbers and texts that user code computes; tensors have events of their own.
void EagerRecorder::compute(Shadow& shadow, const Frame& frame, const Value& value) {
  switch (static_cast<Opcode>(frame.code->instructions[shadow.at].op)) {
    case Opcode::Binary:
    case Opcode::Inplace:
    case Opcode::Unary:
    case Opcode::Compare:
    case Opcode::In:
    case Opcode::LoadItem:
    case Opcode::Call:
    case Opcode::CallMethod:
    case Opcode::FormatValue:
    case Opcode::BuildString: break;
    default: return;
  }
  if (isTensor(value) || value.as<eval::Function>() || value.as<eval::Instance>() || value.as<eval::Class>()) return;
  Event event;
  event.kind = EventKind::Compute;
  event.site = event.inner = shadow.site;
  event.outputs = {frozen(valueOf(*vm_, value))};
  events_->rows.push_back(std::move(event));
}

void EagerRecorder::start(Shadow& shadow, const Frame& frame, const Value* top) {
  const Instruction now(frame, top);
  shadow.at = frame.at;
  shadow.began = true;
  shadow.depth = static_cast<size_t>(top - frame.stack());
  shadow.stack.resize(shadow.depth);
  shadow.site = siteOf({frame.module->source.get(), frame.code->spans[frame.at]});
  shadow.calls = false;
  shadow.decides = -1;
  shadow.operands = shadow.result = shadow.returned = 0;
  const auto effect = eval::stackEffect(now.op, now.n, now.m, now.s);
  for (size_t i = 1; i <= std::min<size_t>(effect.pops, shadow.depth); ++i)
    shadow.operands = sets_.unite(shadow.operands, sets_.unite(shadow.stack[shadow.depth - i], setsOf(now.operand(i))));
  switch (now.op) {
    case Opcode::LoadFast: shadow.result = shadow.slots[now.n]; break;
    case Opcode::LoadCell: {
      const eval::Object* cell = frame.cells()[now.n].object();
      shadow.result = containers_.contains(cell) ? containers_[cell] : 0;
      readState(shadow, cell, nullptr, "a variable of an enclosing function");
      break;
    }
    case Opcode::LoadGlobal: readState(shadow, frame.module->globals.get(), now.name(), now.name()->text); break;
    case Opcode::Copy:
      if (now.n <= shadow.depth) shadow.result = shadow.stack[shadow.depth - now.n];
      break;
    case Opcode::LoadAttr:
    case Opcode::LoadMethod: startAttribute(shadow, now); break;
    case Opcode::LoadItem: startItem(shadow, now); break;
    case Opcode::Call:
    case Opcode::CallMethod:
    case Opcode::CallSpread: startCall(shadow, now); break;
    case Opcode::PopJumpIfFalse:
    case Opcode::PopJumpIfTrue:
    case Opcode::JumpIfFalseOrPop:
    case Opcode::JumpIfTrueOrPop: startJump(shadow, now); break;
    case Opcode::UnpackSequence:
    case Opcode::UnpackEx:
    case Opcode::ListExtend:
    case Opcode::GetIter:
    case Opcode::ForIter: startLoop(shadow, now); break;
    case Opcode::Return:
      for (size_t i = shadows_.size(); i-- > 1;)
        if (shadows_[i].frame == &frame) shadows_[i - 1].returned = shadow.operands;
      if (isUser(frame) && !isUserCall()) note(shadow, "return", now.operand(1));
      break;
    default: startStore(shadow, now); break;
  }
}

EagerRecorder::Sets EagerRecorder::setsOf(const Value& value) const {
  auto found = containers_.find(value.object());
  return found == containers_.end() || !value.isObject() ? 0 : found->second;
}

uint32_t EagerRecorder::decide(Shadow& shadow, Decided what, std::string name, Sets from, const IValue* value) {
  Event event;
  event.kind = EventKind::Decision;
  event.decided = what;
  event.site = userSite();
  event.inner = shadow.site;
  event.name = std::move(name);
  event.decisions = sets_.of(from);
  if (value) event.outputs = {*value};
  events_->rows.push_back(std::move(event));
  return static_cast<uint32_t>(events_->rows.size() - 1);
}

void EagerRecorder::decideByResult(Shadow& shadow, Decided what, std::string name, Sets from) {
  shadow.decides = static_cast<int32_t>(decide(shadow, what, std::move(name), from));
}

// Whether user code is called by user code.
bool EagerRecorder::isUserCall() const {
  size_t frames = 0;
  for (const Shadow& shadow : shadows_) frames += isUser(*shadow.frame);
  return frames > 1;
}

// What user code returns in the end, or a container that it changes.
void EagerRecorder::note(Shadow& shadow, std::string_view what, const Value& value) {
  Event event;
  event.kind = EventKind::Compute;
  event.site = event.inner = shadow.site;
  event.name = what;
  event.decisions = sets_.of(shadow.operands);
  giveValue(event, value);
  events_->rows.push_back(std::move(event));
}

void EagerRecorder::giveValue(Event& event, const Value& value) {
  const IValue plain = valueOf(*vm_, value);
  event.outputs = {frozen(plain)};
  tensorsIn(plain, event.outputTensors);
  if (!event.outputTensors.empty()) events_->alive.push_back(plain);
}

// ---- what instructions are about to do

void EagerRecorder::startAttribute(Shadow& shadow, const Instruction& now) {
  if (now.op == Opcode::LoadMethod) return;  // what is called says it
  const Value& object = now.operand(1);
  const std::string& name = now.name()->text;
  if (isTensor(object)) {
    const Decided what = find(kOfTensors, name);
    if (what != Decided::None) decideByResult(shadow, what, name, 0);
    return;
  }
  if (!object.isObject()) return;
  auto known = attributes_.find({object.object(), now.name()});
  if (known != attributes_.end()) shadow.result = known->second;
  if (name == "training" && object.as<eval::Instance>()) return decideByResult(shadow, Decided::Training, name, 0);
  readState(shadow, object.object(), now.name(), name);
}

void EagerRecorder::readState(Shadow& shadow, const void* object, const void* name, const std::string& text) {
  if (!written_.contains({object, name}) || !isUser(*shadow.frame)) return;
  if (auto known = attributes_.find({object, name}); known != attributes_.end()) shadow.result = known->second;
  decideByResult(shadow, Decided::State, text, shadow.result);
}

// A container that is reached from outside of the call: once code has changed it, what it holds is state.
void EagerRecorder::meetOutside(Shadow& shadow, const Frame& frame, const Value& value) {
  if (!isContainer(value) || !isUser(frame)) return;
  outside_.insert(value.object());
  if (shadow.decides < 0 && written_.contains({value.object(), nullptr})) decideByResult(shadow, Decided::State, "a container", 0);
}

void EagerRecorder::change(Shadow& shadow, const Value& container, std::string_view how) {
  Sets& known = containers_[container.object()];
  known = sets_.unite(known, shadow.operands);
  if (isUser(*shadow.frame) && !how.empty()) note(shadow, how, container);
  if (outside_.contains(container.object())) written_.insert({container.object(), nullptr});
}

void EagerRecorder::startItem(Shadow& shadow, const Instruction& now) {
  const bool isSequence = now.operand(2).as<eval::List>() || now.operand(2).as<eval::Tuple>();
  if (isSequence && isTensor(now.operand(1))) return decideByResult(shadow, Decided::Index, "[]", shadow.operands);
  if (isTensor(now.operand(2)) && isZeroDimIndex(now.operand(1))) {
    const IValue index = frozen(valueOf(*vm_, now.operand(1)));
    decide(shadow, Decided::Index, "[]", shadow.operands, &index);
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
  if (auto* list = isSpread ? now.operand(1 + now.s).as<eval::List>() : nullptr) args.insert(args.end(), list->items.begin(), list->items.end());
  if (!isSpread) args.insert(args.end(), now.top - now.n, now.top);

  const std::string_view top = callee.module.substr(0, callee.module.find('.'));
  if (isUser(*shadow.frame) && holds(kRandomModules, top)) return decideByResult(shadow, Decided::Random, std::string(callee.module) + "." + std::string(callee.name), 0);
  if (isUser(*shadow.frame) && holds(kChangingModules, top)) return decideByResult(shadow, Decided::State, std::string(callee.module) + "." + std::string(callee.name), 0);
  if (args.empty()) return;
  const std::string name(callee.name);
  if (hasObject && isContainer(args[0]) && holds(kMutators, name)) return change(shadow, args[0], name);
  if (top == "torch" && holds(kConstructors, name)) {
    if (shadow.operands || std::ranges::any_of(args, isTensor)) decideByResult(shadow, Decided::Construct, "torch." + name, shadow.operands);
    return;
  }
  if (isTensor(args[0]) && (hasObject || top == "torch"))
    if (const Decided what = find(kOfTensors, name); what != Decided::None) return decideByResult(shadow, what, name, 0);
  const bool isBuiltin = (called.as<eval::Class>() || called.as<eval::NativeFunction>()) && (top.empty() || top == "builtins");
  const Decided what = isBuiltin ? find(kGivenTensors, name) : Decided::None;
  if (what == Decided::None) return;
  for (const Value& arg : args) {
    if (!isTensor(arg)) continue;
    if (what != Decided::TensorLoop) return decideByResult(shadow, what, name, shadow.operands);
    const tensor::Tensor& data = arg.as<eval::Tensor>()->data;
    const IValue count = data.dim() ? data.size(0) : 0;
    shadow.result = sets_.add(shadow.result, decide(shadow, what, name, shadow.operands, &count));
  }
  if (what == Decided::Len && vm_->classOf(args[0])->name == "Size") return decideByResult(shadow, Decided::Rank, name, shadow.operands);
  // A size is a tensor while it is traced, until this makes it a number.
  const bool ofSize = std::ranges::any_of(sets_.of(shadow.operands), [&](uint32_t from) { return events_->rows[from].decided == Decided::Size; });
  if (ofSize && (what == Decided::Int || what == Decided::Float || what == Decided::Bool)) decideByResult(shadow, what, name, shadow.operands);
}

namespace {

// Whether a condition holds, where that can be told without running code.
std::optional<bool> truthOf(const Value& value) {
  if (value.isNone()) return false;
  if (value.isBool() || value.isInt()) return value.integerValue() != 0;
  if (value.isFloat()) return value.realValue() != 0;
  if (auto* text = value.as<eval::Str>()) return !text->text.empty();
  if (auto* list = value.as<eval::List>()) return !list->items.empty();
  if (auto* tuple = value.as<eval::Tuple>()) return !tuple->items.empty();
  if (auto* dict = value.as<eval::Dict>()) return dict->count != 0;
  if (auto* tensor = value.as<eval::Tensor>(); tensor && tensor->data.numel() == 1 && !tensor->data.isMeta())
    return kernels::itemOf(tensor->data).to<std::complex<double>>() != 0.0;
  return std::nullopt;
}

}  // namespace

void EagerRecorder::startJump(Shadow& shadow, const Instruction& now) {
  if (!isUser(now.frame) && !shadow.operands && !isTensor(now.operand(1))) return;
  const std::optional<bool> truth = truthOf(now.operand(1));
  if (!truth) return;
  const bool isLoop = now.s == 1 && (now.op == Opcode::PopJumpIfFalse || now.op == Opcode::PopJumpIfTrue);
  const IValue value = *truth;
  decide(shadow, isLoop ? Decided::While : Decided::Branch, isTensor(now.operand(1)) ? "tensor" : "", shadow.operands, &value);
}

void EagerRecorder::startLoop(Shadow& shadow, const Instruction& now) {
  if (now.op == Opcode::ForIter) {
    if (!shadow.stack.empty()) shadow.result = shadow.stack.back();
    return;
  }
  if (now.op == Opcode::GetIter) shadow.rounds.erase(now.frame.at + 1);
  auto* tensor = now.operand(1).as<eval::Tensor>();
  if (now.op == Opcode::ListExtend) change(shadow, now.operand(2 + now.n), {});
  if (!tensor || tensor->data.dim() == 0) return;
  const IValue count = tensor->data.size(0);
  shadow.result = sets_.add(shadow.result, decide(shadow, Decided::TensorLoop, "", shadow.operands, &count));
}

// Behind a ForIter: another round has begun, or the loop is over and its iterator gone.
void EagerRecorder::countRound(Shadow& shadow, size_t depth) {
  const bool goesOn = depth > shadow.depth;
  int64_t& rounds = shadow.rounds[shadow.at];
  const IValue value = goesOn;
  if (isUser(*shadow.frame)) decide(shadow, Decided::For, std::to_string(rounds), shadow.result, &value);
  rounds = goesOn ? rounds + 1 : 0;
}

void EagerRecorder::startStore(Shadow& shadow, const Instruction& now) {
  const size_t depth = shadow.depth;
  switch (now.op) {
    case Opcode::StoreFast: shadow.slots[now.n] = shadow.stack[depth - 1]; break;
    case Opcode::StoreCell: {
      const eval::Object* cell = now.frame.cells()[now.n].object();
      containers_[cell] = shadow.operands;
      written_.insert({cell, nullptr});
      break;
    }
    case Opcode::StoreGlobal:
      attributes_[{now.frame.module->globals.get(), now.name()}] = shadow.operands;
      written_.insert({now.frame.module->globals.get(), now.name()});
      break;
    case Opcode::StoreAttr:
      attributes_[{now.operand(1).object(), now.name()}] = shadow.stack[depth - 2];
      if (isUser(now.frame)) written_.insert({now.operand(1).object(), now.name()});
      break;
    case Opcode::StoreItem: change(shadow, now.operand(2), "[]="); break;
    case Opcode::Inplace:
      if (isContainer(now.operand(2))) change(shadow, now.operand(2), "+=");
      break;
    case Opcode::ListAppend:
    case Opcode::SetAdd:
    case Opcode::SetUpdate:
    case Opcode::DictUpdate: change(shadow, now.operand(2 + (now.op == Opcode::DictUpdate ? 0 : now.n)), {}); break;
    default: break;
  }
}

// ---- operators

void EagerRecorder::entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) {
  closeFailed();
  if (events_->isFull()) return;
  Event& event = open_.emplace();
  event.name = schema.name;
  event.site = userSite();
  if (!shadows_.empty()) {
    event.inner = shadows_.back().site;
    event.decisions = sets_.of(shadows_.back().operands);
  }
  for (const IValue& argument : arguments) {
    tensorsIn(argument, event.inputTensors);
    event.inputs.push_back(argument.isTensor() ? argument : frozen(argument));
  }
}

void EagerRecorder::left(const ops::FunctionSchema&, std::span<const IValue> results) {
  if (!open_) return;
  for (const IValue& result : results) {
    tensorsIn(result, open_->outputTensors);
    open_->outputs.push_back(frozen(result));
    events_->alive.push_back(result);
  }
  events_->rows.push_back(std::move(*open_));
  open_.reset();
}

void EagerRecorder::closeFailed() {
  if (!open_) return;
  open_->failed = true;
  events_->rows.push_back(std::move(*open_));
  open_.reset();
}

}  // namespace ts::debugger
