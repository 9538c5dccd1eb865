// A Python file or a notebook with its own evaluator; real tensors.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/programs/evaluator.h"

namespace ts::debugger {

class Script {
 public:
  // Reads and parses the file and runs nothing. `error()` is set when that fails. The cells of a
  // notebook run one after another as one __main__; each is a source of its own.
  Script(const std::string& file, std::vector<std::string> arguments);
  ~Script();

  const std::string& error() const { return error_; }
  eval::Vm& vm() { return evaluator_->vm(); }
  runtime::Runtime& runtime() { return evaluator_->runtime(); }
  // Runs the file as __main__. Returns the exit status that Python would return: 130 after an
  // uncaught KeyboardInterrupt, 120 when the last output cannot be written. Prints an uncaught
  // exception to standard error. SIGINT raises KeyboardInterrupt in the script meanwhile.
  int run();

 private:
  // Returns an error; empty on success.
  std::string parse(const std::string& path);
  int runModule();

  std::string error_;
  std::string file_;
  std::vector<driver::ParsedFilePtr> parsed_;  // the file, or the cells of the notebook
  std::unique_ptr<programs::Evaluator> evaluator_;
  std::vector<std::string> arguments_;
};

// The text that Python prints for an uncaught exception: the stack, outermost call first, then the
// class and the message. Causes and contexts come before it.
std::string tracebackText(eval::Vm& vm, eval::ExceptionObject& exception);

}  // namespace ts::debugger
