#include "debugger/stepping/python_stepper.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/eval/opcodes.h"
#include "core/eval/scopes.h"
#include "debugger/script.h"
#include "debugger/stepping/code_lines.h"
#include "debugger/stepping/jumps.h"
#include "debugger/stepping/python_frame.h"

namespace ts::stepping {

using namespace eval;

namespace {

// "forward", "Net.forward" and "model.Net.forward" name the same function.
bool isNamed(const Code& code, const std::string& name) {
  const std::string& qualname = code.qualname->text;
  return name == qualname || name == code.name->text || name == code.module->name + "." + qualname;
}

}  // namespace

PythonStepper::PythonStepper(Vm& vm, StepListener& listener, bool justMyCode)
    : Stepper(vm, listener, justMyCode), outer_(setWatcher(this)) {
  vm_.steppable = true;
}

PythonStepper::~PythonStepper() {
  if (observesOperators_ && kernels::dispatchObserver() == this)
    kernels::setDispatchObserver(outerObserver_);
  setWatcher(outer_);
}

std::vector<std::unique_ptr<StackFrame>> PythonStepper::frames() {
  std::vector<std::unique_ptr<StackFrame>> found;
  size_t at = depth();
  for (Frame* frame = vm_.state().frame; frame; frame = frame->caller, --at) {
    if (!frame->module->source || frame->module->source->path() == kEvaluatedPath) continue;
    found.push_back(std::make_unique<PythonFrame>(vm_, *frame));
    found.back()->start = seenOf(*frame, at).start;
  }
  return found;
}

void PythonStepper::countVisits() {
  Stepper::countVisits();
  observeOperators();
}

// torch.jit.trace observes operators itself while it runs, and removes its observer behind.
void PythonStepper::observeOperators() {
  const bool isWanted = countsVisits_ || breakpoints_->nan;
  const bool isThere = kernels::dispatchObserver() == this;
  if (isWanted && !isThere) {
    outerObserver_ = kernels::setDispatchObserver(this);
    observesOperators_ = true;
  } else if (!isWanted && isThere) {
    kernels::setDispatchObserver(outerObserver_);
    observesOperators_ = false;
  }
}

void PythonStepper::entered(const ops::FunctionSchema& schema,
                            std::span<const tensor::IValue> arguments) {
  if (breakpoints_->nan && !isQuiet()) nonFinite_.entered(schema.name, arguments);
  if (outerObserver_) outerObserver_->entered(schema, arguments);
}

void PythonStepper::left(const ops::FunctionSchema& schema,
                         std::span<const tensor::IValue> results) {
  if (outerObserver_) outerObserver_->left(schema, results);
  if (isQuiet()) return;
  ++operators_;
  if (!breakpoints_->nan || isPassing()) return;
  if (const auto text = nonFinite_.left(schema.name, results)) stopAtNonFinite(*text);
}

void PythonStepper::stopAtNonFinite(const std::string& text) {
  for (const auto& frame : frames())
    if (frame->isUserCode())
      return stopAtEvent(StopReason::NonFinite, kNonFinite,
                         nonFiniteText(text, frame->source()->path(), frame->line()));
}

void PythonStepper::tracerWarned(Vm&, const std::string& text) {
  if (isQuiet() || isPassing() || !breakpoints_->tracer) return;
  for (const auto& frame : frames()) {
    if (!frame->isUserCode()) continue;
    const std::string place = fmt::format("{}:{} {}", frame->source()->path(), frame->line(), text);
    if (warned_.insert(place).second) stopAtEvent(StopReason::TracerWarning, kTracerWarning, text);
    return;
  }
}

bool PythonStepper::isShown(const Code& code) const {
  return code.module->source && code.module->source->path() != kEvaluatedPath &&
         code.scope->kind != ScopeKind::Annotations && (!justMyCode_ || isUserCode(code));
}

// ---- traps

PythonStepper::CodeState& PythonStepper::stateOf(Code& code) {
  CodeState& state = codes_[&code];
  if (!state.code) state.code = Ref<Code>(&code);
  if (state.lines.empty()) state.lines = linesOf(code);
  return state;
}

void PythonStepper::setTraps(CodeState& state) {
  Code& code = *state.code;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const bool isWanted =
        state.isFull || std::ranges::binary_search(state.stopLines, state.lines[i]);
    setTrap(code, i, isWanted && state.lines[i] != 0);
  }
}

