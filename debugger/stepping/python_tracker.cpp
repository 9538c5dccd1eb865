#include "debugger/stepping/python_tracker.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/eval/bytecode/opcodes.h"
#include "core/eval/codegen/scopes.h"
#include "debugger/script/script.h"
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

PythonTracker::PythonTracker(StopControl& control)
    : control_(control), vm_(control.vm), outer_(setWatcher(this)) {
  vm_.steppable = true;
}

PythonTracker::~PythonTracker() {
  if (observesOperators_ && kernels::dispatchObserver() == this)
    kernels::setDispatchObserver(outerObserver_);
  setWatcher(outer_);
}

size_t PythonTracker::depth() const { return static_cast<size_t>(vm_.state().calls); }

void PythonTracker::eachFrame(const std::function<void(std::unique_ptr<StackFrame>, size_t)>& use) {
  size_t at = depth();
  for (Frame* frame = vm_.state().frame; frame; frame = frame->caller, --at) {
    std::unique_ptr<StackFrame> shown;
    if (frame->module->source && frame->module->source->path() != kEvaluatedPath) {
      shown = std::make_unique<PythonFrame>(vm_, *frame);
      shown->start = seenOf(*frame, at).start;
    }
    use(std::move(shown), at);
  }
}

// torch.jit.trace observes operators itself while it runs, and removes its observer behind.
void PythonTracker::observeOperators() {
  const bool isWanted = control_.positions.areCounted() || control_.breakpoints.all().nan;
  const bool isThere = kernels::dispatchObserver() == this;
  if (isWanted && !isThere) {
    outerObserver_ = kernels::setDispatchObserver(this);
    observesOperators_ = true;
  } else if (!isWanted && isThere) {
    kernels::setDispatchObserver(outerObserver_);
    observesOperators_ = false;
  }
}

void PythonTracker::entered(const ops::FunctionSchema& schema,
                            std::span<const tensor::IValue> arguments) {
  if (control_.breakpoints.all().nan && !control_.isQuiet())
    nonFinite_.entered(schema.name, arguments);
  if (outerObserver_) outerObserver_->entered(schema, arguments);
}

void PythonTracker::left(const ops::FunctionSchema& schema,
                         std::span<const tensor::IValue> results) {
  if (outerObserver_) outerObserver_->left(schema, results);
  if (control_.isQuiet()) return;
  control_.places.countOperator();
  if (!control_.breakpoints.all().nan || control_.isPassing()) return;
  if (const auto text = nonFinite_.left(schema.name, results)) stopAtNonFinite(*text);
}

void PythonTracker::stopAtNonFinite(const std::string& text) {
  for (const auto& frame : control_.code.frames())
    if (frame->isUserCode())
      return control_.stopAtEvent(StopReason::NonFinite, kNonFinite,
                                  nonFiniteText(text, frame->source()->path(), frame->line()));
}

void PythonTracker::tracerWarned(Vm&, const std::string& text) {
  if (control_.isQuiet() || control_.isPassing() || !control_.breakpoints.all().tracer) return;
  for (const auto& frame : control_.code.frames()) {
    if (!frame->isUserCode()) continue;
    const std::string place = fmt::format("{}:{} {}", frame->source()->path(), frame->line(), text);
    if (warned_.insert(place).second)
      control_.stopAtEvent(StopReason::TracerWarning, kTracerWarning, text);
    return;
  }
}

bool PythonTracker::isShown(const Code& code) const {
  return code.module->source && code.module->source->path() != kEvaluatedPath &&
         code.scope->kind != ScopeKind::Annotations && (!control_.justMyCode || isUserCode(code));
}

// ---- traps

PythonTracker::CodeState& PythonTracker::stateOf(Code& code) {
  CodeState& state = codes_[&code];
  if (!state.code) state.code = Ref<Code>(&code);
  if (state.lines.empty()) {
    state.lines = linesOf(code);
    state.starts = lineStartsOf(code, state.lines);
    state.isShown = isShown(code);
  }
  return state;
}

void PythonTracker::setTraps(CodeState& state) {
  Code& code = *state.code;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const auto isStop = [&] { return std::ranges::binary_search(state.stopLines, state.lines[i]); };
    const bool isWanted = state.isFull || (state.starts[i] && (state.countsLines || isStop()));
    setTrap(code, i, isWanted && state.lines[i] != 0);
  }
}

void PythonTracker::trapAll(Code& code) {
  if (!code.compiled) return;
  CodeState& state = stateOf(code);
  if (state.isFull) return;
  state.isFull = true;
  full_.push_back(&state);
  setTraps(state);
}

