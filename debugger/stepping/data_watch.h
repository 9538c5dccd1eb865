// Data breakpoints: variables and attributes whose value is compared after each line.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debugger/stepping/breakpoints.h"
#include "debugger/stepping/frame_evaluator.h"

namespace ts::stepping {

// Returns the parts of "self.linear.weight"; nothing for a text that is not a path of names.
std::optional<std::vector<std::string>> namesOfPath(const std::string& text);

// Remembers the values of data breakpoints. Owned by a stepper; belongs to the engine's thread.
//
// A variable belongs to one call of its function: the next call starts anew. An attribute belongs
// to its object, which stays watched when the call has ended.
class DataWatch {
 public:
  explicit DataWatch(eval::Vm& vm) : vm_(vm) {}

  struct Change {
    const Breakpoint* breakpoint;
    StackFrame* frame;  // the condition's frame
    std::string text;   // "total: 1 → 2"
  };
  // Compares all values with those of the previous call of this function. frames: innermost first.
  std::vector<Change> changes(const std::vector<Breakpoint>& breakpoints,
                              const std::vector<std::unique_ptr<StackFrame>>& frames);

 private:
  // A value at one time. Tensors are compared by dtype, shape and bytes.
  struct Content {
    bool isBound = false, isNonFinite = false;
    std::string dtype, shape;  // of a tensor
    size_t hash = 0;
    std::string text;
  };
  struct Watched {
    std::vector<std::string> path;
    uint64_t call = 0;
    eval::Value owner;  // of an attribute
    Content content;
  };

  Content contentOf(const eval::Value& value) const;
  eval::Value valueIn(const StackFrame& frame, const std::vector<std::string>& path,
                      eval::Value& owner) const;
  // The text of the change that the breakpoint waits for; nothing without one.
  std::optional<std::string> compare(const Breakpoint& breakpoint, StackFrame* frame);

  eval::Vm& vm_;
  std::map<int, Watched> watched_;  // by the breakpoint's id
};

}  // namespace ts::stepping
