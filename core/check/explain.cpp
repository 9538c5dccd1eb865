#include "core/check/explain.h"

#include <algorithm>

#include "core/base/output.h"
#include "core/check/settings.h"
#include "core/diag/pages.h"

namespace ts::check {

namespace {

// The rule with the code "TS5020", the number "5020" or the name; null for another text.
const diag::RuleInfo* ruleNamed(std::string_view text) {
  if (const diag::RuleInfo* rule = diag::findRule(text)) return rule;
  if (const diag::RuleInfo* rule = diag::findRule("TS" + std::string(text))) return rule;
  const auto rules = diag::allRules();
  const auto rule = std::ranges::find(rules, text, &diag::RuleInfo::name);
  return rule == rules.end() ? nullptr : &*rule;
}

}  // namespace

std::string plainPage(std::string_view markdown) {
  std::string plain;
  bool inCode = false;
  while (!markdown.empty()) {
    const size_t end = std::min(markdown.find('\n'), markdown.size());
    std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with("```")) {
      inCode = !inCode;
      if (line.ends_with(" bad")) plain += "bad:\n";
      if (line.ends_with(" good")) plain += "good:\n";
      continue;
    }
    if (inCode) {
      if (!line.empty()) plain += "    ";
    } else {
      const size_t heading = line.find_first_not_of('#');
      if (heading != 0 && heading != std::string_view::npos) line.remove_prefix(heading + 1);
    }
    plain += line;
    plain += '\n';
  }
  return plain;
}

int explain(std::string_view wanted) {
  const diag::RuleInfo* rule = ruleNamed(wanted);
  if (!rule) {
    printProblem("tscheck",
                 "unknown rule `" + std::string(wanted) + "`; tscheck --rules lists all rules");
    return kWrongUsage;
  }
  standardOutput().write(plainPage(diag::page(rule->rule)));
  return kFine;
}

}  // namespace ts::check
