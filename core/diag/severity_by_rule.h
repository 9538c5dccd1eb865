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
inline void applySeverities(const SeverityByRule& severities,
                            std::vector<Diagnostic>& diagnostics) {
  if (severities.empty()) return;
  std::erase_if(diagnostics,
                [&](const Diagnostic& diagnostic) { return isOff(severities, diagnostic.rule); });
  for (Diagnostic& diagnostic : diagnostics) {
    const auto chosen = severities.find(diagnostic.rule);
    if (chosen != severities.end()) diagnostic.severity = *chosen->second;
  }
}

}  // namespace ts::diag
