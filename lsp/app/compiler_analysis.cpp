#include "lsp/app/compiler_analysis.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/diag/suppression.h"
#include "core/driver/incremental_checker.h"
#include "core/driver/workspace_roots.h"
#include "lsp/app/imported_problems.h"
#include "lsp/workspace/uri.h"

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

// The second half: adds the problems and facts that the workspace's roots cause in the file.
CheckResult checkWithRoots(WorkspaceFiles& files, const EditorState& state,
                           const driver::IncrementalResult& checked, const CheckResult& first,
                           const RootFindingsPtr& older, const std::stop_token& stop) {
  auto roots = std::make_shared<driver::FileRoots>(
      files.roots().check([&](const std::string& path) { return files.snapshotFor(state, path); },
                          state.pythonTexts, *checked.file, stop));
  CheckResult result = first;
  result.isCancelled = roots->isCancelled;
  if (result.isCancelled) return result;
  driver::FileResult added;
  added.file = checked.file;
  added.diagnostics = std::move(roots->diagnostics);
  addSuppressionFixes(added, checked.comments);
  auto findings = std::make_shared<RootFindings>();
  findings->diagnostics = std::move(added.diagnostics);
  findings->types = std::move(roots->types);
  findings->overloads = std::move(roots->overloads);
  findings->factsHash = hashOfFacts(findings->types);
  findings->owner = roots;
  result.isRoot = roots->isRoot;
  result.elsewhere = std::move(roots->elsewhere);
  result.dependsOn.insert(result.dependsOn.end(), roots->dependsOn.begin(), roots->dependsOn.end());
  addFindings(result, roots->isDamaged ? completedFindings(findings, older, roots->compiled)
                                       : std::move(findings));
  return result;
}

CheckResult check(const std::shared_ptr<WorkspaceFiles>& files, driver::IncrementalChecker& checker,
                  const EditorState& state, const SourceFilePtr& file,
                  const std::stop_token& stop) {
  if (state.isIr(file->path())) return checkIr(*files, file);
  if (!moduleOfLibraryUri(file->path()).empty()) return {};
  const driver::Snapshot snapshot = files->snapshotFor(state, file->path());
  const auto checked = std::make_shared<const driver::IncrementalResult>(
      checker.check(snapshot, file->path(), stop));
  checker.dropClosed(state.pythonTexts);
  const bool isAuto = snapshot.options().roots == driver::Roots::Auto;
  CheckResult result;
  result.isCancelled = checked->isCancelled;
  if (!checked->file) return result;
  // With roots that are followed, a problem shows in the file where the code is.
  auto shown = [snapshot, isAuto](const driver::FileResult& result) {
    return isAuto ? ownProblems(result) : foldImported(snapshot, result);
  };
  result.diagnostics = shown(*checked);
  result.dependsOn = checked->dependsOn;
  result.details = std::make_shared<const Lazy<driver::FileResult>>([shown, checked] {
    driver::FileResult details = checked->whole();
    addSuppressionFixes(details, checked->comments);
    details.diagnostics = shown(details);
    return details;
  });
  if (!isAuto) return result;
  result.mayHaveFindings = true;
  const auto first = std::make_shared<const CheckResult>(result);
  const auto stateCopy = std::make_shared<const EditorState>(state);
  result.withRoots = [files, stateCopy, checked, first](const RootFindingsPtr& older,
                                                        const std::stop_token& token) {
    return checkWithRoots(*files, *stateCopy, *checked, *first, older, token);
  };
  return result;
}

}  // namespace

Analysis makeCompilerAnalysis(std::shared_ptr<WorkspaceFiles> files) {
  auto checker = std::make_shared<driver::IncrementalChecker>();
  return [files, checker](const EditorState& state, const SourceFilePtr& file,
                          const std::stop_token& stop) {
    return check(files, *checker, state, file, stop);
  };
}

}  // namespace ts::lsp
