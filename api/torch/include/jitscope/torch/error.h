// c10::Error and the checks that throw it. C++17.
#pragma once

#include <jitscope/jitscope_c.h>

#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace c10 {
inline namespace jitscope_v0 {

using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;

// A failure. what() has the stack of TorchScript functions.
class Error : public std::runtime_error {
 public:
  // Takes over the error.
  explicit Error(jitscope_error* error) : std::runtime_error(jitscope_error_text(error)) {
    message_ = jitscope_error_message(error);
    jitscope_error_free(error);
  }
  explicit Error(const std::string& message) : std::runtime_error(message), message_(message) {}
  const char* what_without_backtrace() const noexcept { return message_.c_str(); }
  const std::string& msg() const { return message_; }

 private:
  std::string message_;
};
// The classes of errors that Python has names for.
class IndexError : public Error {
 public:
  using Error::Error;
};
class ValueError : public Error {
 public:
  using Error::Error;
};
class TypeError : public Error {
 public:
  using Error::Error;
};
class NotImplementedError : public Error {
 public:
  using Error::Error;
};

// The text of all arguments.
template <typename... Arguments>
std::string str(const Arguments&... arguments) {
  std::ostringstream text;
  (text << ... << arguments);
  return text.str();
}

namespace detail {

// Throws an error of the library. Its class is that of the exception in Python.
[[noreturn]] inline void throwError(jitscope_error* error) {
  const string_view name = jitscope_error_class(error);
  if (name == "IndexError") throw IndexError(error);
  if (name == "ValueError") throw ValueError(error);
  if (name == "TypeError") throw TypeError(error);
  if (name == "NotImplementedError") throw NotImplementedError(error);
  throw Error(error);
}
template <typename E, typename... Arguments>
[[noreturn]] void failCheck(const char* condition, const Arguments&... arguments) {
  if constexpr (sizeof...(arguments) == 0)
    throw E(str("Expected ", condition, " to be true, but got false."));
  else
    throw E(str(arguments...));
}

}  // namespace detail
}  // namespace jitscope_v0
}  // namespace c10

// PyTorch's checks. Each throws the error of its name with the text of all further arguments.
#define JITSCOPE_CHECK(error, condition, ...) \
  (static_cast<bool>(condition)               \
       ? static_cast<void>(0)                 \
       : ::c10::detail::failCheck<::c10::error>(#condition, ##__VA_ARGS__))
#define TORCH_CHECK(condition, ...) JITSCOPE_CHECK(Error, condition, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) JITSCOPE_CHECK(IndexError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(condition, ...) JITSCOPE_CHECK(ValueError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(condition, ...) JITSCOPE_CHECK(TypeError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) \
  JITSCOPE_CHECK(NotImplementedError, condition, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ASSERT(condition) TORCH_CHECK(condition)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_CHECK(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ERROR(...) TORCH_CHECK(false, ##__VA_ARGS__)
#define TORCH_WARN(...) (std::cerr << "Warning: " << ::c10::str(__VA_ARGS__) << std::endl)
