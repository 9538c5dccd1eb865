#include "core/driver/workspace_roots.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "core/base/sort_unique.h"
#include "core/compiler/reports/facts.h"
#include "core/diag/severity_by_rule.h"
#include "core/diag/sort_by_place.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/project_file.h"
#include "core/driver/root_checker.h"
#include "core/driver/scripted_definitions.h"
#include "core/driver/syntax_damage.h"
#include "core/fixes/fixes.h"
#include "core/source/library_path.h"

namespace ts::driver {

namespace {

constexpr size_t kMaxRoots = 32;   // files with roots that are checked for one file
constexpr size_t kMaxKnown = 128;  // results that are kept

// Makes the ranges in the file refer to `file`: a kept result may have another object of the same
// text.
void rebase(diag::Diagnostic& diagnostic, const SourceFile& file) {
  auto move = [&](SourceRange& range) {
    if (range.file && range.file->path() == file.path()) range.file = &file;
  };
  move(diagnostic.range);
  for (diag::Label& label : diagnostic.labels) move(label.range);
  for (diag::Note& note : diagnostic.notes) move(note.range);
  for (diag::Fix& fix : diagnostic.fixes)
    for (diag::Edit& edit : fix.edits) move(edit.range);
}

// The file at a path among those that a check has read; null when it has not read the file.
const SourceFile* fileIn(const FileResult& result, const std::string& path) {
  if (result.file && result.file->path() == path) return result.file.get();
  for (const ParsedFilePtr& file : result.imports)
    if (file->file && file->file->path() == path) return file->file.get();
  return nullptr;
}

// Returns the functions and methods outside of the damaged text in which types are known.
std::vector<Span> compiledFunctions(const syntax::Module& tree, std::span<const Span> damaged,
                                    const FileRoots& roots) {
  std::vector<Span> compiled;
  auto add = [&](const syntax::Stmt& stmt) {
    if (stmt.kind != syntax::StmtKind::FunctionDef) return;
    const auto fact =
        std::ranges::lower_bound(roots.types, stmt.span.begin, {},
                                 [](const compiler::TypeFact& fact) { return fact.span.begin; });
    const bool isDamaged =
        std::ranges::any_of(damaged, [&](Span span) { return span.contains(stmt.span.begin); });
    if (!isDamaged && fact != roots.types.end() && stmt.span.contains(fact->span.begin))
      compiled.push_back(stmt.span);
  };
  for (const syntax::Stmt* stmt : tree.body) {
    add(*stmt);
    if (const auto* definition = syntax::dynCast<syntax::ClassDef>(stmt))
      for (const syntax::Stmt* member : definition->body) add(*member);
  }
  return compiled;
}

// Collects what the checks of several roots and of the candidates say about one file.
class Collector {
 public:
  Collector(const std::string& path, const syntax::Module& tree) : path_(path), tree_(tree) {}

  void add(const std::shared_ptr<const FileResult>& checked) {
    addOwn(checked);
    if (checked->path == path_)
      std::ranges::copy_if(checked->diagnostics, std::back_inserter(roots_.elsewhere),
                           [&](const diag::Diagnostic& diagnostic) {
                             return diagnostic.range && !isOwn(diagnostic) &&
                                    !isLibrary(diagnostic.range.file->path());
                           });
    if (const SourceFile* file = fileIn(*checked, path_); file && checked->facts) {
      compiler::addFacts(roots_.types, checked->facts->types(file));
      compiler::addFacts(roots_.overloads, checked->facts->overloads(file));
    }
    reached_.insert(reached_.end(), checked->roots.reached.begin(), checked->roots.reached.end());
  }

  void addCandidates(const std::shared_ptr<const FileResult>& checked) {
    addOwn(checked);
    compiler::addFacts(roots_.types, checked->types);
    compiler::addFacts(roots_.overloads, checked->overloads);
  }

  // The classes that the roots reach, sorted.
  const std::vector<compiler::ReachedClass>& reached() {
    sortUnique(reached_);
    return reached_;
  }

  std::vector<Construction> takeConstructions() { return std::move(constructions_); }

  FileRoots take(const SourceFile& file) {
    fixes::addFixes(tree_, roots_.types, roots_.diagnostics);
    for (diag::Diagnostic& diagnostic : roots_.diagnostics) rebase(diagnostic, file);
    diag::sortByPlace(roots_.diagnostics);
    sortUnique(roots_.dependsOn);
    return std::move(roots_);
  }

 private:
  bool isOwn(const diag::Diagnostic& diagnostic) const {
    return diagnostic.range && diagnostic.range.file->path() == path_;
  }

  // Adds the diagnostics in the file, and the files that they depend on.
  void addOwn(const std::shared_ptr<const FileResult>& checked) {
    std::vector<diag::Diagnostic> own;
    std::ranges::copy_if(checked->diagnostics, std::back_inserter(own),
                         [&](const diag::Diagnostic& diagnostic) { return isOwn(diagnostic); });
    for (diag::Diagnostic& diagnostic : own) rebase(diagnostic, *tree_.file);
    addNew(roots_.diagnostics, std::move(own));
    if (checked->file && checked->path != path_) roots_.dependsOn.push_back(checked->path);
    for (const ParsedFilePtr& file : checked->imports)
      if (file->file && file->file->path() != path_) roots_.dependsOn.push_back(file->file->path());
    roots_.owners.push_back(checked);
    constructions_.insert(constructions_.end(), checked->constructions.begin(),
                          checked->constructions.end());
  }

