// What callers of two engines see, held against each other.
#pragma once

#include <optional>
#include <string>

#include "debugger/compare/engine.h"

namespace ts::debugger {

enum class Seen : uint8_t { Exception, Result, Arguments, State, Printed };

struct Mismatch {
  Seen what;
  std::string path;    // within it, "[1]"
  std::string detail;  // "the result: 3 of 8 elements differ ..."
};
// Nothing: a caller can't tell them apart. Messages of exceptions may differ, their classes may
// not. What a trace prints isn't looked at: it prints nothing.
std::optional<Mismatch> unlike(const Outcome& reference, EngineKind first, const Outcome& other,
                             EngineKind second);

}  // namespace ts::debugger
