// What a program that failed leaves: Python's class, the message, and the stack of TorchScript
// functions.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "core/source/source_file.h"

namespace ts::interp {

// Where a function was: at the node that failed, or at the call of the next one.
struct StackEntry {
  std::string function;  // "f", "M.forward"
  SourceRange range;     // empty: not known
};

class Exception : public std::exception {
 public:
  // As `except` of a caller in Python sees it: "RuntimeError", "NotImplementedError",
  // "torch.jit.Error" (of a raise statement), "ZeroDivisionError".
  std::string className;
  // Of a raise statement: the class that it named, as PyTorch qualifies it ("builtins.ValueError"),
  // else empty.
  std::string raisedClass;
  std::string message;            // without the stack
  std::vector<StackEntry> stack;  // outermost first
  // Keeps the files alive that the ranges point into.
  std::vector<std::shared_ptr<const void>> owners;

  const char* what() const noexcept override { return message.c_str(); }
  // The message with the stack above it: file, line, function and source line of each entry.
  std::string text() const;
};

}  // namespace ts::interp
