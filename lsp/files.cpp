#include "lsp/files.h"

#include "core/driver/discover.h"
#include "core/driver/module_search.h"

namespace ts::lsp {

namespace {

driver::Options options() {
  driver::Options made;
  made.importPaths = driver::installedPaths(DiskFileSystem());
  return made;
}

}  // namespace

Files::Files() : workspace_(std::make_shared<DiskFileSystem>(), options()) {}

driver::Snapshot Files::at(const Snapshot& snapshot) {
  std::lock_guard lock(mutex_);
  for (const auto& [path, file] : open_) {
    if (!snapshot.open.contains(path)) workspace_.close(path);
  }
  for (const auto& [path, file] : snapshot.open) {
    const auto known = open_.find(path);
    if (known == open_.end() || known->second != file) workspace_.open(path, std::string(file->text()), 0);
  }
  open_ = snapshot.open;
  return workspace_.snapshot().with(snapshot.roots == Roots::All ? driver::Roots::All : driver::Roots::Explicit);
}

std::vector<std::string> pythonFiles(const driver::Snapshot& snapshot, const std::vector<std::string>& folders) {
  return driver::discover(snapshot.files(), folders).files;
}

}  // namespace ts::lsp
