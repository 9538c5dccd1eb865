// A Python file in an evaluator of the eager domain.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "debugger/evaluator.h"

namespace ts::debugger {

class Script {
 public:
  // Nothing runs yet. `error` says why the file can't be run: it can't be read, or is no Python.
  Script(const std::string& file, std::vector<std::string> arguments);
  ~Script();

  const std::string& error() const { return error_; }
  eval::Vm& vm() { return evaluator_->vm(); }
  // Runs it as __main__. The exit status that Python would end with; an exception is printed to
  // standard error.
  int run();

 private:
  std::string error_;
  driver::ParsedFilePtr parsed_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<std::string> arguments_;
};

// As Python writes an exception that nobody handles: its stack, outermost call first, and what it
// says.
std::string tracebackText(eval::Vm& vm, eval::ExceptionObject& exception);

}  // namespace ts::debugger
