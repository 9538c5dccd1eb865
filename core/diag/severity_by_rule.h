// Severities that a project chooses for rules.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/base/words.h"
#include "core/diag/diagnostic.h"

namespace ts::diag {

// The words for severities in settings; nullopt switches off.
inline constexpr Word<std::optional<Severity>> kSeverityWords[] = {
    {"off", std::nullopt},
    {"hint", Severity::Hint},
    {"information", Severity::Information},
    {"warning", Severity::Warning},
    {"error", Severity::Error}};

// The chosen severities; nullopt switches the rule off. A rule without an entry keeps its own
// severity.
using SeverityByRule = std::map<Rule, std::optional<Severity>>;

inline bool isOff(const SeverityByRule& severities, Rule rule) {
  const auto chosen = severities.find(rule);
  return chosen != severities.end() && !chosen->second;
}

// Removes the diagnostics of rules that are off, and gives the others the chosen severities.
inline void applySeverities(const SeverityByRule& severities, std::vector<Diagnostic>& found) {
  if (severities.empty()) return;
  std::erase_if(found, [&](const Diagnostic& one) { return isOff(severities, one.rule); });
  for (Diagnostic& one : found) {
    const auto chosen = severities.find(one.rule);
    if (chosen != severities.end()) one.severity = *chosen->second;
  }
}

}  // namespace ts::diag
