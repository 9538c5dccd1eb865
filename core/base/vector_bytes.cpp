#include "core/base/vector_bytes.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace ts {
namespace {

int processorBytes() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return 64;
  if (__builtin_cpu_supports("avx2")) return 32;
#endif
  return 16;
}

int mostBytes() {
  const char* setting = std::getenv("JITSCOPE_VECTOR_BYTES");
  const std::string_view most = setting != nullptr ? setting : "";
  return most == "16" ? 16 : most == "32" ? 32 : 64;
}

}  // namespace

int vectorBytes() {
  static const int bytes = std::min(processorBytes(), mostBytes());
  return bytes;
}

}  // namespace ts
