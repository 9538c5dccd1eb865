#include "core/driver/finish.h"

#include <algorithm>
#include <iterator>

#include "core/diag/renderer.h"
#include "core/diag/suppression.h"
#include "core/syntax/parser.h"

namespace ts::driver {

namespace {

struct Findings {
  std::vector<diag::Diagnostic> here;
  // In imported files, which are ordered by the place where they were first met.
  std::vector<std::pair<const SourceFile*, std::vector<diag::Diagnostic>>> elsewhere;

  void add(diag::Diagnostic diagnostic, const SourceFile& file) {
    const SourceFile* at = diagnostic.range.file;
    if (!at || at == &file) {
      here.push_back(std::move(diagnostic));
      return;
    }
    auto known = std::find_if(elsewhere.begin(), elsewhere.end(),
                              [&](const auto& entry) { return entry.first == at; });
    if (known == elsewhere.end()) known = elsewhere.insert(known, {at, {}});
    known->second.push_back(std::move(diagnostic));
  }
};

// The comments of an imported file hold there too; whether they are all used is its own affair.
void addElsewhere(decltype(Findings::elsewhere) elsewhere, FileResult& result) {
  for (auto& [file, found] : elsewhere) {
    for (const ParsedFilePtr& import : result.imports) {
      if (import->file.get() != file) continue;
      diag::SuppressionOptions options;
      options.wasChecked = [](Span, diag::Rule) { return false; };
      found = diag::applySuppressions(*file, syntax::commentsIn(*file), std::move(found), options);
      std::erase_if(found, [](const diag::Diagnostic& diagnostic) {
        return diagnostic.rule == diag::Rule::BadSuppression;
      });
      break;
    }
    diag::sortByPlace(found);
    std::move(found.begin(), found.end(), std::back_inserter(result.diagnostics));
  }
}

}  // namespace

bool hasErrors(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const diag::Diagnostic& diagnostic) {
                       return diagnostic.severity == diag::Severity::Error;
                     });
}

compiler::Roots rootsOf(Roots roots) {
  return roots == Roots::All ? compiler::Roots::All : compiler::Roots::Explicit;
}

std::vector<ParsedFilePtr> filesOf(const std::vector<diag::Diagnostic>& diagnostics,
                                   std::span<const ParsedFilePtr> files, const SourceFile* own) {
  std::vector<ParsedFilePtr> found;
  auto take = [&](const SourceFile* file) {
    if (!file || file == own) return;
    for (const ParsedFilePtr& one : files) {
      if (one->file.get() != file || std::ranges::find(found, one) != found.end()) continue;
      found.push_back(one);
    }
  };
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    take(diagnostic.range.file);
    for (const diag::Label& label : diagnostic.labels) take(label.range.file);
    for (const diag::Note& note : diagnostic.notes) take(note.range.file);
    for (const diag::Fix& fix : diagnostic.fixes) {
      for (const diag::Edit& edit : fix.edits) take(edit.range.file);
    }
  }
  return found;
}

void finishResult(FileResult& result, std::vector<diag::Diagnostic> found,
                  const Finishing& finishing) {
  Findings findings;
  for (diag::Diagnostic& diagnostic : found) findings.add(std::move(diagnostic), *result.file);
  diag::SuppressionOptions suppression;
  suppression.wasChecked = [&](Span comment, diag::Rule rule) {
    if (diag::info(rule).family == diag::Family::Syntax) return finishing.parses;
    return finishing.parses && finishing.roots == Roots::All && finishing.isInFunction(comment);
  };
  result.diagnostics = diag::applySuppressions(*result.file, finishing.comments,
                                               std::move(findings.here), suppression);
  diag::sortByPlace(result.diagnostics);
  if (!findings.elsewhere.empty() && !result.tree) result.tree = finishing.parse();
  addElsewhere(std::move(findings.elsewhere), result);
}

}  // namespace ts::driver
