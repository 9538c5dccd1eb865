#include "core/compiler/reports/problem_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/compiler/reports/compile_error.h"
#include "core/source/library_path.h"

namespace ts::compiler {

namespace {

// Replaces the qualified names of classes, "__torch__.app.net.Point", by the names in the source.
void shortenClassNames(std::string& text) {
  constexpr std::string_view kPrefix = "__torch__.";
  auto isPart = [](char c) {
    return c == '.' || c == '_' || std::isalnum(static_cast<unsigned char>(c));
  };
  for (size_t at = text.find(kPrefix); at != text.npos; at = text.find(kPrefix, at + 1)) {
    size_t end = at;
    while (end < text.size() && isPart(text[end])) ++end;
    while (text[end - 1] == '.') --end;
    text.erase(at, text.rfind('.', end - 1) + 1 - at);
  }
}

// Moves a problem in generated code to the place in the user's file that the code stands for.
// Generated code does not outlive the compiler, and no editor can show it.
void leaveGeneratedCode(diag::Diagnostic& problem) {
  const auto isGenerated = [](const SourceRange& range) { return range && range.file->origin(); };
  std::erase_if(problem.labels, [&](const diag::Label& label) { return isGenerated(label.range); });
  for (diag::Note& note : problem.notes)
    if (isGenerated(note.range)) note.range = note.range.file->origin();
  if (!isGenerated(problem.range)) return;
  const SourceFile& code = *problem.range.file;
  std::string_view line = code.lineText(code.lineOf(problem.range.span.begin));
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  problem.note(fmt::format("in the code of {}: {}", code.path(), line));
  problem.fixes.clear();
  problem.range = code.origin();
}

bool isInLibrary(const diag::Diagnostic& problem) {
  return problem.range && isLibrary(problem.range.file->path());
}

}  // namespace

std::string ProblemLog::whyNoGraph() const {
  if (!firstUnknown_) return {};
  const SourceFile& file = *firstUnknown_.file;
  std::string_view text = firstUnknown_.text();
  text = text.substr(0, text.find('\n'));
  return fmt::format("because `{}` ({}:{}) is not known", text, file.path(),
                     file.lineOf(firstUnknown_.span.begin));
}

void ProblemLog::report(diag::Diagnostic problem) {
  shortenClassNames(problem.message);
  for (diag::Label& label : problem.labels) shortenClassNames(label.message);
  for (diag::Note& note : problem.notes) shortenClassNames(note.message);
  leaveGeneratedCode(problem);
  // endRecording() drops duplicates of problems that precede the recording.
  const std::vector<diag::Diagnostic>& reported = sink_.diagnostics();
  const size_t first = isInLibrary(problem) ? firstRecorded_ : 0;
  for (size_t i = first; i < reported.size(); ++i) {
    if (reported[i].rule == problem.rule && reported[i].range == problem.range &&
        reported[i].message == problem.message)
      return;
  }
  sink_.report(problem.rule, problem.range, [&](diag::Diagnostic& to) { to = std::move(problem); });
}

ProblemLog::Recording ProblemLog::startRecording() {
  return {sink_.size(), std::exchange(firstRecorded_, sink_.size())};
}

void ProblemLog::endRecording(const void* compiled, const Recording& recording) {
  firstRecorded_ = recording.outer;
  const std::vector<diag::Diagnostic>& all = sink_.diagnostics();
  std::vector<diag::Diagnostic> inLibrary;
  std::copy_if(all.begin() + static_cast<ptrdiff_t>(recording.first), all.end(),
               std::back_inserter(inLibrary), isInLibrary);
  if (inLibrary.empty()) return;
  libraryProblems_[compiled] = std::move(inLibrary);
  const std::vector<diag::Diagnostic> recorded(
      all.begin() + static_cast<ptrdiff_t>(recording.first), all.end());
  sink_.rollBack(recording.first);
  for (const diag::Diagnostic& problem : recorded) report(problem);
}

void ProblemLog::repeatProblems(const void* compiled) {
  if (libraryProblems_.empty()) return;
  const auto problems = libraryProblems_.find(compiled);
  if (problems == libraryProblems_.end()) return;
  for (const diag::Diagnostic& problem : problems->second) report(problem);
}

std::vector<diag::Diagnostic> ProblemLog::takeLibraryProblems(size_t first) {
  std::vector<diag::Diagnostic> taken;
  if (sink_.size() <= first) return taken;
  const std::vector<diag::Diagnostic> all = sink_.diagnostics();
  sink_.rollBack(first);
  for (size_t i = first; i < all.size(); ++i) {
    if (isInLibrary(all[i]))
      taken.push_back(all[i]);
    else
      report(all[i]);
  }
  return taken;
}

void ProblemLog::addNotes(size_t first, SourceRange range, const std::vector<diag::Note>& notes) {
  std::vector<diag::Diagnostic> all(sink_.diagnostics().begin() + static_cast<ptrdiff_t>(first),
                                    sink_.diagnostics().end());
  sink_.rollBack(first);
  for (diag::Diagnostic& problem : all) {
    const SourceRange& at = problem.range;
    if (at.file == range.file && range.span.begin <= at.span.begin && at.span.end <= range.span.end)
      problem.notes.insert(problem.notes.end(), notes.begin(), notes.end());
    report(std::move(problem));
  }
}

void ProblemLog::blame(size_t before, SourceRange at, const std::string& user) {
  auto isInEmbedded = [](const diag::Diagnostic& problem) {
    return problem.range && isEmbedded(problem.range.file->path());
  };
  if (sink_.size() <= before || isEmbedded(at.file->path())) return;
  const std::vector<diag::Diagnostic> all = sink_.diagnostics();
  const auto start = all.begin() + static_cast<ptrdiff_t>(before);
  if (std::none_of(start, all.end(), isInEmbedded)) return;
  const auto firstError = std::find_if(start, all.end(), [&](const diag::Diagnostic& problem) {
    return isInEmbedded(problem) && problem.severity == diag::Severity::Error;
  });
  sink_.rollBack(before);
  for (auto problem = start; problem != all.end(); ++problem) {
    if (!isInEmbedded(*problem)) {
      report(*problem);
    } else if (problem == firstError) {
      report(CompileError(diag::Rule::UncompilableFunction, at,
                          fmt::format("{} needs code of PyTorch that can't be compiled", user))
                 .note(fmt::format("in {}: {}", problem->range.file->path(), problem->message))
                 .diagnostic);
    } else if (firstError == all.end()) {  // a warning stays one
      diag::Diagnostic warning = diag::makeDiagnostic(problem->rule, at, problem->message);
      warning.note(fmt::format("in {}, which {} needs", problem->range.file->path(), user));
      report(std::move(warning));
    }
  }
}

}  // namespace ts::compiler
