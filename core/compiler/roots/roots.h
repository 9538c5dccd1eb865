// Which parts of a file are compiled. A header of its own, so that settings can name it cheaply.
#pragma once

#include <cstdint>

#include "core/base/words.h"

namespace ts::compiler {

enum class Roots : uint8_t {
  Auto,      // what the workspace hands to torch.jit; modules that it does not are candidates
  Explicit,  // what the file itself hands to torch.jit, by decorator or by call, when it is run
  All,       // also every top-level function, and every module class that can be constructed
};

// The words for it in settings and options.
inline constexpr Word<Roots> kRootsWords[] = {
    {"auto", Roots::Auto}, {"explicit", Roots::Explicit}, {"all", Roots::All}};

}  // namespace ts::compiler