  const std::string& path_;
  const syntax::Module& tree_;
  FileRoots roots_;
  std::vector<compiler::ReachedClass> reached_;
  std::vector<Construction> constructions_;
};

}  // namespace

void WorkspaceRoots::updateIndex(const Snapshot& snapshot, const Workspace::OpenDocuments& open) {
  open.forEachChange(indexed_, [&](const std::string& path, const SourceFilePtr*) {
    index_->update(snapshot.files(), path);
  });
  indexed_ = open;
}

std::shared_ptr<const FileResult> WorkspaceRoots::resultOf(
    const Snapshot& snapshot, const std::string& path, const std::function<FileResult()>& check) {
  const uint64_t generation = index_->generation(), epoch = epoch_;
  const auto entry = kept_.find(path);
  const auto isUnchanged = [&](const std::pair<std::string, uint64_t>& stamp) {
    return snapshot.files().stamp(stamp.first) == stamp.second;
  };
  if (entry != kept_.end() && entry->second.generation == generation &&
      entry->second.epoch == epoch && std::ranges::all_of(entry->second.stamps, isUnchanged))
    return entry->second.result;
  KeptResult kept;
  kept.generation = generation;
  kept.epoch = epoch;
  kept.result = std::make_shared<FileResult>(check());
  if (kept.result->isCancelled) return nullptr;
  kept.stamps.emplace_back(path, snapshot.files().stamp(path));
  for (const ParsedFilePtr& file : kept.result->imports)
    if (file->file)
      kept.stamps.emplace_back(file->file->path(), snapshot.files().stamp(file->file->path()));
  if (kept_.size() >= kMaxKnown) kept_.clear();
  kept_[path] = kept;
  return kept.result;
}

std::shared_ptr<const FileResult> WorkspaceRoots::projectResult(const Snapshot& snapshot,
                                                                const std::stop_token& stop) {
  const ProjectFile& project = *snapshot.options().project;
  return resultOf(snapshot, project.path,
                  [&] { return checkProjectRoots(snapshot, project, Detail::Facts, stop); });
}

FileRoots WorkspaceRoots::checkProject(const Snapshot& snapshot,
                                       const Workspace::OpenDocuments& open,
                                       const std::stop_token& stop) {
  FileRoots roots;
  const std::lock_guard lock(mutex_);
  updateIndex(snapshot, open);
  const auto checked = projectResult(snapshot, stop);
  roots.isCancelled = !checked;
  if (!checked) return roots;
  const std::shared_ptr<const ProjectFile>& project = snapshot.options().project;
  roots.diagnostics = project->problems;
  diag::applySeverities(project->severity, roots.diagnostics);
  for (const diag::Diagnostic& diagnostic : checked->diagnostics) {
    if (!diagnostic.range || isLibrary(diagnostic.range.file->path())) continue;
    const bool isOwn = diagnostic.range.file->path() == project->path;
    (isOwn ? roots.diagnostics : roots.elsewhere).push_back(diagnostic);
  }
  roots.owners = {project, checked};
  return roots;
}

FileRoots WorkspaceRoots::check(const SnapshotFor& snapshotFor,
                                const Workspace::OpenDocuments& open, const SourceFile& file,
                                const std::stop_token& stop) {
  const std::string& path = file.path();
  const Snapshot snapshot = snapshotFor(path);
  FileRoots cancelled;
  cancelled.isCancelled = true;
  const std::lock_guard lock(mutex_);
  if (stop.stop_requested()) return cancelled;
  updateIndex(snapshot, open);
  const ParsedFilePtr parsed = snapshot.parse(path);
  if (!parsed->tree) return {};
  Collector collector(path, *parsed->tree);
  std::vector<std::string> roots = index_->rootsReaching(path, kMaxRoots);
  HealthyFile healthy{parsed, {}};
  const bool isDamaged = hasErrors(parsed->problems);
  if (isDamaged) {
    healthy = healthyFile(*parsed);
    // Other files cannot import a file with syntax errors, so their roots do not reach it.
    const auto& project = snapshot.options().project;
    const bool isReached =
        (project && !project->roots.empty()) ||
        std::ranges::any_of(roots, [&](const auto& root) { return root != path; });
    if (!healthy.parsed || isReached) {
      FileRoots unknown;
      unknown.isDamaged = true;
      return unknown;
    }
  }
  const bool isRoot = std::ranges::find(roots, path) != roots.end();
  // The check of the file itself also finds imports that are missing.
  if (!isRoot && mayUseTorch(parsed->file->text())) roots.push_back(path);
  for (const std::string& root : roots) {
    const auto checked = resultOf(
        snapshot, root, [&] { return snapshotFor(root).check(root, Detail::Facts, stop); });
    if (!checked || stop.stop_requested()) return cancelled;
    collector.add(checked);
  }
  if (const auto& project = snapshot.options().project; project && !project->roots.empty()) {
    const auto checked = projectResult(snapshot, stop);
    if (!checked) return cancelled;
    collector.add(checked);
  }
  if (snapshot.options().candidates) {
    const auto candidates = std::make_shared<const FileResult>(
        snapshot.checkCandidates(path, collector.reached(), Detail::Facts, stop));
    if (candidates->isCancelled || stop.stop_requested()) return cancelled;
    collector.addCandidates(candidates);
  }
  constructions_.set(path, collector.takeConstructions());
  FileRoots result = collector.take(file);
  result.isRoot = isRoot;
  result.isDamaged = isDamaged;
  if (isDamaged)
    result.compiled = compiledFunctions(*healthy.parsed->tree, healthy.damaged, result);
  result.owners.push_back(parsed);
  return result;
}

}  // namespace ts::driver
