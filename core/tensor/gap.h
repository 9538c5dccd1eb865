// The failure of an operator that PyTorch has and JitScope lacks, wholly or for these arguments.
// A program can't catch it: behind its handler it would go another way than with PyTorch.
#pragma once

#include "core/tensor/error.h"

namespace ts::tensor {

class Gap : public Error {
 public:
  explicit Gap(const std::string& message) : Error(ErrorKind::NotImplemented, message) {}
};

// Throws a Gap with a formatted message.
template <typename... Args>
[[noreturn]] void failAsGap(fmt::format_string<Args...> format, Args&&... args) {
  throw Gap(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace ts::tensor
