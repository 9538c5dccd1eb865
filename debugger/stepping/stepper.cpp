#include "debugger/stepping/stepper.h"

#include <fmt/format.h>

#include <algorithm>

#include "debugger/stepping/code_lines.h"

namespace ts::stepping {

using namespace eval;

namespace {

// "forward", "Net.forward" and "model.Net.forward" name the same function.
bool isNamed(const Code& code, const std::string& name) {
  const std::string& qualname = code.qualname->text;
  return name == qualname || name == code.name->text || name == code.module->name + "." + qualname;
}

}  // namespace

Stepper::Stepper(Vm& vm, StepListener& listener, bool justMyCode)
    : vm_(vm),
      listener_(listener),
      justMyCode_(justMyCode),
      outer_(setWatcher(this)),
      evaluator_(vm),
      breakpoints_(std::make_shared<BreakpointSet>()) {
  vm_.steppable = true;
  vm_.interrupt = &interrupted_;
  vm_.onInterrupt = [this] { runInterrupts(); };
}

Stepper::~Stepper() {
  vm_.interrupt = nullptr;
  vm_.onInterrupt = nullptr;
  setWatcher(outer_);
}

void Stepper::interrupt(std::function<void()> work) {
  std::lock_guard lock(mutex_);
  interrupts_.push_back(std::move(work));
  interrupted_.store(true);
}

void Stepper::runInterrupts() {
  std::vector<std::function<void()>> work;
  {
    std::lock_guard lock(mutex_);
    work.swap(interrupts_);
  }
  for (const auto& one : work) one();
}

bool Stepper::isShown(const Code& code) const {
  return code.module->source && code.module->source->path() != kEvaluatedPath &&
         code.scope->kind != ScopeKind::Annotations && (!justMyCode_ || isUserCode(code));
}

// ---- traps

Stepper::CodeState& Stepper::stateOf(Code& code) {
  CodeState& state = codes_[&code];
  if (!state.code) state.code = Ref<Code>(&code);
  if (state.lines.empty()) state.lines = linesOf(code);
  return state;
}

void Stepper::setTraps(CodeState& state) {
  Code& code = *state.code;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const bool isWanted =
        state.isFull || std::ranges::binary_search(state.stopLines, state.lines[i]);
    setTrap(code, i, isWanted && state.lines[i] != 0);
  }
}

void Stepper::trapAll(Code& code) {
  if (!code.compiled) return;
  CodeState& state = stateOf(code);
  if (state.isFull) return;
  state.isFull = true;
  full_.push_back(&state);
  setTraps(state);
}

void Stepper::releaseAll() {
  for (CodeState* state : full_) {
    state->isFull = false;
    setTraps(*state);
  }
  full_.clear();
}

