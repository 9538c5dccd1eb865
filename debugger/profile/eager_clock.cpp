#include "debugger/profile/eager_clock.h"

#include <algorithm>

#include "core/eval/bytecode/bytecode.h"

namespace ts::debugger {

EagerClock::EagerClock(eval::Vm&)
    : outerWatcher_(eval::setWatcher(this)), outerObserver_(kernels::setDispatchObserver(this)) {}

EagerClock::~EagerClock() {
  eval::setWatcher(outerWatcher_);
  kernels::setDispatchObserver(outerObserver_);
}

void EagerClock::restart() {
  begin_ = -1;
  frame_ = nullptr;
  slices_.clear();
  watch_ = {};
}

std::vector<Slice> EagerClock::take() {
  if (begin_ >= 0) close("Python");
  begin_ = -1;
  return std::exchange(slices_, {});
}

void EagerClock::step(eval::Vm&, const eval::Frame& frame, const eval::Value*) {
  if (frame.code->spans[frame.at].end == 0) return;  // of the code around the statements
  const auto siteIn = [](const eval::Frame& at) {
    return siteOf({at.module->source.get(), at.code->spans[at.at]});
  };
  const Site here = siteIn(frame);
  if (&frame == frame_ && here.line == line_ && begin_ >= 0) return;
  if (begin_ >= 0) close("Python");
  frame_ = &frame;
  line_ = here.line;
  // The user's line that runs: that of the innermost frame outside of the library.
  site_ = {};
  calls_.clear();
  for (const eval::Frame* at = &frame; at != nullptr; at = at->caller) {
    if (!site_ && !at->code->isModule)
      if (const Site site = siteIn(*at); site && !site.isLibrary()) site_ = site;
    calls_.push_back(std::string(at->code->name->text));
  }
  std::ranges::reverse(calls_);
  begin_ = watch_.seconds();
}

void EagerClock::entered(const ops::FunctionSchema&, std::span<const tensor::IValue>) {
  if (begin_ >= 0) close("Python");
  begin_ = watch_.seconds();
}

void EagerClock::left(const ops::FunctionSchema& schema, std::span<const tensor::IValue>) {
  close(schema.name);
  begin_ = watch_.seconds();
}

void EagerClock::close(std::string name) {
  const double end = watch_.seconds();
  slices_.push_back({std::move(name), calls_, site_, begin_, end, end - begin_});
}

}  // namespace ts::debugger