void PythonTracker::trapLines(Code& code) {
  if (!code.compiled) return;
  CodeState& state = stateOf(code);
  if (!std::exchange(state.countsLines, true)) setTraps(state);
}

void PythonTracker::releaseAll() {
  for (CodeState* state : full_) {
    state->isFull = false;
    setTraps(*state);
  }
  full_.clear();
}

// Finds the lines of a code on which breakpoints may stop.
void PythonTracker::chooseLines(CodeState& state) {
  const Code& code = *state.code;
  state.stopLines.clear();
  state.startsFunctionBreakpoint = false;
  if (!code.module->source) return;
  const auto breakpoints = control_.breakpoints.all().lines.find(code.module->source->path());
  if (breakpoints != control_.breakpoints.all().lines.end())
    for (const Breakpoint& breakpoint : breakpoints->second)
      state.stopLines.push_back(breakpoint.line);
  if (code.def)
    for (const Breakpoint& breakpoint : control_.breakpoints.all().functions)
      state.startsFunctionBreakpoint |= isNamed(code, breakpoint.function);
  if (state.startsFunctionBreakpoint) {
    stateOf(*state.code);
    const auto first = std::ranges::find_if(state.lines, [](uint32_t line) { return line != 0; });
    if (first != state.lines.end()) state.stopLines.push_back(*first);
  }
  std::ranges::sort(state.stopLines);
}

void PythonTracker::compiled(Vm&, Code& code) {
  if (code.module->source && code.module->source->path() == kEvaluatedPath) return;
  CodeState& state = codes_[&code];
  state = {};
  state.code = Ref<Code>(&code);
  chooseLines(state);
  if (state.stopLines.empty()) return;
  stateOf(code);
  setTraps(state);
}

void PythonTracker::breakpointsChanged() {
  observeOperators();
  if (!control_.breakpoints.all().data.empty()) trapFrames();
  for (auto& [code, state] : codes_) {
    const bool hadLines = !state.stopLines.empty();
    chooseLines(state);
    if (!hadLines && state.stopLines.empty()) continue;
    stateOf(*state.code);
    setTraps(state);
  }
}

// ---- lines

PythonTracker::Seen& PythonTracker::seenOf(const Frame& frame, size_t depth) {
  if (seen_.size() <= depth) seen_.resize(depth + 64);
  Seen& seen = seen_[depth];
  if (seen.frame != &frame) seen = {&frame, kNothing, control_.positions.newStart()};
  return seen;
}

// As in CPython, a line starts when it differs from that of the frame's previous instruction, and
// when the frame jumps back.
bool PythonTracker::isNewLine(CodeState& state, const Frame& frame) {
  Seen& seen = seenOf(frame, depth());
  const uint32_t before = std::exchange(seen.at, frame.at);
  return before == kNothing || before >= state.lines.size() || frame.at <= before ||
         state.lines[before] != state.lines[frame.at];
}

bool PythonTracker::enters(Vm& vm, const Frame& frame) {
  if (control_.isQuiet()) return false;
  if (!codes_.contains(frame.code)) compiled(vm, *frame.code);  // before the stepper was made
  Seen& seen = seenOf(frame, depth());
  if (frame.at == 0) {
    seen.start = control_.positions.newStart();
    if (control_.code.depth() == 1) control_.steps.outermostStarted();
  }
  seen.at = frame.at == 0 ? kNothing : frame.at - 1;  // a generator continues behind its `yield`
  if (!control_.positions.areCounted() && !control_.seesAllInstructions()) return false;
  if (!isShown(*frame.code)) return false;
  if (control_.positions.areCounted()) trapLines(*frame.code);
  if (control_.seesAllInstructions()) trapAll(*frame.code);
  return false;
}

void PythonTracker::trapped(Vm&, Frame& frame) {
  if (control_.isQuiet()) return;
  CodeState& state = stateOf(*frame.code);
  if (state.lines[frame.at] == 0) return;
  const Arrival arrival{
      state.isShown,         isNewLine(state, frame), false, &frame.module->source->path(),
      state.lines[frame.at], control_.code.depth()};
  control_.positions.count(arrival);
  Hits hits;
  if (arrival.isLine && !state.stopLines.empty()) hits = hitBreakpoints(state, frame);
  control_.steps.reachCall(frame.at, control_.code.depth());
  movable_ = &frame;
  control_.decide(arrival, std::move(hits));
  movable_ = nullptr;
}

// ---- parts of lines, and jumps

