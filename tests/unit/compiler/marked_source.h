// Test sources that mark each line with an expected diagnostic by a comment "#! TSnnnn". Other
// diagnostics fail the test.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "core/compiler/roots/check_file.h"
#include "tests/unit/compiler/sources.h"

namespace ts::compiler::testing {

inline std::string show(const std::multimap<uint32_t, std::string>& marks) {
  std::string text;
  for (const auto& [line, rule] : marks) text += "  " + std::to_string(line) + ": " + rule + "\n";
  return text;
}

// The reported diagnostics, and the tree that their ranges point into.
struct Marked {
  syntax::ModulePtr tree;
  std::vector<diag::Diagnostic> diagnostics;
};

// Checks the text as a separate file. `also` checks more of it.
inline Marked expectMarked(const std::string& text, Roots roots = Roots::Explicit,
                           void (*also)(CompilationUnit&, const PyModule&) = nullptr) {
  std::multimap<uint32_t, std::string> expected, found;
  std::istringstream lines(text);
  std::string line;
  for (uint32_t number = 1; std::getline(lines, line); ++number) {
    size_t at = line.find("#! ");
    if (at == std::string::npos) continue;
    std::istringstream rules(line.substr(at + 3));
    for (std::string rule; rules >> rule;) expected.emplace(number, rule);
  }
  Sources nothingElse;
  CompilationUnit unit(nothingElse);
  const syntax::ModulePtr tree = Sources::parse(text);
  const PyModule& module = *unit.environment().addModule("case", "case.py", false, tree);
  checkModule(unit, module, roots);
  if (also) also(unit, module);
  std::string messages;
  for (const diag::Diagnostic& d : unit.sink().diagnostics()) {
    found.emplace(d.range.file->position(d.range.span.begin).line, diag::code(d.rule));
    messages += d.message + "\n";
  }
  EXPECT_EQ(show(found), show(expected)) << messages << text;
  return {tree, unit.sink().take()};
}

}  // namespace ts::compiler::testing
