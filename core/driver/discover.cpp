#include "core/driver/discover.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/driver/module_search.h"
#include "core/source/regular_file.h"

namespace ts::driver {

namespace {

constexpr std::string_view kSkipped[] = {"build", "node_modules", "__pycache__"};

// Matches in time proportional to the product of the lengths.
bool matches(std::string_view text, std::string_view pattern) {
  // reachable[i]: the pattern so far matches the first i bytes of the text.
  std::vector<bool> reachable(text.size() + 1);
  reachable[0] = true;
  for (size_t at = 0; at < pattern.size(); ++at) {
    std::vector<bool> next(text.size() + 1);
    if (pattern[at] == '*') {
      const bool overFolders = at + 1 < pattern.size() && pattern[at + 1] == '*';
      if (overFolders) ++at;
      bool isOpen = false;
      for (size_t i = 0; i <= text.size(); ++i) {
        if (i > 0 && text[i - 1] == '/' && !overFolders) isOpen = false;
        isOpen = isOpen || reachable[i];
        next[i] = isOpen;
      }
    } else {
      for (size_t i = 0; i < text.size(); ++i) {
        const bool fits = pattern[at] == '?' ? text[i] != '/' : text[i] == pattern[at];
        next[i + 1] = reachable[i] && fits;
      }
    }
    reachable = std::move(next);
  }
  return reachable[text.size()];
}

class Walk {
 public:
  Walk(const FileSystem& files, const std::vector<std::string>& exclude, const std::string& base,
       size_t limit, Discovered& out)
      : files_(files), exclude_(exclude), base_(absolutePath(base)), limit_(limit), out_(out) {}

  void add(const std::string& path, FileKind kind) {
    if (isExcluded(path)) return;
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

  // Leaves out the links of folders to files that are found too.
  void dropLinks() {
    if (links_.empty()) return;
    std::unordered_map<std::string, std::string> folders;  // to their real paths
    std::unordered_set<std::string> targets;
    for (const std::string& file : out_.files) {
      if (links_.contains(file)) continue;
      const auto [folder, isNew] = folders.try_emplace(std::string(parentFolder(file)));
      if (isNew) folder->second = files_.realPath(folder->first.empty() ? "." : folder->first);
      targets.insert(joinPath(folder->second, file.substr(file.rfind('/') + 1)));
    }
    std::erase_if(out_.files, [&](const std::string& file) {
      return links_.contains(file) && targets.contains(files_.realPath(file));
    });
  }

 private:
  bool isExcluded(const std::string& path) const {
    if (exclude_.empty()) return false;
    if (base_.empty()) return matchesAny(path, exclude_);
    const std::string absolute = absolutePath(path);
    std::string_view below = absolute;
    if (!below.starts_with(base_)) return false;
    below.remove_prefix(base_.size());
    if (!base_.ends_with('/') && !below.starts_with('/')) return false;
    return matchesAny(below.substr(below.starts_with('/')), exclude_);
  }

  void addUnreadable(const std::string& path, std::string reason) {
    out_.unreadable.push_back({path, std::move(reason)});
  }

  // Uses a list instead of recursion: folders may be nested to any depth.
  void addFolder(const std::string& top) {
    std::vector<std::string> waiting{top};
    while (!waiting.empty() && out_.files.size() < limit_) {
      const std::string folder = std::move(waiting.back());
      waiting.pop_back();
      const FolderListing listing = files_.list(folder);
      if (!listing.error.empty()) addUnreadable(folder, listing.error);
      if (folder != top && isVirtualEnvironment(listing.entries)) continue;
      std::vector<std::string> inside;
      for (const FolderEntry& entry : listing.entries) {
        if (entry.kind == FileKind::Folder) {
          std::string path = joinPath(folder, entry.name);
          if (!isSkipped(entry) && !isExcluded(path)) inside.push_back(std::move(path));
        } else if (entry.name.ends_with(".py") && entry.name[0] != '.') {
          std::string path = joinPath(folder, entry.name);
          const size_t before = out_.files.size();
          add(path, entry.kind);
          if (entry.isLink && out_.files.size() > before) links_.insert(std::move(path));
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
  const std::vector<std::string>& exclude_;
  const std::string base_;  // absolute; empty: the patterns are compared with whole paths
  const size_t limit_;
  Discovered& out_;
  std::unordered_set<std::string> seen_;
  std::unordered_set<std::string> links_;  // in folders, to files
};

}  // namespace

bool matchesAny(std::string_view path, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    const bool isName = pattern.find('/') == std::string::npos;
    // Each end of the path that starts with a name, and for names the name alone.
    for (size_t begin = 0; begin < path.size();) {
      const size_t slash = std::min(path.find('/', begin), path.size());
      const std::string_view part = isName ? path.substr(begin, slash - begin) : path.substr(begin);
      if (matches(part, pattern)) return true;
      begin = slash + 1;
    }
    return false;
  });
}

Discovered discover(const FileSystem& files, const std::vector<std::string>& paths,
                    const std::vector<std::string>& exclude, const std::string& base,
                    size_t limit) {
  Discovered discovered;
  Walk walk(files, exclude, base, limit, discovered);
  for (const std::string& path : paths) walk.add(path, files.kind(path));
  walk.dropLinks();
  return discovered;
}

}  // namespace ts::driver
