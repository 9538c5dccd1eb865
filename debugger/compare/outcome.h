// Compares the outcomes of a call in two engines.
#pragma once

#include <optional>
#include <string>

#include "debugger/compare/engine.h"

namespace ts::debugger {

enum class MismatchKind : uint8_t { Exception, Result, Arguments, State, Gradient, Printed };

struct Mismatch {
  MismatchKind what;
  std::string path;    // within the result, the arguments or the state: "[1]"
  std::string detail;  // "the result: 3 of 8 elements differ ..."
};
// The first mismatch that a caller can observe; nothing when the outcomes agree. Messages of
// exceptions may differ, their classes may not. A trace prints nothing, so its output is not
// compared.
std::optional<Mismatch> findMismatch(const Outcome& reference, EngineKind first,
                                     const Outcome& other, EngineKind second);

}  // namespace ts::debugger
