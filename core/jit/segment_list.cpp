#include "core/jit/segment_list.h"

#include <algorithm>
#include <map>

namespace ts::jit {

using interp::Instruction;
using interp::Op;

namespace {

// Instructions that take no time.
bool isCheck(Op op) { return op == Op::Release || op == Op::CheckDefined || op == Op::CheckLeaf; }

}  // namespace

void SegmentList::clear() {
  segments.clear();
  origins.clear();
}

void SegmentList::push(Instruction instruction, int32_t origin) {
  segments.push_back(instruction);
  origins.push_back(origin);
}

void SegmentList::mark(int32_t first, int32_t count) {
  if (marks_) push({.op = Op::Mark, .c = first, .n = count}, first);
}

int32_t SegmentList::add(int32_t first, int32_t last) {
  const int32_t begin = size();
  addInstructions(first, last);
  mark(last, 0);
  push({.op = Op::Leave}, last);
  return begin;
}

void SegmentList::addInstructions(int32_t first, int32_t last) {
  const auto at = [&](int32_t index) { return program_.code[static_cast<size_t>(index)]; };
  std::set<int32_t> moved;
  size_t fused = 0;       // the place of the last Op::Fused
  int32_t fusedEnd = -1;  // the instruction behind its operators
  const auto endFusion = [&](int32_t i) {
    if (i != fusedEnd) return;
    segments[fused].n = static_cast<int32_t>(segments.size() - fused - 1);
    fusedEnd = -1;
  };
  for (int32_t i = first; i <= last; ++i) {
    endFusion(i);
    const auto group = std::ranges::find(groups_, i, &FusedSpan::first);
    if (group != groups_.end()) {
      for (const int32_t instruction : group->moved) push(at(instruction), instruction);
      moved.insert(group->moved.begin(), group->moved.end());
      mark(i, group->count);
      fused = segments.size();
      fusedEnd = i + group->count;
      push({.op = Op::Fused, .c = static_cast<int32_t>(group - groups_.begin())}, i);
    }
    if (moved.contains(i)) continue;
    if (!isCheck(at(i).op)) mark(i, at(i).op == Op::Return ? 0 : 1);
    push(at(i), i);
  }
  endFusion(last + 1);
}

int32_t SegmentList::addProgram(const std::set<int32_t>& targets, const std::set<int32_t>& compiled,
                                std::vector<interp::NativeEntry>& entries) {
  const int32_t start = size(), end = static_cast<int32_t>(program_.code.size());
  std::map<int32_t, int32_t> places;  // of targets
  for (int32_t first = 0; first < end;) {
    const auto next = targets.upper_bound(first);
    const int32_t last = next == targets.end() ? end : std::min(*next, end);
    places[first] = size();
    if (compiled.contains(first)) push({.op = Op::Compile, .c = first}, first);
    addInstructions(first, last - 1);
    first = last;
  }
  for (auto at = static_cast<size_t>(start); at < segments.size(); ++at)
    if (interp::isJump(segments[at].op)) segments[at].c = places.at(segments[at].c);
  for (interp::NativeEntry& entry : entries) entry.segment = places.at(entry.instruction);
  return start;
}

}  // namespace ts::jit
