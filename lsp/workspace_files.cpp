#include "lsp/workspace_files.h"

#include <algorithm>

#include "core/driver/discover.h"
#include "core/driver/module_search.h"

namespace ts::lsp {

namespace {

driver::Options options() {
  driver::Options made;
  made.importPaths = driver::installedPaths(DiskFileSystem(), ".");
  return made;
}

// Returns the search paths after the importing file's own folder: the paths in its folder's
// settings, its workspace folder, all other workspace folders, and the installed packages.
std::vector<std::string> importPaths(const EditorState& state, const std::string& path,
                                     const std::vector<std::string>& installed) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& added) {
    if (std::find(paths.begin(), paths.end(), added) == paths.end()) paths.push_back(added);
  };
  const Folder* own = state.folderOf(path);
  for (const std::string& set : state.settingsOf(path).importPaths)
    add(normalPath(joinPath(own ? own->path : "", set)));
  if (own) add(own->path);
  for (const Folder& folder : state.folders) add(folder.path);
  for (const std::string& folder : installed) add(folder);
  return paths;
}

}  // namespace

WorkspaceFiles::WorkspaceFiles() : workspace_(std::make_shared<DiskFileSystem>(), options()) {}

driver::Snapshot WorkspaceFiles::snapshotFor(const EditorState& state, const std::string& path) {
  {
    std::lock_guard lock(mutex_);
    if (ir_.size() > state.documents.size() - state.pythonTexts.size())
      std::erase_if(ir_, [&](const auto& known) { return !state.isIr(known.first); });
  }
  const driver::Snapshot snapshot = workspace_.snapshot(state.pythonTexts);
  driver::Options options;
  options.roots = state.settingsOf(path).roots;
  options.candidates = state.settingsOf(path).candidates;
  options.index = index_;
  options.importPaths = importPaths(state, path, snapshot.options().importPaths);
  return snapshot.with(std::move(options));
}

ide::IrDocumentPtr WorkspaceFiles::ir(const SourceFilePtr& text) {
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
