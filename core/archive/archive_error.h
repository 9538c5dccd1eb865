// The error of an archive: what the file is, where the error is, and what to do.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "core/base/printable.h"

namespace ts::archive {

class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Names from the file are shown with their control characters escaped.
template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw ArchiveError(printable(fmt::format(format, std::forward<Args>(args)...), "\n"));
}

}  // namespace ts::archive
