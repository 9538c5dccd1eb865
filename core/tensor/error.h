// Run-time errors of programs. They are C++ exceptions, because kernels are called through tables.
// The interpreter and the evaluator turn them into Python exceptions.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace ts::tensor {

// The corresponding Python exception class.
enum class ErrorKind : uint8_t {
  Runtime,
  Index,
  Value,
  Type,
  NotImplemented,
  OutOfMemory,
  ZeroDivision,
  Key,
  Assertion,
  Recursion
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind(kind) {}
  ErrorKind kind;
};

// Throws a RuntimeError with a formatted message: fail("size {} doesn't fit {}", a, b).
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(ErrorKind::Runtime, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace ts::tensor
