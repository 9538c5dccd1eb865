#include "lsp/workspace/workspace_files.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/driver/discover.h"

namespace ts::lsp {

namespace {

// Returns the search paths after the importing file's own folder: the paths in its folder's
// settings, those of its project, its workspace folder, all other workspace folders, and the
// installed packages.
std::vector<std::string> importPaths(const EditorState& state, const std::string& path,
                                     const std::vector<std::string>& ofProject,
                                     const std::vector<std::string>& installed) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& added) {
    if (std::find(paths.begin(), paths.end(), added) == paths.end()) paths.push_back(added);
  };
  const Folder* own = state.folderOf(path);
  for (const std::string& set : state.settingsOf(path).importPaths)
    add(normalPath(joinPath(own ? own->path : "", set)));
  for (const std::string& set : ofProject) add(set);
  if (own) add(own->path);
  for (const Folder& folder : state.folders) add(folder.path);
  for (const std::string& folder : installed) add(folder);
  return paths;
}

}  // namespace

WorkspaceFiles::WorkspaceFiles() : workspace_(std::make_shared<DiskFileSystem>()) {}

driver::Snapshot WorkspaceFiles::snapshotFor(const EditorState& state, const std::string& path) {
  {
    std::lock_guard lock(mutex_);
    if (ir_.size() > state.documents.size() - state.pythonTexts.size())
      std::erase_if(ir_, [&](const auto& entry) { return !state.isIr(entry.first); });
  }
  const driver::Snapshot snapshot = workspace_.snapshot(state.pythonTexts);
  const EditorSettings& settings = state.settingsOf(path);
  const auto project = projects_.projectOf(snapshot.files(), path);
  driver::Options options;
  // A setting that is not the default comes before the project file.
  const EditorSettings defaults;
  options.roots =
      settings.roots != defaults.roots ? settings.roots : project->check.value_or(settings.roots);
  options.candidates =
      settings.candidates != defaults.candidates ? settings.candidates : project->candidates;
  options.severity = project->severity;
  options.project = project;
  options.index = index_;
  options.importPaths =
      importPaths(state, path, project->importPaths,
                  projects_.installedFor(snapshot.files(), path, settings.python));
  return snapshot.with(std::move(options));
}

ide::IrDocumentPtr WorkspaceFiles::ir(const SourceFilePtr& text) {
  std::lock_guard lock(mutex_);
  auto& cached = ir_[text->path()];
  if (cached.first != text) cached = {text, std::make_shared<const ide::IrDocument>(text)};
  return cached.second;
}

std::vector<std::string> WorkspaceFiles::pythonFiles(const driver::Snapshot& snapshot,
                                                     const std::vector<Folder>& folders) {
  std::vector<std::string> files;
  for (const Folder& folder : folders) {
    const auto project = projects_.projectOf(snapshot.files(), joinPath(folder.path, "."));
    driver::Discovered in =
        driver::discover(snapshot.files(), {folder.path}, project->exclude, project->folder);
    files.insert(files.end(), std::make_move_iterator(in.files.begin()),
                 std::make_move_iterator(in.files.end()));
  }
  std::set<std::string> seen;  // a folder may lie in another one
  std::erase_if(files, [&](const std::string& path) { return !seen.insert(path).second; });
  return files;
}

}  // namespace ts::lsp
