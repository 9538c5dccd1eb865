#include "debugger/profile/eager_clock.h"

#include <algorithm>

#include "core/eval/bytecode/bytecode.h"

namespace ts::debugger {
namespace {

constexpr const char* kTape = "the tape";  // the time between its nodes

}  // namespace

EagerClock::EagerClock(eval::Vm&)
    : outerWatcher_(eval::setWatcher(this)),
      outerObserver_(kernels::setDispatchObserver(this)),
      outerTape_(autodiff::setTapeWatcher(this)) {}

EagerClock::~EagerClock() {
  eval::setWatcher(outerWatcher_);
  kernels::setDispatchObserver(outerObserver_);
  autodiff::setTapeWatcher(outerTape_);
}

void EagerClock::restart() {
  begin_ = -1;
  frame_ = nullptr;
  slices_.clear();
  recorded_.clear();
  runs_.clear();
  nodes_ = 0;
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
  here_ = {};
  if (!runs_.empty()) here_.phase = Phase::Backward;
  for (const eval::Frame* at = &frame; at != nullptr; at = at->caller) {
    if (!here_.site && !at->code->isModule)
      if (const Site site = siteIn(*at); site && !site.isLibrary()) here_.site = site;
    here_.calls.push_back(std::string(at->code->name->text));
    if (at->module->name.starts_with("torch.optim")) here_.phase = Phase::Optimizer;
  }
  std::ranges::reverse(here_.calls);
  begin_ = watch_.seconds();
}

void EagerClock::entered(const ops::FunctionSchema&, std::span<const tensor::IValue>) {
  if (nodes_ > 0) return;  // a part of the node
  if (begin_ >= 0) close("Python");
  begin_ = watch_.seconds();
}

void EagerClock::left(const ops::FunctionSchema& schema, std::span<const tensor::IValue>) {
  if (nodes_ > 0) return;
  close(schema.name);
  begin_ = watch_.seconds();
}

void EagerClock::recorded(const autodiff::Node& node) {
  if (nodes_ == 0) recorded_.emplace(node.sequence(), here_);
}

// The code that has run until now has this name; that of `place` runs from here on.
void EagerClock::next(std::string name, const Place& place) {
  if (begin_ >= 0) close(std::move(name));
  here_ = place;
  here_.phase = runs_.empty() ? place.phase : Phase::Backward;
  frame_ = nullptr;  // the next instruction begins a slice
  begin_ = watch_.seconds();
}

void EagerClock::began() {
  runs_.push_back({here_, nodes_});
  if (nodes_ == 0) next("Python", here_);
}

void EagerClock::ended() {
  const Run run = std::move(runs_.back());
  runs_.pop_back();
  nodes_ = run.nodes;  // a node may have raised
  if (nodes_ == 0) next(kTape, run.place);
}

void EagerClock::entered(const autodiff::Node& node, std::span<const tensor::Tensor>) {
  if (nodes_++ > 0) return;
  // The node of a leaf belongs to the line that asks for gradients.
  const auto place = recorded_.find(node.sequence());
  next(kTape, place == recorded_.end() ? runs_.back().place : place->second);
}

void EagerClock::left(const autodiff::Node& node, std::span<const tensor::Tensor>) {
  if (--nodes_ == 0) next(node.name(), runs_.back().place);
}

void EagerClock::close(std::string name) {
  const double end = watch_.seconds();
  slices_.push_back(
      {std::move(name), here_.calls, here_.site, begin_, end, end - begin_, false, here_.phase});
}

}  // namespace ts::debugger