// Finds the lines of a code on which breakpoints may stop.
void Stepper::chooseLines(CodeState& state) {
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

void Stepper::compiled(Vm&, Code& code) {
  if (code.module->source && code.module->source->path() == kEvaluatedPath) return;
  CodeState& state = codes_[&code];
  state = {};
  state.code = Ref<Code>(&code);
  chooseLines(state);
  if (state.stopLines.empty()) return;
  stateOf(code);
  setTraps(state);
}

void Stepper::setBreakpoints(BreakpointSetPtr breakpoints) {
  breakpoints_ = std::move(breakpoints);
  for (auto& [code, state] : codes_) {
    const bool hadLines = !state.stopLines.empty();
    chooseLines(state);
    if (!hadLines && state.stopLines.empty()) continue;
    stateOf(*state.code);
    setTraps(state);
  }
}

// ---- lines

Stepper::Seen& Stepper::seenOf(const Frame& frame, size_t depth) {
  if (seen_.size() <= depth) seen_.resize(depth + 64);
  Seen& seen = seen_[depth];
  if (seen.frame != &frame) seen = {&frame, kNothing};
  return seen;
}

// As in CPython, a line starts when it differs from that of the frame's previous instruction, and
// when the frame jumps back.
bool Stepper::isNewLine(CodeState& state, const Frame& frame) {
  Seen& seen = seenOf(frame, depth());
  const uint32_t before = std::exchange(seen.at, frame.at);
  return before == kNothing || before >= state.lines.size() || frame.at <= before ||
         state.lines[before] != state.lines[frame.at];
}

bool Stepper::enters(Vm&, const Frame& frame) {
  if (quiet_) return false;
  Seen& seen = seenOf(frame, depth());
  seen.at = frame.at == 0 ? kNothing : frame.at - 1;  // a generator continues behind its `yield`
  if ((stopsSoon_ || resume_ == Resume::StepIn) && isShown(*frame.code)) trapAll(*frame.code);
  return false;
}

bool Stepper::wantsStop(const Frame& frame, bool isLine) const {
  if (!isShown(*frame.code)) return false;
  if (stopsSoon_) return isLine;
  switch (resume_) {
    case Resume::Continue: return false;
    case Resume::StepIn: return isLine;
    case Resume::StepOver: return isLine && depth() <= stepDepth_;
    case Resume::StepOut: return depth() < stepDepth_;
  }
  return false;
}

void Stepper::trapped(Vm&, Frame& frame) {
  if (quiet_) return;
  CodeState& state = stateOf(*frame.code);
  if (state.lines[frame.at] == 0) return;
  const bool isLine = isNewLine(state, frame);
  Stop made;
  made.frame = &frame;
  bool isFunction = false;
  if (isLine && !state.stopLines.empty())
    made.breakpoints = hitBreakpoints(state, frame, isFunction);
  if (!made.breakpoints.empty()) {
    made.reason = isFunction ? StopReason::FunctionBreakpoint : StopReason::Breakpoint;
  } else if (wantsStop(frame, isLine)) {
    made.reason = stopsSoon_ ? soonReason_ : StopReason::Step;
  } else {
    return;
  }
  stop(std::move(made));
}

// ---- breakpoints

std::vector<int> Stepper::hitBreakpoints(CodeState& state, Frame& frame, bool& isFunction) {
  std::vector<int> hit;
  const uint32_t line = state.lines[frame.at];
  // The condition may set other breakpoints free.
  const BreakpointSetPtr all = breakpoints_;
  const auto found = all->lines.find(frame.module->source->path());
  if (found != all->lines.end())
    for (const Breakpoint& breakpoint : found->second)
      if (breakpoint.line == line && isHit(breakpoint, frame)) hit.push_back(breakpoint.id);
  const bool isStart = std::all_of(state.lines.begin(), state.lines.begin() + frame.at,
                                   [](uint32_t before) { return before == 0; });
  if (!state.startsFunctionBreakpoint || !isStart) return hit;
  for (const Breakpoint& breakpoint : all->functions) {
    if (!isNamed(*frame.code, breakpoint.function) || !isHit(breakpoint, frame)) continue;
    hit.push_back(breakpoint.id);
    isFunction = true;
  }
  return hit;
}

bool Stepper::isHit(const Breakpoint& breakpoint, Frame& frame) {
  const Quiet quiet(*this);
  if (!breakpoint.condition.empty()) {
    bool isTrue = false;
    Evaluated result = evaluator_.evaluate(frame, breakpoint.condition);
    if (result.error.empty())
      result = evaluator_.guarded(FrameEvaluator::kFuel,
                                  [&, value = result.value] { isTrue = vm_.truth(value); });
    if (!result.error.empty()) {
      if (!std::exchange(hasFailed_[breakpoint.id], true))
        listener_.failed(fmt::format("the condition `{}` of a breakpoint failed, so the program "
                                     "does not stop there: {}",
                                     breakpoint.condition, result.error),
                         frame);
      return false;
    }
    if (!isTrue) return false;
  }
  if (breakpoint.hits && !breakpoint.hits->admits(++hits_[breakpoint.id])) return false;
  if (breakpoint.log.empty()) return true;
  listener_.logged(logText(breakpoint, frame), frame);
  return false;
}

std::string Stepper::logText(const Breakpoint& breakpoint, Frame& frame) {
  std::string text;
  for (const LogPart& part : logParts(breakpoint.log)) {
    if (!part.isExpression) {
      text += part.text;
      continue;
    }
    Evaluated result = evaluator_.evaluate(frame, part.text);
    if (result.error.empty())
      result = evaluator_.guarded(FrameEvaluator::kFuel, [&, value = result.value] {
        text += vm_.format(value, part.format);
      });
    if (!result.error.empty()) text += "<" + result.error + ">";
  }
  return text;
}

// ---- stops

void Stepper::stopSoon(StopReason reason) {
  stopsSoon_ = true;
  soonReason_ = reason;
  size_t at = depth();
  for (Frame* frame = vm_.state().frame; frame; frame = frame->caller, --at) {
    if (!isShown(*frame->code)) continue;
    seenOf(*frame, at).at = frame->at;
    trapAll(*frame->code);
  }
}

void Stepper::breakpointCalled(Vm&) {
  if (!quiet_) stopSoon(StopReason::Breakpoint);
}

void Stepper::stop(Stop stop) {
  releaseAll();
  stopsSoon_ = false;
  Frame& frame = *stop.frame;
  const Resume resume = listener_.stopped(stop);
  start(resume, frame);
}

void Stepper::start(Resume resume, Frame& frame) {
  resume_ = resume;
  if (resume == Resume::Continue) return;
  size_t at = depth();
  stepDepth_ = at;
  for (Frame* one = vm_.state().frame; one; one = one->caller, --at) {
    if (one == &frame) stepDepth_ = at;
    if (!isShown(*one->code)) continue;
    seenOf(*one, at).at = one->at;
    trapAll(*one->code);
  }
}

void Stepper::raised(Vm&, Frame& frame, ExceptionObject& exception) {
  if (quiet_ || reported_.get() == &exception || !isShown(*frame.code)) return;
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
  made.exception = reported_;
  made.isUncaught = isUncaught;
  made.frame = &frame;
  stop(std::move(made));
}

}  // namespace ts::stepping
