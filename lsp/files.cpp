#include "lsp/files.h"

#include <algorithm>

#include "core/driver/discover.h"
#include "core/driver/module_search.h"

namespace ts::lsp {

namespace {

driver::Options options() {
  driver::Options made;
  made.importPaths = driver::installedPaths(DiskFileSystem());
  return made;
}

// Where imports are looked for after the importing file's own folder: in what is set for its
// folder, in all folders of the workspace, its own first, and where packages are installed.
std::vector<std::string> importPaths(const Snapshot& snapshot, const std::string& path,
                                     const std::vector<std::string>& installed) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& one) {
    if (std::find(paths.begin(), paths.end(), one) == paths.end()) paths.push_back(one);
  };
  const Folder* own = snapshot.folderOf(path);
  for (const std::string& set : snapshot.settingsOf(path).importPaths)
    add(normalPath(joinPath(own ? own->path : "", set)));
  if (own) add(own->path);
  for (const Folder& folder : snapshot.folders) add(folder.path);
  for (const std::string& one : installed) add(one);
  return paths;
}

}  // namespace

Files::Files() : workspace_(std::make_shared<DiskFileSystem>(), options()) {}

const Folder* Snapshot::folderOf(const std::string& path) const {
  const Folder* found = nullptr;
  for (const Folder& folder : folders) {
    const bool within =
        path.starts_with(folder.path) &&
        (folder.path.ends_with('/') || path.substr(folder.path.size()).starts_with('/'));
    if (within && (!found || found->path.size() < folder.path.size())) found = &folder;
  }
  return found;
}

driver::Snapshot Files::at(const Snapshot& snapshot, const std::string& path) {
  {
    std::lock_guard lock(mutex_);
    std::erase_if(ir_, [&](const auto& known) { return !snapshot.ir.contains(known.first); });
  }
  OverlayFileSystem::Texts texts = snapshot.open;
  for (const std::string& path : snapshot.ir) texts.erase(path);
  const driver::Snapshot now = workspace_.snapshotWith(std::move(texts));
  driver::Options options;
  options.roots =
      snapshot.settingsOf(path).roots == Roots::All ? driver::Roots::All : driver::Roots::Explicit;
  options.importPaths = importPaths(snapshot, path, now.options().importPaths);
  return now.with(std::move(options));
}

ide::IrDocumentPtr Files::ir(const SourceFilePtr& text) {
  std::lock_guard lock(mutex_);
  auto& known = ir_[text->path()];
  if (known.first != text) known = {text, std::make_shared<const ide::IrDocument>(text)};
  return known.second;
}

std::vector<std::string> pythonFiles(const driver::Snapshot& snapshot,
                                     const std::vector<Folder>& folders) {
  std::vector<std::string> paths;
  for (const Folder& folder : folders) paths.push_back(folder.path);
  return driver::discover(snapshot.files(), paths).files;
}

}  // namespace ts::lsp
