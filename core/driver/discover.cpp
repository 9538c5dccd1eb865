#include "core/driver/discover.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "core/source/regular_file.h"

namespace ts::driver {

namespace {

constexpr std::string_view kSkipped[] = {"build", "node_modules", "__pycache__"};

class Walk {
 public:
  Walk(const FileSystem& files, Discovered& out) : files_(files), out_(out) {}

  void add(const std::string& path, FileKind kind) {
    switch (kind) {
      case FileKind::Missing: addUnreadable(path, "no such file or folder"); break;
      case FileKind::Other:
        addUnreadable(path, std::string(kNotRegularFile) + "; use - for standard input");
        break;
      case FileKind::File:
        if (seen_.insert(normalPath(path)).second) out_.files.push_back(path);
        break;
      case FileKind::Folder: addFolder(path); break;
    }
  }

 private:
  void addUnreadable(const std::string& path, std::string reason) {
    out_.unreadable.push_back({path, std::move(reason)});
  }

  // Uses a list instead of recursion: folders may be nested to any depth.
  void addFolder(const std::string& top) {
    std::vector<std::string> waiting{top};
    while (!waiting.empty()) {
      const std::string folder = std::move(waiting.back());
      waiting.pop_back();
      const FolderListing listing = files_.list(folder);
      if (!listing.error.empty()) addUnreadable(folder, listing.error);
      if (folder != top && isVirtualEnvironment(listing.entries)) continue;
      std::vector<std::string> inside;
      for (const FolderEntry& entry : listing.entries) {
        if (entry.kind == FileKind::Folder) {
          if (!isSkipped(entry)) inside.push_back(joinPath(folder, entry.name));
        } else if (entry.name.ends_with(".py") && entry.name[0] != '.') {
          add(joinPath(folder, entry.name), entry.kind);
        }
      }
      waiting.insert(waiting.end(), inside.rbegin(), inside.rend());
    }
  }

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
  for (const std::string& path : paths) walk.add(path, files.kind(path));
  return found;
}

}  // namespace ts::driver
