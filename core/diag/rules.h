// The registry of rules: the one table from which --explain, the index of docs/rules, SARIF's rule
// list and the severities come. Numbers are stable: a rule that goes leaves its number unused.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ts::diag {

enum class Severity : uint8_t { Error, Warning, Information, Hint };

enum class Family : uint8_t {
  Syntax,       // TS1xxx
  Unsupported,  // TS2xxx  constructs of Python that TorchScript doesn't have
  Types,        // TS3xxx  types and inference
  Refinement,   // TS4xxx  Optional and Union
  Modules,      // TS5xxx  modules, classes and attributes
  Calls,        // TS6xxx  calls and schemas
  Tracing,      // TS7xxx  what a trace gets wrong
  Differences,  // TS8xxx  eager and scripted code differ
  Shapes,       // TS9xxx
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
  Severity severity;         // default
  std::string_view summary;  // one line, no full stop
};

// All rules by number.
std::span<const RuleInfo> allRules();
const RuleInfo& info(Rule rule);
// "TS2001"
std::string code(Rule rule);
// The rule that a code names, or null. Case doesn't matter.
const RuleInfo* findRule(std::string_view code);
std::string_view familyTitle(Family family);
std::string_view severityName(Severity severity);

}  // namespace ts::diag
