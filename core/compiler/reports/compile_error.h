// The exception with which the compiler gives up on an expression. CompileError is thrown and
// caught inside this folder only: the code that emits a statement or a sub-expression records the
// error and continues with an Unknown value.
#pragma once

#include <string>
#include <utility>

#include "core/diag/diagnostic.h"

namespace ts::compiler {

struct CompileError {
  diag::Diagnostic diagnostic;
  bool silent = false;  // already reported, or a consequence of an Unknown value

  CompileError(diag::Rule rule, SourceRange at, std::string message)
      : diagnostic(diag::makeDiagnostic(rule, at, std::move(message))) {}
  explicit CompileError(diag::Diagnostic problem) : diagnostic(std::move(problem)) {}

  static CompileError alreadyReported() {
    CompileError error(diag::Rule::InvalidSyntax, {}, {});
    error.silent = true;
    return error;
  }

  CompileError& note(std::string text, SourceRange at = {}) {
    diagnostic.note(std::move(text), at);
    return *this;
  }
  CompileError& label(SourceRange at, std::string text) {
    diagnostic.label(at, std::move(text));
    return *this;
  }
  CompileError& fix(std::string title, std::vector<diag::Edit> edits, bool safe = true) {
    diagnostic.fix(std::move(title), std::move(edits), safe);
    return *this;
  }
};

// Returns the user's expression in backticks for a message; empty when it is long or has several
// lines.
std::string quoted(SourceRange at);

}  // namespace ts::compiler
