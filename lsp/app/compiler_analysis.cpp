#include "lsp/app/compiler_analysis.h"

#include <fmt/format.h>

#include "core/diag/suppression.h"
#include "core/driver/rechecks.h"
#include "lsp/app/imported_problems.h"

namespace ts::lsp {

namespace {

// Silencing is a way out as well, though never the first one. Of a syntax error there is no
// silencing: nothing behind it is understood.
void offerSuppression(driver::FileResult& result, const std::vector<Span>& comments) {
  for (diag::Diagnostic& diagnostic : result.diagnostics) {
    const bool here = diagnostic.range.file == result.file.get();
    if (!here || diag::info(diagnostic.rule).family == diag::Family::Syntax) continue;
    auto edits = diag::suppressionEdit(*result.file, comments, diagnostic);
    if (edits.empty()) continue;
    diagnostic.fix(fmt::format("Ignore {} on this line", diag::code(diagnostic.rule)),
                   std::move(edits), false);
  }
}

Findings checkIr(Files& workspace, const SourceFilePtr& file) {
  Findings findings;
  const ide::IrDocumentPtr document = workspace.ir(file);
  findings.diagnostics = document->problems();
  findings.owners.push_back(document);
  return findings;
}

Findings check(Files& workspace, driver::Rechecks& rechecks, const Snapshot& snapshot,
               const SourceFilePtr& file) {
  const driver::Snapshot at = workspace.at(snapshot, file->path());
  if (snapshot.ir.contains(file->path())) return checkIr(workspace, file);
  const auto result = std::make_shared<const driver::Rechecked>(rechecks.check(at, file->path()));
  rechecks.forgetClosed(at);
  Findings findings;
  if (!result->file) return findings;
  findings.diagnostics = foldImported(at, *result);
  findings.dependsOn = result->dependsOn;
  findings.details = std::make_shared<const Late<Details>>([at, result] {
    Details details{{}, result->whole()};
    offerSuppression(details.result, result->comments);
    details.diagnostics = foldImported(at, details.result);
    return details;
  });
  return findings;
}

}  // namespace

Analysis makeCompilerAnalysis(std::shared_ptr<Files> workspace) {
  auto rechecks = std::make_shared<driver::Rechecks>();
  return [workspace, rechecks](const Snapshot& snapshot, const SourceFilePtr& file,
                               const CancelToken&) {
    return check(*workspace, *rechecks, snapshot, file);
  };
}

}  // namespace ts::lsp
