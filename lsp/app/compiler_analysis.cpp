#include "lsp/app/compiler_analysis.h"

#include <fmt/format.h>

#include "core/diag/suppression.h"
#include "core/driver/incremental_checker.h"
#include "lsp/app/imported_problems.h"

namespace ts::lsp {

namespace {

// Adds a fix that suppresses the diagnostic, as the last fix. A syntax error cannot be suppressed:
// the parser does not understand the text after it.
void addSuppressionFixes(driver::FileResult& result, const std::vector<Span>& comments) {
  for (diag::Diagnostic& diagnostic : result.diagnostics) {
    const bool isOwn = diagnostic.range.file == result.file.get();
    if (!isOwn || diag::info(diagnostic.rule).family == diag::Family::Syntax) continue;
    auto edits = diag::suppressionEdit(*result.file, comments, diagnostic);
    if (edits.empty()) continue;
    diagnostic.fix(fmt::format("Ignore {} on this line", diag::code(diagnostic.rule)),
                   std::move(edits), false);
  }
}

CheckResult checkIr(WorkspaceFiles& files, const SourceFilePtr& file) {
  CheckResult result;
  const ide::IrDocumentPtr document = files.ir(file);
  result.diagnostics = document->problems();
  result.owners.push_back(document);
  return result;
}

CheckResult check(WorkspaceFiles& files, driver::IncrementalChecker& checker,
                  const EditorState& state, const SourceFilePtr& file,
                  const std::stop_token& stop) {
  const driver::Snapshot snapshot = files.snapshotFor(state, file->path());
  if (state.isIr(file->path())) return checkIr(files, file);
  const auto checked = std::make_shared<const driver::IncrementalResult>(
      checker.check(snapshot, file->path(), stop));
  checker.dropClosed(state.pythonTexts);
  CheckResult result;
  result.isCancelled = checked->isCancelled;
  if (!checked->file) return result;
  result.diagnostics = foldImported(snapshot, *checked);
  result.dependsOn = checked->dependsOn;
  result.details = std::make_shared<const Lazy<driver::FileResult>>([snapshot, checked] {
    driver::FileResult details = checked->whole();
    addSuppressionFixes(details, checked->comments);
    details.diagnostics = foldImported(snapshot, details);
    return details;
  });
  return result;
}

}  // namespace

Analysis makeCompilerAnalysis(std::shared_ptr<WorkspaceFiles> files) {
  auto checker = std::make_shared<driver::IncrementalChecker>();
  return [files, checker](const EditorState& state, const SourceFilePtr& file,
                          const std::stop_token& stop) {
    return check(*files, *checker, state, file, stop);
  };
}

}  // namespace ts::lsp