void PythonStepper::trapAll(Code& code) {
  if (!code.compiled) return;
  CodeState& state = stateOf(code);
  if (state.isFull) return;
  state.isFull = true;
  full_.push_back(&state);
  setTraps(state);
}

void PythonStepper::releaseAll() {
  for (CodeState* state : full_) {
    state->isFull = false;
    setTraps(*state);
  }
  full_.clear();
}

// Finds the lines of a code on which breakpoints may stop.
void PythonStepper::chooseLines(CodeState& state) {
  const Code& code = *state.code;
  state.stopLines.clear();
  state.startsFunctionBreakpoint = false;
  if (!code.module->source) return;
  const auto found = breakpoints_->lines.find(code.module->source->path());
  if (found != breakpoints_->lines.end())
    for (const Breakpoint& breakpoint : found->second) state.stopLines.push_back(breakpoint.line);
  if (code.def)
    for (const Breakpoint& breakpoint : breakpoints_->functions)
      state.startsFunctionBreakpoint |= isNamed(code, breakpoint.function);
  if (state.startsFunctionBreakpoint) {
    if (state.lines.empty()) state.lines = linesOf(code);
    const auto first = std::ranges::find_if(state.lines, [](uint32_t line) { return line != 0; });
    if (first != state.lines.end()) state.stopLines.push_back(*first);
  }
  std::ranges::sort(state.stopLines);
}

void PythonStepper::compiled(Vm&, Code& code) {
  if (code.module->source && code.module->source->path() == kEvaluatedPath) return;
  CodeState& state = codes_[&code];
  state = {};
  state.code = Ref<Code>(&code);
  chooseLines(state);
  if (state.stopLines.empty()) return;
  stateOf(code);
  setTraps(state);
}

void PythonStepper::breakpointsChanged() {
  observeOperators();
  if (seesAllLines()) trapFrames();
  for (auto& [code, state] : codes_) {
    const bool hadLines = !state.stopLines.empty();
    chooseLines(state);
    if (!hadLines && state.stopLines.empty()) continue;
    stateOf(*state.code);
    setTraps(state);
  }
}

// ---- lines

PythonStepper::Seen& PythonStepper::seenOf(const Frame& frame, size_t depth) {
  if (seen_.size() <= depth) seen_.resize(depth + 64);
  Seen& seen = seen_[depth];
  if (seen.frame != &frame) seen = {&frame, kNothing, newStart()};
  return seen;
}

// As in CPython, a line starts when it differs from that of the frame's previous instruction, and
// when the frame jumps back.
bool PythonStepper::isNewLine(CodeState& state, const Frame& frame) {
  Seen& seen = seenOf(frame, depth());
  const uint32_t before = std::exchange(seen.at, frame.at);
  return before == kNothing || before >= state.lines.size() || frame.at <= before ||
         state.lines[before] != state.lines[frame.at];
}

bool PythonStepper::enters(Vm& vm, const Frame& frame) {
  if (isQuiet()) return false;
  if (!codes_.contains(frame.code)) compiled(vm, *frame.code);  // before the stepper was made
  Seen& seen = seenOf(frame, depth());
  if (frame.at == 0) seen.start = newStart();
  seen.at = frame.at == 0 ? kNothing : frame.at - 1;  // a generator continues behind its `yield`
  if ((seesAllLines() || stopsSoon_ || resume_ == Resume::StepIn) && isShown(*frame.code))
    trapAll(*frame.code);
  return false;
}

void PythonStepper::trapped(Vm&, Frame& frame) {
  if (isQuiet()) return;
  CodeState& state = stateOf(*frame.code);
  if (state.lines[frame.at] == 0) return;
  const Arrival arrival{isShown(*frame.code),          isNewLine(state, frame), false,
                        &frame.module->source->path(), state.lines[frame.at],   depth()};
  count(arrival);
  Hits hits;
  if (arrival.isLine && !state.stopLines.empty()) hits = hitBreakpoints(state, frame);
  reachTarget(frame.at, depth());
  movable_ = &frame;
  decide(arrival, std::move(hits));
  movable_ = nullptr;
}

// ---- parts of lines, and jumps

