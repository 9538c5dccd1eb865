// Errors as objects: no exception leaves the library.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "api/include/jitscope/jitscope_c.h"

struct jitscope_error {
  struct Frame {
    std::string function, file;
    uint32_t line = 0;
  };
  jitscope_error_kind kind = JITSCOPE_ERROR_INTERNAL;
  std::string className, message, text;
  std::vector<Frame> frames;
};

namespace ts::api {

// A failure that is described already.
struct Failure {
  jitscope_error error;
};

// Throws a Failure with a formatted message.
template <typename... Args>
[[noreturn]] void failAs(jitscope_error_kind kind, fmt::format_string<Args...> format,
                         Args&&... args) {
  std::string message = fmt::format(format, std::forward<Args>(args)...);
  throw Failure{{kind, "", message, message, {}}};
}
template <typename... Args>
[[noreturn]] void failAsArgument(fmt::format_string<Args...> format, Args&&... args) {
  failAs(JITSCOPE_ERROR_ARGUMENT, format, std::forward<Args>(args)...);
}

// The error of the exception that is being handled. Never fails: without memory it is an error that
// all callers share.
jitscope_error* describeCurrent() noexcept;

// Runs the body of a function of the C interface.
template <typename Body>
jitscope_error* guarded(Body&& body) noexcept {
  try {
    body();
    return nullptr;
  } catch (...) {
    return describeCurrent();
  }
}

}  // namespace ts::api
