// The instructions that machine code leaves to the interpreter.
#pragma once

#include <set>
#include <vector>

#include "core/jit/fusion.h"

namespace ts::jit {

// Segments are copies of a program's instructions. An Op::Fused precedes the operators in a segment
// that one group may compute.
class SegmentList {
 public:
  // marks: an Op::Mark before the instructions, for a clock.
  SegmentList(const interp::Program& program, std::vector<FusedSpan> groups, bool marks)
      : program_(program), groups_(std::move(groups)), marks_(marks) {}

  // Adds the instructions first to last, with a Leave behind them. Returns the place of the
  // segment.
  int32_t add(int32_t first, int32_t last);
  // Adds the whole program in place of segments and returns its start. targets: see jumpTargets().
  // compiled: the loops that an Op::Compile precedes, by their first instructions. Sets the places
  // of the entries.
  int32_t addProgram(const std::set<int32_t>& targets, const std::set<int32_t>& compiled,
                     std::vector<interp::NativeEntry>& entries);
  void clear();

  // See interp::NativeProgram.
  std::vector<interp::Instruction> segments;
  std::vector<int32_t> origins;

 private:
  void push(interp::Instruction instruction, int32_t origin);
  void addInstructions(int32_t first, int32_t last);
  void mark(int32_t first, int32_t count);
  int32_t size() const { return static_cast<int32_t>(segments.size()); }

  const interp::Program& program_;
  const std::vector<FusedSpan> groups_;  // by the index in Op::Fused
  const bool marks_;
};

}  // namespace ts::jit