// The calls of the line from the current instruction on, in the order in which they run.
std::vector<StepInTarget> PythonStepper::stepInTargets() {
  std::vector<StepInTarget> found;
  Frame* const frame = vm_.state().frame;
  if (!frame || !isShown(*frame->code)) return found;
  const Code& code = *frame->code;
  const CodeState& state = stateOf(*frame->code);
  const uint32_t line = PythonFrame(vm_, *frame).line();
  for (uint32_t at = frame->at; at < code.instructions.size(); ++at) {
    const auto opcode = static_cast<Opcode>(code.opcodeAt(at));
    const bool isCall =
        opcode == Opcode::Call || opcode == Opcode::CallMethod || opcode == Opcode::CallSpread;
    if (!isCall || state.lines[at] != line) continue;
    const Span span = code.spans[at];
    found.push_back(
        {at, std::string(code.module->source->text().substr(span.begin, span.size())), line});
  }
  return found;
}

std::string PythonStepper::jumpProblem(uint32_t line) const {
  if (!movable_) return "the line is running: a frame jumps only from the start of a statement";
  return findJump(*movable_, line).problem;
}

void PythonStepper::jumpTo(uint32_t line) {
  movable_->at = findJump(*movable_, line).at;
  Stepper::jumpTo(line);
}

// ---- breakpoints

Stepper::Hits PythonStepper::hitBreakpoints(CodeState& state, Frame& frame) {
  Hits hits;
  const uint32_t line = state.lines[frame.at];
  PythonFrame shown(vm_, frame);
  // The condition may set other breakpoints free.
  const BreakpointSetPtr all = breakpoints_;
  const auto found = all->lines.find(frame.module->source->path());
  if (found != all->lines.end())
    for (const Breakpoint& breakpoint : found->second)
      if (breakpoint.line == line && isHit(breakpoint, shown)) hits.ids.push_back(breakpoint.id);
  const bool isStart = std::all_of(state.lines.begin(), state.lines.begin() + frame.at,
                                   [](uint32_t before) { return before == 0; });
  if (!state.startsFunctionBreakpoint || !isStart) return hits;
  for (const Breakpoint& breakpoint : all->functions) {
    if (!isNamed(*frame.code, breakpoint.function) || !isHit(breakpoint, shown)) continue;
    hits.ids.push_back(breakpoint.id);
    hits.reason = StopReason::FunctionBreakpoint;
  }
  return hits;
}

// ---- stops

void PythonStepper::stopSoon(StopReason reason) {
  Stepper::stopSoon(reason);
  trapFrames();
}

// Sets traps on the code of all running frames.
void PythonStepper::trapFrames() {
  size_t at = depth();
  for (Frame* frame = vm_.state().frame; frame; frame = frame->caller, --at) {
    if (!isShown(*frame->code)) continue;
    seenOf(*frame, at).at = frame->at;
    trapAll(*frame->code);
  }
}

void PythonStepper::breakpointCalled(Vm&) {
  if (!isQuiet() && !isPassing()) stopSoon(StopReason::Breakpoint);
}

void PythonStepper::stopping() {
  if (!seesAllLines()) releaseAll();
}

// Python code has no nodes: a step over one is a step over a line.
void PythonStepper::resumed(Resume resume) {
  observeOperators();
  if (resume == Resume::StepNode) resume_ = Resume::StepIn;
  if (resume != Resume::Continue) trapFrames();
}

void PythonStepper::raised(Vm&, Frame& frame, ExceptionObject& exception) {
  if (isQuiet() || isPassing() || reported_.get() == &exception || !isShown(*frame.code)) return;
  if (!breakpoints_->raised && !breakpoints_->uncaught) return;
  // Iterators end with exceptions of these classes.
  for (const Class* cls :
       {vm_.types.StopIteration, vm_.types.StopAsyncIteration, vm_.types.GeneratorExit})
    if (exception.cls->isSubclass(cls)) return;
  const bool exits = exception.cls->isSubclass(vm_.types.SystemExit);
  const bool isUncaught = !exits && !isCaught(vm_, &frame, exception);
  if (!breakpoints_->raised && !(breakpoints_->uncaught && isUncaught)) return;
  reported_ = Ref<ExceptionObject>(&exception);
  Stop made;
  made.reason = StopReason::Exception;
  made.text = exception.cls->name;
  made.isUncaught = isUncaught;
  made.describe = [this] {
    ExceptionText text;
    const Class& cls = *reported_->cls;
    text.name = cls.name;
    text.fullName = (cls.moduleName.empty() ? "" : cls.moduleName + ".") + cls.qualname;
    text.trace = debugger::tracebackText(vm_, *reported_);
    evaluator().guarded(FrameEvaluator::kFuel,
                        [&] { text.message = vm_.toStr(Value(reported_.get())); });
    return text;
  };
  stop(made);
}

}  // namespace ts::stepping
