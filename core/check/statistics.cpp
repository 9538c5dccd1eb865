#include "core/check/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace ts::check {

namespace {

std::string describeRule(diag::Rule rule, diag::Severity severity) {
  return fmt::format("{}  {:<11}  {}", diag::code(rule), diag::severityName(severity),
                     diag::info(rule).summary);
}

}  // namespace

std::string Statistics::text() const {
  std::vector<std::pair<size_t, std::string>> rows;
  for (const auto& [key, count] : counts_)
    rows.emplace_back(count, describeRule(key.first, key.second));
  std::ranges::stable_sort(rows, std::ranges::greater{}, &std::pair<size_t, std::string>::first);
  std::string text;
  const size_t width = rows.empty() ? 0 : std::to_string(rows.front().first).size();
  for (const auto& [count, row] : rows)
    fmt::format_to(std::back_inserter(text), "{:>{}}  {}\n", count, width, row);
  return text;
}

std::string listOfRules() {
  std::string text;
  for (const diag::RuleInfo& rule : diag::allRules())
    text += describeRule(rule.rule, rule.severity) + '\n';
  return text;
}

}  // namespace ts::check
