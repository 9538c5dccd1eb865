#include "core/driver/postprocess_diagnostics.h"

#include <algorithm>
#include <iterator>

#include "core/diag/sort_by_place.h"
#include "core/diag/suppression.h"
#include "core/driver/chosen_definitions.h"
#include "core/fixes/fixes.h"
#include "core/source/library_path.h"
#include "core/syntax/parser.h"

namespace ts::driver {

namespace {

struct DiagnosticsByFile {
  std::vector<diag::Diagnostic> own;
  // Diagnostics of imported files; the files are in the order of their first diagnostic.
  std::vector<std::pair<const SourceFile*, std::vector<diag::Diagnostic>>> imported;

  void add(diag::Diagnostic diagnostic, const SourceFile& file) {
    const SourceFile* at = diagnostic.range.file;
    if (!at || at == &file) {
      own.push_back(std::move(diagnostic));
      return;
    }
    auto existing = std::find_if(imported.begin(), imported.end(),
                                 [&](const auto& entry) { return entry.first == at; });
    if (existing == imported.end()) existing = imported.insert(existing, {at, {}});
    existing->second.push_back(std::move(diagnostic));
  }
};

// Removes the diagnostics in definitions that a comment switches off.
void dropOff(const diag::ChosenDefinitions& chosen, std::vector<diag::Diagnostic>& diagnostics) {
  std::erase_if(diagnostics, [&](const diag::Diagnostic& diagnostic) {
    return diagnostic.range && chosen.isOff(diagnostic.range.span.begin);
  });
}

// Applies the imported files' own comments. An unused comment is not reported: it
// belongs to the check of that file.
void addImported(decltype(DiagnosticsByFile::imported) imported, FileResult& result) {
  for (auto& [file, diagnostics] : imported) {
    for (const ParsedFilePtr& import : result.imports) {
      if (import->file.get() != file) continue;
      diag::SuppressionOptions options;
      options.wasChecked = [](Span, diag::Rule) { return false; };
      diagnostics = diag::applySuppressions(*file, syntax::commentsIn(*file),
                                            std::move(diagnostics), options);
      std::erase_if(diagnostics, [](const diag::Diagnostic& diagnostic) {
        return diagnostic.rule == diag::Rule::BadSuppression;
      });
      if (import->tree) dropOff(chosenDefinitions(*import), diagnostics);
      break;
    }
    diag::sortByPlace(diagnostics);
    std::move(diagnostics.begin(), diagnostics.end(), std::back_inserter(result.diagnostics));
  }
}

}  // namespace

bool hasErrors(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const diag::Diagnostic& diagnostic) {
                       return diagnostic.severity == diag::Severity::Error;
                     });
}

void addNew(std::vector<diag::Diagnostic>& all, std::vector<diag::Diagnostic> more) {
  for (diag::Diagnostic& diagnostic : more) {
    const bool isKnown = std::ranges::any_of(all, [&](const diag::Diagnostic& other) {
      return other.range == diagnostic.range && other.rule == diagnostic.rule &&
             other.message == diagnostic.message;
    });
    if (!isKnown) all.push_back(std::move(diagnostic));
  }
}

std::vector<ParsedFilePtr> filesMentionedIn(const std::vector<diag::Diagnostic>& diagnostics,
                                            std::span<const ParsedFilePtr> files,
                                            const SourceFile* own) {
  std::vector<ParsedFilePtr> parsedFiles;
  auto take = [&](const SourceFile* file) {
    if (!file || file == own) return;
    for (const ParsedFilePtr& candidate : files) {
      if (candidate->file.get() == file &&
          std::ranges::find(parsedFiles, candidate) == parsedFiles.end())
        parsedFiles.push_back(candidate);
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
  return parsedFiles;
}

void postprocessDiagnostics(FileResult& result, std::vector<diag::Diagnostic> diagnostics,
                            const PostprocessOptions& options) {
  diag::ChosenDefinitions chosen;
  if (result.file->text().find(diag::kCheckMarker) != std::string_view::npos) {
    if (!result.tree && options.parse) result.tree = options.parse();
    if (result.tree) chosen = chosenDefinitions(*result.tree, options.comments);
    if (chosen.isFileOff) return result.diagnostics.clear();
    if (options.parses) addNew(diagnostics, std::move(chosen.problems));
  }
  DiagnosticsByFile byFile;
  for (diag::Diagnostic& diagnostic : diagnostics) byFile.add(std::move(diagnostic), *result.file);
  diag::SuppressionOptions suppression;
  suppression.wasChecked = [&](Span comment, diag::Rule rule) {
    if (diag::info(rule).family == diag::Family::Syntax) return options.parses;
    return options.parses && options.roots == Roots::All && options.isInFunction(comment);
  };
  result.diagnostics =
      diag::applySuppressions(*result.file, options.comments, std::move(byFile.own), suppression);
  dropOff(chosen, result.diagnostics);
  diag::sortByPlace(result.diagnostics);
  if (!byFile.imported.empty() && !result.tree && options.parse) result.tree = options.parse();
  addImported(std::move(byFile.imported), result);
  if (options.severity) diag::applySeverities(*options.severity, result.diagnostics);
}

void addFixes(FileResult& result, const compiler::Facts& facts) {
  if (result.diagnostics.empty()) return;
  if (result.tree)
    fixes::addFixes(*result.tree, facts.types(result.file.get()), result.diagnostics);
  for (const ParsedFilePtr& file :
       filesMentionedIn(result.diagnostics, result.imports, result.file.get())) {
    if (file->tree && !isLibrary(file->file->path()))
      fixes::addFixes(*file->tree, facts.types(file->file.get()), result.diagnostics);
  }
}

}  // namespace ts::driver
