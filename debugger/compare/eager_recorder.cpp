#include "debugger/compare/eager_recorder.h"

#include <algorithm>

#include "core/eager/convert.h"
#include "core/eager/tracing.h"
#include "core/eval/bytecode/bytecode.h"
#include "core/eval_torch/torch_objects.h"
#include "core/source/library_path.h"

namespace ts::debugger {

using eval::Frame;
using eval::Opcode;
using eval::Value;

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
  recordFailedOperator();
  written_.merge(writtenNow_);
  writtenNow_.clear();
  events_ = nullptr;
  shadows_.clear();
}

bool EagerRecorder::carries(const Value& value) {
  return !value.as<eval::Tensor>() && !value.as<eval::Module>() && !value.as<eval::Class>();
}

bool EagerRecorder::isUser(const Frame& frame) const {
  return !frame.module->isLibrary && frame.module->source &&
         !isEmbedded(frame.module->source->path());
}

Site EagerRecorder::userSite() const {
  for (auto shadow = shadows_.rbegin(); shadow != shadows_.rend(); ++shadow)
    if (shadow->began && isUser(*shadow->frame)) return shadow->site;
  return {};
}

// A call of a function of numpy is one step, as in PyTorch, where it is native code.
// A frame that starts may have the address of one that ended. A generator's frame that continues
// keeps its shadow.
bool EagerRecorder::enters(eval::Vm&, const Frame& frame) {
  if (frame.at == 0) {
    const auto ended = std::ranges::find(shadows_, &frame, &Shadow::frame);
    shadows_.erase(ended, shadows_.end());
  }
  return true;
}

void EagerRecorder::step(eval::Vm& vm, const Frame& frame, const Value* top) {
  if (events_->isFull() || eager::isInsideNumPy(vm)) return;
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
    fresh.callerDecisions = controlDecisions(shadows_.back());
    passArguments(shadows_.back(), fresh, frame);
  }
  shadows_.push_back(std::move(fresh));
  return shadows_.back();
}

// In a call with only positional arguments each parameter gets the decisions of its argument. In
// any other call each parameter gets the decisions of all arguments.
void EagerRecorder::passArguments(const Shadow& caller, Shadow& callee, const Frame& frame) {
  const eval::Instruction& call = caller.frame->code->instructions[caller.at];
  const Opcode op = static_cast<Opcode>(call.op);
  const size_t count = frame.code->parameterCount();
  const size_t passed = call.operand;
  const bool isPlain = (op == Opcode::Call || op == Opcode::CallMethod) && !call.middle &&
                       passed <= count && count - passed <= 1 && caller.depth >= passed &&
                       caller.stack.size() >= caller.depth;
  for (size_t i = 0; i < std::min(count, callee.slots.size()); ++i) {
    if (!isPlain) {
      callee.slots[i] = caller.operands;
    } else if (i + passed >= count) {
      callee.slots[i] = caller.stack[caller.depth - (count - i)];
    } else if (op == Opcode::CallMethod && caller.depth > passed) {
      callee.slots[i] = caller.stack[caller.depth - passed - 1];  // self
    }
  }
  if (frame.code->parameters == nullptr && !callee.slots.empty())
    callee.slots[0] = caller.operands;  // the iterator of a comprehension
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
    const Sets result =
        sets_.unite(shadow.calls ? shadow.returned : shadow.operands, shadow.result);
    shadow.stack.resize(std::min(shadow.stack.size(), kept));
    shadow.stack.resize(depth, result);
    if (gives && !carries(top[-1])) shadow.stack.back() = 0;
  }
  shadow.stack.resize(depth);
  if (op == Opcode::ForIter) countRound(shadow, depth);
  if (!gives) return;
  if (op == Opcode::LoadAttr || op == Opcode::LoadGlobal || op == Opcode::LoadCell)
    noteOutsideContainer(shadow, frame, top[-1]);
  if (shadow.decides >= 0 && depth > 0) {
    recordValue(events_->rows[static_cast<size_t>(shadow.decides)], top[-1]);
    if (carries(top[-1]))
      shadow.stack.back() = sets_.add(shadow.stack.back(), static_cast<uint32_t>(shadow.decides));
  }
  if (isUser(frame)) recordComputedValue(shadow, frame, top[-1]);
}