// The calls of the line from the current instruction on, in the order in which they run.
std::vector<StepInTarget> PythonTracker::stepInTargets() {
  std::vector<StepInTarget> targets;
  Frame* const frame = vm_.state().frame;
  if (!frame || !isShown(*frame->code)) return targets;
  const Code& code = *frame->code;
  const CodeState& state = stateOf(*frame->code);
  const uint32_t line = PythonFrame(vm_, *frame).line();
  for (uint32_t at = frame->at; at < code.instructions.size(); ++at) {
    const auto opcode = static_cast<Opcode>(code.opcodeAt(at));
    const bool isCall =
        opcode == Opcode::Call || opcode == Opcode::CallMethod || opcode == Opcode::CallSpread;
    if (!isCall || state.lines[at] != line) continue;
    const Span span = code.spans[at];
    targets.push_back(
        {at, std::string(code.module->source->text().substr(span.begin, span.size())), line});
  }
  return targets;
}

std::string PythonTracker::jumpProblem(uint32_t line) const {
  if (!movable_) return "the line is running: a frame jumps only from the start of a statement";
  return findJump(*movable_, line).problem;
}

void PythonTracker::jumpTo(uint32_t line) { movable_->at = findJump(*movable_, line).at; }

// ---- breakpoints

Hits PythonTracker::hitBreakpoints(CodeState& state, Frame& frame) {
  Hits hits;
  const uint32_t line = state.lines[frame.at];
  PythonFrame shown(vm_, frame);
  // The condition may set other breakpoints free.
  const BreakpointSetPtr all = control_.breakpoints.share();
  const auto breakpoints = all->lines.find(frame.module->source->path());
  if (breakpoints != all->lines.end())
    for (const Breakpoint& breakpoint : breakpoints->second)
      if (breakpoint.line == line && control_.isHit(breakpoint, shown))
        hits.ids.push_back(breakpoint.id);
  const bool isStart = std::all_of(state.lines.begin(), state.lines.begin() + frame.at,
                                   [](uint32_t before) { return before == 0; });
  if (!state.startsFunctionBreakpoint || !isStart) return hits;
  for (const Breakpoint& breakpoint : all->functions) {
    if (!isNamed(*frame.code, breakpoint.function) || !control_.isHit(breakpoint, shown)) continue;
    hits.ids.push_back(breakpoint.id);
    hits.reason = StopReason::FunctionBreakpoint;
  }
  return hits;
}

// ---- stops

void PythonTracker::trapFrames() {
  size_t at = depth();
  for (Frame* frame = vm_.state().frame; frame; frame = frame->caller, --at) {
    if (!isShown(*frame->code)) continue;
    seenOf(*frame, at).at = frame->at;
    trapAll(*frame->code);
  }
}

void PythonTracker::breakpointCalled(Vm&) {
  if (!control_.isQuiet() && !control_.isPassing()) control_.stopSoon(StopReason::Breakpoint);
}

void PythonTracker::stopping() {
  if (control_.breakpoints.all().data.empty()) releaseAll();
}

void PythonTracker::resumed(Resume resume) {
  observeOperators();
  if (resume != Resume::Continue) trapFrames();
}

void PythonTracker::raised(Vm&, Frame& frame, ExceptionObject& exception) {
  if (std::exchange(passesRaised_, false)) reported_ = Ref<ExceptionObject>(&exception);
  if (control_.isQuiet() || control_.isPassing() || reported_.get() == &exception ||
      !isShown(*frame.code))
    return;
  if (!control_.breakpoints.all().raised && !control_.breakpoints.all().uncaught) return;
  // Iterators end with exceptions of these classes.
  for (const Class* cls :
       {vm_.types.StopIteration, vm_.types.StopAsyncIteration, vm_.types.GeneratorExit})
    if (exception.cls->isSubclass(cls)) return;
  const bool exits = exception.cls->isSubclass(vm_.types.SystemExit);
  const bool isUncaught = !exits && !isCaught(vm_, &frame, exception);
  if (!control_.breakpoints.all().raised && !(control_.breakpoints.all().uncaught && isUncaught))
    return;
  reported_ = Ref<ExceptionObject>(&exception);
  Stop reached;
  reached.reason = StopReason::Exception;
  reached.text = exception.cls->name;
  reached.isUncaught = isUncaught;
  reached.describe = [this] {
    ExceptionText text;
    const Class& cls = *reported_->cls;
    text.name = cls.name;
    text.fullName = (cls.moduleName.empty() ? "" : cls.moduleName + ".") + cls.qualname;
    text.trace = debugger::tracebackText(vm_, *reported_);
    control_.evaluator.guarded(FrameEvaluator::kFuel,
                               [&] { text.message = vm_.toStr(Value(reported_.get())); });
    return text;
  };
  control_.stop(reached);
}

}  // namespace ts::stepping
