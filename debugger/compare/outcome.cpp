#include "debugger/compare/outcome.h"

#include <fmt/format.h>

namespace ts::debugger {
namespace {

std::string raised(EngineKind engine, const Outcome& outcome) {
  if (!outcome.failure) return fmt::format("{} gives {}", nameOf(engine), kindOf(outcome.result));
  return fmt::format("{} raises {}", nameOf(engine), outcome.failure->text());
}

std::optional<Mismatch> part(Seen what, std::string_view name, const IValue& a, const IValue& b) {
  auto found = differ(a, b);
  if (!found) return std::nullopt;
  return Mismatch{what, found->path, fmt::format("{}{}: {}", name, found->path, found->detail)};
}

}  // namespace

std::optional<Mismatch> unlike(const Outcome& reference, EngineKind first, const Outcome& other,
                             EngineKind second) {
  const bool a = reference.failure.has_value(), b = other.failure.has_value();
  if (a != b || (a && reference.failure->className != other.failure->className))
    return Mismatch{Seen::Exception, {}, raised(first, reference) + "; " + raised(second, other)};
  if (a) return std::nullopt;
  if (auto found = part(Seen::Result, "result", reference.result, other.result)) return found;
  if (auto found =
          part(Seen::Arguments, "arguments behind the call", reference.arguments, other.arguments))
    return found;
  if (!reference.state.isNone() && !other.state.isNone())
    if (auto found = part(Seen::State, "state of the module", reference.state, other.state))
      return found;
  if (first == EngineKind::Trace || second == EngineKind::Trace) return std::nullopt;
  return part(Seen::Printed, "printed", IValue(reference.printed), IValue(other.printed));
}

}  // namespace ts::debugger