// Records numbers and strings that user code computes; operators record tensors.
void EagerRecorder::recordComputedValue(Shadow& shadow, const Frame& frame, const Value& value) {
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
  if (value.as<eval::Tensor>() || value.as<eval::Function>() || value.as<eval::Instance>() ||
      value.as<eval::Class>())
    return;
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
  std::erase_if(shadow.regions, [&](const ControlRegion& region) {
    return frame.at <= region.from || frame.at >= region.join;
  });
  shadow.depth = static_cast<size_t>(top - frame.stack());
  shadow.stack.resize(shadow.depth);
  shadow.site = siteOf({frame.module->source.get(), frame.code->spans[frame.at]});
  shadow.calls = false;
  shadow.decides = -1;
  shadow.operands = shadow.result = shadow.returned = 0;
  const auto effect = eval::stackEffect(now.op, now.n, now.m, now.s);
  for (size_t i = 1; i <= std::min<size_t>(effect.pops, shadow.depth); ++i)
    shadow.operands = sets_.unite(
        shadow.operands, sets_.unite(shadow.stack[shadow.depth - i], setsOf(now.operand(i))));
  switch (now.op) {
    case Opcode::LoadFast: shadow.result = shadow.slots[now.n]; break;
    case Opcode::LoadCell: {
      const eval::Object* cell = frame.cells()[now.n].object();
      shadow.result = containers_.contains(cell) ? containers_[cell] : 0;
      readState(shadow, cell, nullptr, "a variable of an enclosing function");
      break;
    }
    case Opcode::LoadGlobal:
      readState(shadow, frame.module->globals.get(), now.name(), now.name()->text);
      break;
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
        if (shadows_[i].frame == &frame)
          shadows_[i - 1].returned = sets_.unite(shadow.operands, controlDecisions(shadow));
      if (isUser(frame) && !isUserCall()) recordCompute(shadow, "return", now.operand(1));
      break;
    default: startStore(shadow, now); break;
  }
}

EagerRecorder::Sets EagerRecorder::setsOf(const Value& value) const {
  auto sets = containers_.find(value.object());
  return sets == containers_.end() || !value.isObject() ? 0 : sets->second;
}

uint32_t EagerRecorder::decide(Shadow& shadow, DecisionKind what, std::string name, Sets from,
                               const IValue* value) {
  Event event;
  event.kind = EventKind::Decision;
  event.decisionKind = what;
  event.site = userSite();
  event.inner = shadow.site;
  event.name = std::move(name);
  event.decisions = sets_.of(from);
  if (value) event.outputs = {*value};
  events_->rows.push_back(std::move(event));
  return static_cast<uint32_t>(events_->rows.size() - 1);
}

void EagerRecorder::decideByResult(Shadow& shadow, DecisionKind what, std::string name, Sets from) {
  shadow.decides = static_cast<int32_t>(decide(shadow, what, std::move(name), from));
}

void EagerRecorder::enterRegion(Shadow& shadow, uint32_t from, uint32_t decision) {
  const eval::Code& code = *shadow.frame->code;
  const uint32_t join = code.instructions[from].middle;
  if (join) shadow.regions.push_back({from, code.joins[join], sets_.add(0, decision)});
}

EagerRecorder::Sets EagerRecorder::controlDecisions(const Shadow& shadow) {
  Sets all = shadow.callerDecisions;
  for (const ControlRegion& region : shadow.regions) all = sets_.unite(all, region.decision);
  return all;
}

// True when user code called the current user code.
bool EagerRecorder::isUserCall() const {
  size_t frames = 0;
  for (const Shadow& shadow : shadows_) frames += isUser(*shadow.frame);
  return frames > 1;
}

// Records the value that user code returns to its caller, or a container that it changes.
void EagerRecorder::recordCompute(Shadow& shadow, std::string_view what, const Value& value) {
  Event event;
  event.kind = EventKind::Compute;
  event.site = event.inner = shadow.site;
  event.name = what;
  event.decisions = sets_.of(shadow.operands);
  recordValue(event, value);
  events_->rows.push_back(std::move(event));
}

void EagerRecorder::recordValue(Event& event, const Value& value) {
  const IValue plain = valueOf(*vm_, eager::withoutNumpy(*vm_, value));
  event.outputs = {frozen(plain)};
  tensorsIn(plain, event.outputTensors);
  if (!event.outputTensors.empty()) events_->alive.push_back(plain);
}

// ---- operators

void EagerRecorder::entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) {
  recordFailedOperator();
  if (events_->isFull() || eager::isInsideNumPy(*vm_)) return;
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

void EagerRecorder::recordFailedOperator() {
  if (!open_) return;
  open_->failed = true;
  events_->rows.push_back(std::move(*open_));
  open_.reset();
}

}  // namespace ts::debugger
