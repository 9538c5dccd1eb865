#include "core/diag/rules.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>

namespace ts::diag {

namespace {

constexpr RuleInfo kRules[] = {
#define TS_RULE(number, name, family, severity, summary) \
  {Rule::name, #name, Family::family, Severity::severity, summary},
#include "core/diag/rules.def"
#undef TS_RULE
};
static_assert(std::ranges::adjacent_find(kRules, std::ranges::greater_equal{}, &RuleInfo::rule) ==
                  std::end(kRules),
              "rules.def must be sorted by number");

const RuleInfo* find(uint16_t number) {
  const auto* row = std::lower_bound(
      std::begin(kRules), std::end(kRules), number,
      [](const RuleInfo& rule, uint16_t n) { return static_cast<uint16_t>(rule.rule) < n; });
  return row != std::end(kRules) && static_cast<uint16_t>(row->rule) == number ? row : nullptr;
}

}  // namespace

std::span<const RuleInfo> allRules() { return kRules; }

const RuleInfo& info(Rule rule) { return *find(static_cast<uint16_t>(rule)); }

std::string code(Rule rule) { return "TS" + std::to_string(static_cast<uint16_t>(rule)); }

const RuleInfo* findRule(std::string_view code) {
  if (code.size() != 6 || std::toupper(code[0]) != 'T' || std::toupper(code[1]) != 'S')
    return nullptr;
  uint16_t number = 0;
  for (char digit : code.substr(2)) {
    if (!std::isdigit(static_cast<unsigned char>(digit))) return nullptr;
    number = static_cast<uint16_t>(number * 10 + (digit - '0'));
  }
  return find(number);
}

std::string_view familyTitle(Family family) {
  switch (family) {
    case Family::Syntax: return "syntax";
    case Family::Unsupported: return "unsupported constructs";
    case Family::Types: return "types and inference";
    case Family::Refinement: return "refinement";
    case Family::Modules: return "modules and attributes";
    case Family::Calls: return "calls and schemas";
    case Family::Tracing: return "tracing hazards";
    case Family::Differences: return "eager and scripted code differ";
    case Family::Gradients: return "lost gradients";
    case Family::Shapes: return "shapes";
    case Family::Skipped: return "skipped parts";
  }
  return "";
}

std::string_view severityName(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Information: return "information";
    case Severity::Hint: return "hint";
  }
  return "";
}

}  // namespace ts::diag
