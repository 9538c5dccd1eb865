// Which operators run in loops, and why the others do not.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/interp/events.h"
#include "core/jit/fusion.h"

namespace ts::jit {

// The reason why a program's fusions do not contain an operator, its instruction; the operator does
// not belong to one.
std::string reasonOutside(const interp::Program& program, int32_t instruction);

// Counts the operators that run, as the clock of an interpreter with an engine that has it in its
// options. For one thread.
class FusionCensus final : public interp::Clock {
 public:
  struct Row {
    const ir::Node* node;
    double seconds;      // of all its runs
    std::string reason;  // empty: it runs in a loop
  };
  // The operators that return tensors and do more than views, in the order of their first runs.
  std::vector<Row> rows();

  // A program and its groups, before it runs.
  void add(const interp::Program& program, std::span<const FusedSpan> groups);
  // The operators of the loop that was reached last run in the interpreter.
  void refuse(std::string_view reason);
  void reached(std::span<const ir::Node* const> nodes) override;

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Counted {
    size_t order = 0, runs = 0;
    double least = 0;  // seconds of the shortest run: the first one may wait for a compiler
    bool isInLoop = false;
  };
  void close();

  std::unordered_map<const ir::Node*, Counted> operators_;
  std::unordered_map<const ir::Node*, std::string> reasons_;  // of operators outside of fusions
  std::vector<const ir::Node*> running_;
  bool isLoop_ = false;  // the running ones are operators of a fusion
  Time begin_;
};

}  // namespace ts::jit
