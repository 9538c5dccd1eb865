// Errors of running programs. They are exceptions of C++: kernels are called through tables, and
// what runs them (the interpreter, the evaluator) turns them into Python's.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace ts::tensor {

// The class that Python would see.
enum class ErrorKind : uint8_t {
  Runtime,
  Index,
  Value,
  Type,
  NotImplemented,
  OutOfMemory,
  ZeroDivision,
  Key,
  Assertion
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind(kind) {}
  ErrorKind kind;
};

// fail("size {} doesn't fit {}", a, b): a RuntimeError.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(ErrorKind::Runtime, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace ts::tensor
