#include "lsp/app/compiler_analysis.h"

#include <fmt/format.h>

#include <mutex>

#include "core/diag/suppression.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"
#include "lsp/app/imported_problems.h"

namespace ts::lsp {

namespace {

driver::Roots rootsOf(Roots roots) {
  return roots == Roots::All ? driver::Roots::All : driver::Roots::Explicit;
}

driver::Options options() {
  driver::Options made;
  made.importPaths = driver::installedPaths(DiskFileSystem());
  return made;
}

// A workspace whose open documents follow the snapshots that it is asked about. Checks run in
// parallel, and their snapshots need not come in order: each takes the workspace as it needs it.
class FollowingWorkspace {
 public:
  driver::Snapshot at(const Snapshot& snapshot) {
    std::lock_guard lock(mutex_);
    for (const auto& [path, file] : open_) {
      if (!snapshot.open.contains(path)) workspace_.close(path);
    }
    for (const auto& [path, file] : snapshot.open) {
      const auto known = open_.find(path);
      if (known == open_.end() || known->second != file)
        workspace_.open(path, std::string(file->text()), 0);
    }
    open_ = snapshot.open;
    return workspace_.snapshot().with(rootsOf(snapshot.roots));
  }

 private:
  driver::Workspace workspace_{std::make_shared<DiskFileSystem>(), options()};
  std::mutex mutex_;
  std::map<std::string, SourceFilePtr> open_;
};

// Silencing is a way out as well, though never the first one. Of a syntax error there is no
// silencing: nothing behind it is understood.
void offerSuppression(driver::FileResult& result) {
  std::vector<Span> comments;
  for (const syntax::Comment& comment : result.tree->comments) comments.push_back(comment.span);
  for (diag::Diagnostic& diagnostic : result.diagnostics) {
    const bool here = diagnostic.range.file == result.file.get();
    if (!here || diag::info(diagnostic.rule).family == diag::Family::Syntax) continue;
    auto edits = diag::suppressionEdit(*result.file, comments, diagnostic);
    if (edits.empty()) continue;
    diagnostic.fix(fmt::format("Ignore {} on this line", diag::code(diagnostic.rule)),
                   std::move(edits), false);
  }
}

Findings check(FollowingWorkspace& workspace, const Snapshot& snapshot, const SourceFilePtr& file) {
  const driver::Snapshot at = workspace.at(snapshot);
  auto result = std::make_shared<driver::FileResult>(at.check(file->path()));
  Findings findings;
  if (!result->file) return findings;
  offerSuppression(*result);
  findings.diagnostics = foldImported(at, *result);
  for (const driver::ParsedFilePtr& import : result->imports) {
    if (import->file) findings.dependsOn.push_back(import->file->path());
  }
  findings.owners.push_back(std::move(result));
  return findings;
}

}  // namespace

Analysis makeCompilerAnalysis() {
  auto workspace = std::make_shared<FollowingWorkspace>();
  return [workspace](const Snapshot& snapshot, const SourceFilePtr& file, const CancelToken&) {
    return check(*workspace, snapshot, file);
  };
}

}  // namespace ts::lsp
