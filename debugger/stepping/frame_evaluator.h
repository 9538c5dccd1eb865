// Runs Python source in a frame that has stopped.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "debugger/stepping/stack_frame.h"

namespace ts::stepping {

// The value, or the reason why there is none: "NameError: name 'x' is not defined".
struct Evaluated {
  eval::Value value;  // Unbound after an error, and after a statement
  std::string error;
};

// Belongs to the program's thread. The code may have side effects; it ends with an error when it
// needs more steps than `fuel`.
class FrameEvaluator {
 public:
  static constexpr uint64_t kFuel = 20'000'000;  // about a second

  explicit FrameEvaluator(eval::Vm& vm) : vm_(vm) {}

  Evaluated evaluate(StackFrame& frame, const std::string& expression, uint64_t fuel = kFuel);
  // An expression or statements. Names of the frame that statements bind are changed there; other
  // names that they bind stay for the sources that follow, in any frame.
  Evaluated execute(StackFrame& frame, const std::string& source, uint64_t fuel = kFuel);
  // Calls `work`, which may call the Vm, under the same limit.
  template <typename F>
  Evaluated guarded(uint64_t fuel, F&& work);

 private:
  // An expression compiled for a code: a function of the variables that it names.
  struct Compiled {
    eval::Value function;
    std::vector<std::string> parameters;
    eval::Ref<eval::Module> module;  // the frame's
  };
  enum class Form : uint8_t { Expression, Statements };
  const Compiled& compiled(StackFrame& frame, const std::string& source, Form form);
  // True when the frame has the names for which the source was compiled.
  bool fits(const Compiled& compiled, const StackFrame& frame, const std::string& source) const;
  // A parameter without a value makes the name an unbound local, as it is in the frame.
  std::vector<eval::Value> argumentsOf(const StackFrame& frame, const Compiled& compiled) const;
  // The variables of the frame and the kept names that the source mentions.
  std::vector<std::string> parametersFor(const StackFrame& frame, const std::string& source) const;
  // Keeps the names that statements have bound and the frame does not have.
  void keepNames(const eval::Dict& bound, const std::vector<std::string>& parameters);
  eval::Ref<eval::Module> load(StackFrame& frame, const std::string& text,
                               const std::string& source);
  void runInModule(StackFrame& frame, const std::string& source);
  Evaluated caught(void (*run)(void*), void* work, uint64_t fuel);

  eval::Vm& vm_;
  std::map<std::pair<const void*, std::string>, Compiled> cache_;  // by StackFrame::identity()
  std::map<std::string, eval::Value, std::less<>> kept_;  // names that statements have bound
  // The entry that was used last: a condition in a loop needs no search. Null: none.
  const decltype(cache_)::value_type* last_ = nullptr;
};

// True for a byte that may be part of a Python name.
bool isNameCharacter(char c);

// The path of the sources that evaluators compile.
inline constexpr const char* kEvaluatedPath = "<debug console>";

template <typename F>
Evaluated FrameEvaluator::guarded(uint64_t fuel, F&& work) {
  return caught([](void* run) { (*static_cast<std::remove_reference_t<F>*>(run))(); }, &work, fuel);
}

}  // namespace ts::stepping
