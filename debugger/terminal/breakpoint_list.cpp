#include "debugger/terminal/breakpoint_list.h"

#include <algorithm>

namespace ts::terminal {

ListedBreakpoint& BreakpointList::add(ListedBreakpoint breakpoint) {
  breakpoint.number = ++lastNumber_;
  breakpoint.id = ++lastId_;
  return all_.emplace_back(std::move(breakpoint));
}

ListedBreakpoint* BreakpointList::find(int number) {
  const auto entry = std::ranges::find(all_, number, &ListedBreakpoint::number);
  return entry == all_.end() ? nullptr : &*entry;
}

ListedBreakpoint* BreakpointList::findById(int id) {
  const auto entry = std::ranges::find(all_, id, &ListedBreakpoint::id);
  return entry == all_.end() ? nullptr : &*entry;
}

void BreakpointList::remove(int number) {
  std::erase_if(all_, [&](const ListedBreakpoint& listed) { return listed.number == number; });
}

void BreakpointList::ignore(ListedBreakpoint& breakpoint, uint64_t count) {
  breakpoint.ignored = count;
  breakpoint.id = ++lastId_;
}

stepping::BreakpointSetPtr BreakpointList::snapshot() const {
  auto set = std::make_shared<stepping::BreakpointSet>();
  set->uncaught = true;
  set->divergence = true;
  for (const ListedBreakpoint& listed : all_) {
    if (!listed.isEnabled) continue;
    stepping::Breakpoint breakpoint;
    breakpoint.id = listed.id;
    breakpoint.line = listed.line;
    breakpoint.function = listed.function;
    breakpoint.condition = listed.condition;
    if (listed.ignored > 0) breakpoint.hits = {stepping::HitRule::Kind::More, listed.ignored};
    auto& lines = listed.isOfGradient ? set->gradients : set->lines;
    auto& group = listed.line ? lines[listed.path] : set->functions;
    group.push_back(std::move(breakpoint));
  }
  return set;
}

}  // namespace ts::terminal
