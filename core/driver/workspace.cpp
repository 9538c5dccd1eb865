#include "core/driver/workspace.h"

#include <algorithm>

#include "core/diag/renderer.h"
#include "core/diag/suppression.h"

namespace ts::driver {

namespace {

bool hasErrors(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const diag::Diagnostic& diagnostic) {
                       return diagnostic.severity == diag::Severity::Error;
                     });
}

std::vector<Span> commentsOf(const syntax::Module& tree) {
  std::vector<Span> comments;
  comments.reserve(tree.comments.size());
  for (const syntax::Comment& comment : tree.comments) comments.push_back(comment.span);
  return comments;
}

}  // namespace

FileResult Snapshot::check(const std::string& path) const {
  return checkParsed(path, parse(path));
}

std::vector<std::string> Snapshot::searchPaths(const std::string& top) const {
  std::vector<std::string> paths{top};
  paths.insert(paths.end(), options_->importPaths.begin(), options_->importPaths.end());
  return paths;
}

ModuleLoader Snapshot::moduleLoader(const std::string& top) const {
  return ModuleLoader(*files_, *cache_, searchPaths(top));
}

FileResult Snapshot::checkBytes(std::string name, std::string bytes) const {
  ParsedFilePtr parsed = parseBytes(name, std::move(bytes), options_->limits);
  return checkParsed(std::move(name), std::move(parsed));
}

FileResult Snapshot::checkParsed(std::string path, ParsedFilePtr parsed) const {
  FileResult result;
  result.path = std::move(path);
  result.error = parsed->error;
  result.file = parsed->file;
  result.tree = parsed->tree;
  if (!result.file) return result;
  diag::SuppressionOptions suppression;
  suppression.reportUnused = !hasErrors(parsed->problems);
  result.diagnostics = diag::applySuppressions(*result.file, commentsOf(*result.tree),
                                               parsed->problems, suppression);
  diag::sortByPlace(result.diagnostics);
  return result;
}

std::optional<int64_t> Snapshot::version(const std::string& path) const {
  auto found = versions_->find(path);
  if (found == versions_->end()) return std::nullopt;
  return found->second;
}

Snapshot Snapshot::with(Roots roots) const {
  Options options = *options_;
  options.roots = roots;
  Snapshot changed = *this;
  changed.options_ = std::make_shared<const Options>(std::move(options));
  return changed;
}

Workspace::Workspace(FileSystemPtr disk, Options options)
    : disk_(std::move(disk)),
      options_(std::make_shared<const Options>(std::move(options))),
      cache_(std::make_shared<SourceCache>(options_->limits)) {}

void Workspace::open(const std::string& path, std::string text, int64_t version) {
  auto file = std::make_shared<const SourceFile>(path, std::move(text));
  std::lock_guard lock(mutex_);
  texts_[path] = std::move(file);
  versions_[path] = version;
}

void Workspace::close(const std::string& path) {
  std::lock_guard lock(mutex_);
  texts_.erase(path);
  versions_.erase(path);
}

Snapshot Workspace::snapshot() const {
  std::unique_lock lock(mutex_);
  Snapshot::Versions versions = versions_;
  OverlayFileSystem::Texts texts = texts_;
  lock.unlock();
  Snapshot made = snapshotWith(std::move(texts));
  made.versions_ = std::make_shared<const Snapshot::Versions>(std::move(versions));
  return made;
}

Snapshot Workspace::snapshotWith(OverlayFileSystem::Texts texts) const {
  Snapshot made;
  made.files_ =
      texts.empty() ? disk_ : std::make_shared<const OverlayFileSystem>(std::move(texts), disk_);
  made.options_ = options_;
  made.versions_ = std::make_shared<const Snapshot::Versions>();
  made.cache_ = cache_;
  return made;
}

}  // namespace ts::driver
