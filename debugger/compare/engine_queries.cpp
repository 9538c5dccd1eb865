#include "debugger/compare/engine_queries.h"

#include <fmt/format.h>

#include <algorithm>

#include "debugger/compare/event_text.h"

namespace ts::debugger {

EngineQueries::EngineQueries(const std::vector<Event>& rows, EngineKind kind,
                             std::function<bool(uint32_t)> isPaired)
    : rows_(rows), kind_(kind), isPaired_(std::move(isPaired)) {
  for (uint32_t i = 0; i < rows_.size(); ++i)
    if (isQuery(i)) queries_.push_back(i);
}

bool EngineQueries::isQuery(uint32_t row) const {
  const Event& event = rows_[row];
  if (event.kind != EventKind::Decision || event.decisionKind != DecisionKind::Branch ||
      !event.inner || event.inner.isLibrary())
    return false;
  const std::string_view function = kind_ == EngineKind::Script ? "is_scripting()" : "is_tracing()";
  return event.inner.file->text(event.inner.span).find(function) != std::string_view::npos;
}

std::optional<uint32_t> EngineQueries::behind(const std::vector<const void*>& tensors,
                                              const std::vector<uint32_t>& decisions,
                                              uint32_t before) const {
  if (queries_.empty()) return std::nullopt;
  for (uint32_t row : decisions)
    if (std::ranges::binary_search(queries_, row)) return row;
  // Back to the last operator that both engines ran: later ones are on the path of the decision.
  std::vector<const void*> wanted = tensors;
  for (uint32_t i = before; i-- > 0;) {
    const Event& event = rows_[i];
    if (event.kind != EventKind::Operator) continue;
    const bool makesOne = std::ranges::any_of(event.outputTensors, [&](const void* output) {
      return std::ranges::find(wanted, output) != wanted.end();
    });
    if (!makesOne) continue;
    if (isPaired_(i)) {
      wanted.insert(wanted.end(), event.inputTensors.begin(), event.inputTensors.end());
      continue;
    }
    auto query = std::ranges::upper_bound(queries_, i);
    if (query == queries_.begin()) return std::nullopt;
    --query;
    for (uint32_t between = *query; between < i; ++between)
      if (rows_[between].kind == EventKind::Operator && isPaired_(between)) return std::nullopt;
    return *query;
  }
  return std::nullopt;
}

std::optional<uint32_t> EngineQueries::lastBefore(uint32_t row) const {
  const auto after = std::ranges::lower_bound(queries_, row);
  return after == queries_.begin() ? std::nullopt : std::optional(*std::prev(after));
}

std::string EngineQueries::sentence(uint32_t row) const {
  const Event& event = rows_[row];
  const bool inPython =
      !event.outputs.empty() && event.outputs[0].isBool() && event.outputs[0].toBool();
  return fmt::format("`{}` is {} in Python and {} in {}, so that they take different paths",
                     excerptOf(event.inner), inPython ? "True" : "False",
                     inPython ? "False" : "True",
                     kind_ == EngineKind::Script ? "TorchScript" : "the trace");
}

}  // namespace ts::debugger
