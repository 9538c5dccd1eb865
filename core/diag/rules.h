// The registry of rules: the only source of rule numbers, severities and summaries. --explain, the
// index of docs/rules and SARIF's rule list are derived from it. Numbers are stable: the number of
// a removed rule is not reused.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ts::diag {

enum class Severity : uint8_t { Error, Warning, Information, Hint };

enum class Family : uint8_t {
  Syntax,       // TS1xxx
  Unsupported,  // TS2xxx  Python constructs that TorchScript does not support
  Types,        // TS3xxx  types and inference
  Refinement,   // TS4xxx  Optional and Union
  Modules,      // TS5xxx  modules, classes and attributes
  Calls,        // TS6xxx  calls and schemas
  Tracing,      // TS7xxx  tracing hazards
  Differences,  // TS8xxx  eager and scripted code behave differently
  Gradients,    // TS81xx  gradients that training code loses
  Shapes,       // TS9xxx
  Skipped,      // TS13xx  parts of the workspace that were not checked
};

enum class Rule : uint16_t {
#define TS_RULE(number, name, family, severity, summary) name = number,
#include "core/diag/rules.def"
#undef TS_RULE
};

struct RuleInfo {
  Rule rule;
  std::string_view name;  // UpperCamelCase, as in the enum
  Family family;
  Severity severity;         // the default severity
  std::string_view summary;  // one line, no full stop
};

// Returns all rules, sorted by number.
std::span<const RuleInfo> allRules();
const RuleInfo& info(Rule rule);
// Returns the code of a rule, e.g. "TS2001".
std::string code(Rule rule);
// Returns the rule with this code, ignoring case; null for an unknown code.
const RuleInfo* findRule(std::string_view code);
std::string_view familyTitle(Family family);
std::string_view severityName(Severity severity);

}  // namespace ts::diag
