#include "debugger/terminal/breakpoint_list.h"

#include <algorithm>

namespace ts::terminal {

ListedBreakpoint& BreakpointList::add(ListedBreakpoint breakpoint) {
  breakpoint.number = ++lastNumber_;
  breakpoint.id = ++lastId_;
  return all_.emplace_back(std::move(breakpoint));
}

ListedBreakpoint* BreakpointList::find(int number) {
  const auto found = std::ranges::find(all_, number, &ListedBreakpoint::number);
  return found == all_.end() ? nullptr : &*found;
}

ListedBreakpoint* BreakpointList::findById(int id) {
  const auto found = std::ranges::find(all_, id, &ListedBreakpoint::id);
  return found == all_.end() ? nullptr : &*found;
}

void BreakpointList::remove(int number) {
  std::erase_if(all_, [&](const ListedBreakpoint& one) { return one.number == number; });
}

void BreakpointList::ignore(ListedBreakpoint& breakpoint, uint64_t count) {
  breakpoint.ignored = count;
  breakpoint.id = ++lastId_;
}

stepping::BreakpointSetPtr BreakpointList::snapshot() const {
  auto set = std::make_shared<stepping::BreakpointSet>();
  set->uncaught = true;
  set->divergence = true;
  for (const ListedBreakpoint& one : all_) {
    if (!one.isEnabled) continue;
    stepping::Breakpoint made;
    made.id = one.id;
    made.line = one.line;
    made.function = one.function;
    made.condition = one.condition;
    if (one.ignored > 0) made.hits = {stepping::HitRule::Kind::More, one.ignored};
    auto& group = one.line ? set->lines[one.path] : set->functions;
    group.push_back(std::move(made));
  }
  return set;
}

}  // namespace ts::terminal
