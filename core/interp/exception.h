// The failure of a program: Python's exception class, the message, and the stack of TorchScript
// functions.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "core/source/source_file.h"

namespace ts::interp {

// The position in a function: the node that failed, or the call of the next stack entry.
struct StackEntry {
  std::string function;  // "f", "M.forward"
  SourceRange range;     // empty if unknown
};

class Exception : public std::exception {
 public:
  // The class that an `except` in a Python caller sees: "RuntimeError", "NotImplementedError",
  // "torch.jit.Error" (of a raise statement), "ZeroDivisionError".
  std::string className;
  // For a raise statement: the class that it names, qualified as in PyTorch
  // ("builtins.ValueError"). Otherwise empty.
  std::string raisedClass;
  std::string message;            // without the stack
  bool isGap = false;             // of a tensor::Gap: no program catches it
  std::vector<StackEntry> stack;  // outermost first
  // Keeps the files alive that the ranges point into.
  std::vector<std::shared_ptr<const void>> owners;

  const char* what() const noexcept override { return message.c_str(); }
  // The message with the stack above it: file, line, function and source line of each entry.
  std::string text() const;
};

}  // namespace ts::interp
