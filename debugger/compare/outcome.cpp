#include "debugger/compare/outcome.h"

#include <fmt/format.h>

namespace ts::debugger {
namespace {

std::string raised(EngineKind engine, const Outcome& outcome) {
  if (!outcome.failure) return fmt::format("{} returns {}", nameOf(engine), kindOf(outcome.result));
  return fmt::format("{} raises {}", nameOf(engine), outcome.failure->text());
}

std::optional<Mismatch> mismatchIn(MismatchKind what, std::string_view name, const IValue& a,
                                   const IValue& b) {
  auto difference = differ(a, b);
  if (!difference) return std::nullopt;
  return Mismatch{what, difference->path,
                  fmt::format("{}{}: {}", name, difference->path, difference->detail)};
}

// The first gradient that differs, and the number of the others.
std::optional<Mismatch> gradientMismatch(const IValue& a, const IValue& b) {
  if (!a.isDict() || !b.isDict()) return std::nullopt;
  std::optional<Mismatch> first;
  size_t others = 0;
  for (const auto& [name, gradient] : a.toDict().entries()) {
    const IValue* other = b.toDict().find(name);
    const auto difference = other ? differ(gradient, *other) : std::nullopt;
    if (!difference) continue;
    if (first) {
      ++others;
      continue;
    }
    first = Mismatch{MismatchKind::Gradient, name.toString(),
                     fmt::format("gradient of {}: {}", name.toString(), difference->detail)};
  }
  if (others > 0)
    first->detail += fmt::format("; {} other{} {}", others, others == 1 ? "" : "s",
                                 others == 1 ? "differs" : "differ");
  return first;
}

}  // namespace

std::optional<Mismatch> findMismatch(const Outcome& reference, EngineKind first,
                                     const Outcome& other, EngineKind second) {
  const bool a = reference.failure.has_value(), b = other.failure.has_value();
  if (a != b || (a && reference.failure->className != other.failure->className))
    return Mismatch{
        MismatchKind::Exception, {}, raised(first, reference) + "; " + raised(second, other)};
  if (a) return std::nullopt;
  if (auto mismatch = mismatchIn(MismatchKind::Result, "result", reference.result, other.result))
    return mismatch;
  if (auto mismatch = mismatchIn(MismatchKind::Arguments, "arguments after the call",
                                 reference.arguments, other.arguments))
    return mismatch;
  if (!reference.state.isNone() && !other.state.isNone())
    if (auto mismatch =
            mismatchIn(MismatchKind::State, "state of the module", reference.state, other.state))
      return mismatch;
  if (auto mismatch = gradientMismatch(reference.gradients.values, other.gradients.values))
    return mismatch;
  if (first == EngineKind::Trace || second == EngineKind::Trace) return std::nullopt;
  return mismatchIn(MismatchKind::Printed, "printed", IValue(reference.printed),
                    IValue(other.printed));
}

}  // namespace ts::debugger
