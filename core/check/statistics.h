// tscheck --statistics: how often each rule is broken.
#pragma once

#include <map>
#include <string>

#include "core/diag/diagnostic.h"

namespace ts::check {

class Statistics {
 public:
  void add(const diag::Diagnostic& diagnostic) {
    ++counts_[{diagnostic.rule, diagnostic.severity}];
  }
  // Returns a line for each rule, the most frequent first: "12  TS5001  error  SUMMARY".
  std::string text() const;

 private:
  std::map<std::pair<diag::Rule, diag::Severity>, size_t> counts_;
};

// tscheck --rules: a line for each rule, with its default severity.
std::string listOfRules();

}  // namespace ts::check
