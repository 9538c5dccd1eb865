// Breakpoints with the numbers that users type.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "debugger/stepping/breakpoints.h"

namespace ts::terminal {

struct ListedBreakpoint {
  int number = 0;
  std::string path;      // of a line breakpoint
  uint32_t line = 0;     // likewise; 0: a function breakpoint
  std::string function;  // of a function breakpoint
  std::string condition;
  bool isOfGradient =
      false;                 // of a line breakpoint: it stops where the line's gradient is computed
  bool isTemporary = false;  // deleted at its first stop
  bool isEnabled = true;
  uint64_t ignored = 0;               // stops to pass from now on
  uint64_t hits = 0;                  // stops so far
  std::vector<std::string> commands;  // that run at each stop
  int id = 0;                         // of the stepper, which counts hits by it
};

class BreakpointList {
 public:
  // Assigns the next number.
  ListedBreakpoint& add(ListedBreakpoint breakpoint);
  // Null for an unknown number.
  ListedBreakpoint* find(int number);
  ListedBreakpoint* findById(int id);
  void remove(int number);
  // Passes the next stops; their count starts now.
  void ignore(ListedBreakpoint& breakpoint, uint64_t count);

  const std::vector<ListedBreakpoint>& all() const { return all_; }
  // The enabled breakpoints. Engines also stop where they diverge, and at uncaught exceptions.
  stepping::BreakpointSetPtr snapshot() const;

 private:
  std::vector<ListedBreakpoint> all_;
  int lastNumber_ = 0, lastId_ = 0;
};

}  // namespace ts::terminal
