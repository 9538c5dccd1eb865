// Diagnostics as data. The phases create them; the renderers decide how they look.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/diag/rules.h"
#include "core/source/source_file.h"

namespace ts::diag {

// A secondary range with its own message, shown in the same excerpt as the primary range if
// possible.
struct Label {
  SourceRange range;
  std::string message;
};

// Additional text below the message; the range is optional.
struct Note {
  SourceRange range;
  std::string message;
};

// Replaces the text of the range; an edit with an empty range inserts text.
struct Edit {
  SourceRange range;
  std::string text;
};

struct Fix {
  std::string title;  // an imperative sentence without a full stop: "Annotate the parameter"
  std::vector<Edit> edits;
  bool safe = true;  // false: the fixed program may behave differently
};

struct Diagnostic {
  Rule rule;
  Severity severity;
  SourceRange range;
  std::string
      message;  // one line without a full stop; starts in lower case unless it starts with a name
  std::vector<Label> labels;
  std::vector<Note> notes;
  std::vector<Fix> fixes;

  Diagnostic& label(SourceRange at, std::string text) {
    labels.push_back({at, std::move(text)});
    return *this;
  }
  Diagnostic& note(std::string text, SourceRange at = {}) {
    notes.push_back({at, std::move(text)});
    return *this;
  }
  Diagnostic& fix(std::string title, std::vector<Edit> edits, bool safe = true) {
    fixes.push_back({std::move(title), std::move(edits), safe});
    return *this;
  }
};

// A diagnostic with the severity of its rule.
inline Diagnostic makeDiagnostic(Rule rule, SourceRange range, std::string message) {
  return {rule, info(rule).severity, range, std::move(message), {}, {}, {}};
}

// Collects diagnostics in the order of their creation. A disabled rule costs nothing: `report` then
// does not call the function that fills in the diagnostic.
class Sink {
 public:
  virtual ~Sink() = default;

  // `fill(Diagnostic&)` sets the message, labels, notes and fixes.
  template <typename Fill>
  requires std::is_invocable_v<Fill, Diagnostic&>
  void report(Rule rule, SourceRange range, Fill&& fill) {
    if (!wants(rule, range)) return;
    Diagnostic diagnostic = makeDiagnostic(rule, range, {});
    fill(diagnostic);
    diagnostics_.push_back(std::move(diagnostic));
  }
  void report(Rule rule, SourceRange range, std::string_view message) {
    report(rule, range, [&](Diagnostic& diagnostic) { diagnostic.message = message; });
  }

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  std::vector<Diagnostic> take() { return std::move(diagnostics_); }
  size_t size() const { return diagnostics_.size(); }
  // Discards all diagnostics after the first `size`; speculative work uses this.
  void rollBack(size_t size) {
    diagnostics_.resize(size, Diagnostic{Rule::InvalidSyntax, Severity::Error, {}, {}, {}, {}, {}});
  }

 protected:
  virtual bool wants(Rule, SourceRange) { return true; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace ts::diag
