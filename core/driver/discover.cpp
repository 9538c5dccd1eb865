#include "core/driver/discover.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace ts::driver {

namespace {

constexpr std::string_view kSkipped[] = {"build", "node_modules", "__pycache__"};

class Walk {
 public:
  Walk(const FileSystem& files, Discovered& out) : files_(files), out_(out) {}

  void addFile(const std::string& path) {
    if (seen_.insert(normalPath(path)).second) out_.files.push_back(path);
  }

  // Uses a list instead of recursion: folders may be nested to any depth.
  void addFolder(const std::string& top) {
    std::vector<std::string> waiting{top};
    while (!waiting.empty()) {
      const std::string folder = std::move(waiting.back());
      waiting.pop_back();
      const std::vector<FolderEntry> entries = files_.list(folder);
      if (folder != top && isVirtualEnvironment(entries)) continue;
      std::vector<std::string> inside;
      for (const FolderEntry& entry : entries) {
        if (entry.kind == FileKind::File && entry.name.ends_with(".py") && entry.name[0] != '.') {
          addFile(joinPath(folder, entry.name));
        } else if (entry.kind == FileKind::Folder && !isSkipped(entry)) {
          inside.push_back(joinPath(folder, entry.name));
        }
      }
      waiting.insert(waiting.end(), inside.rbegin(), inside.rend());
    }
  }

 private:
  static bool isSkipped(const FolderEntry& entry) {
    return entry.isLink || entry.name[0] == '.' ||
           std::find(std::begin(kSkipped), std::end(kSkipped), entry.name) != std::end(kSkipped);
  }
  static bool isVirtualEnvironment(const std::vector<FolderEntry>& entries) {
    return std::any_of(entries.begin(), entries.end(),
                       [](const FolderEntry& entry) { return entry.name == "pyvenv.cfg"; });
  }

  const FileSystem& files_;
  Discovered& out_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

Discovered discover(const FileSystem& files, const std::vector<std::string>& paths) {
  Discovered found;
  Walk walk(files, found);
  for (const std::string& path : paths) {
    switch (files.kind(path)) {
      case FileKind::Missing: found.missing.push_back(path); break;
      case FileKind::File: walk.addFile(path); break;
      case FileKind::Folder: walk.addFolder(path); break;
    }
  }
  return found;
}

}  // namespace ts::driver
