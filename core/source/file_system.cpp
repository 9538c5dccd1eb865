#include "core/source/file_system.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <map>

#include "core/source/regular_file.h"

namespace ts {

namespace {

ReadResult tooLarge(size_t limit) {
  return {{}, nullptr, "larger than the limit of " + std::to_string(limit) + " bytes", true};
}

FileKind kindOf(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return FileKind::Folder;
  return S_ISREG(status.st_mode) ? FileKind::File : FileKind::Other;
}

// Calls visit(rest of the path) for each text inside the folder, in order, until it returns false.
template <typename Visit>
void forEachInside(const OverlayFileSystem::Texts& texts, const std::string& folder, Visit visit) {
  std::string prefix = folder.empty() || folder == "." ? "" : folder;
  if (!prefix.empty() && prefix.back() != '/') prefix += '/';
  texts.forEachFrom(prefix, [&](const std::string& path, const SourceFilePtr&) {
    return path.starts_with(prefix) && visit(std::string_view(path).substr(prefix.size()));
  });
}

}  // namespace

ReadResult DiskFileSystem::read(const std::string& path) const {
  const RegularFile file(path);
  if (file.error()) return {{}, nullptr, fileErrorText(file.error()), false};
  if (file.size() > maxFileBytes_) return tooLarge(maxFileBytes_);
  // Reads one byte more than the file's size, so that the first read reaches the end of the file.
  // Files of the kernel say that they have no bytes; the limit applies while they are read.
  ReadResult result;
  size_t used = 0;
  result.bytes.resize(static_cast<size_t>(file.size()) + 1);
  for (;;) {
    if (used == result.bytes.size()) result.bytes.resize(result.bytes.size() * 2);
    ssize_t got = ::read(file.descriptor(), result.bytes.data() + used, result.bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) result.error = fileErrorText(errno);
    if (got <= 0) break;
    used += static_cast<size_t>(got);
    if (used > maxFileBytes_) return tooLarge(maxFileBytes_);
  }
  result.bytes.resize(result.error.empty() ? used : 0);
  return result;
}

FileKind DiskFileSystem::kind(const std::string& path) const {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 ? kindOf(status) : FileKind::Missing;
}

FolderListing DiskFileSystem::list(const std::string& path) const {
  FolderListing listing;
  DIR* folder = ::opendir(path.empty() ? "." : path.c_str());
  if (!folder) return {{}, fileErrorText(errno)};
  while (const dirent* entry = ::readdir(folder)) {
    std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    const bool isLink = entry->d_type == DT_LNK;
    FileKind kind = entry->d_type == DT_DIR   ? FileKind::Folder
                    : entry->d_type == DT_REG ? FileKind::File
                                              : FileKind::Other;
    if (entry->d_type == DT_UNKNOWN || isLink) {
      struct stat status;
      if (::fstatat(::dirfd(folder), entry->d_name, &status, 0) != 0) continue;
      kind = kindOf(status);
    }
    listing.entries.push_back({std::string(name), kind, isLink});
  }
  ::closedir(folder);
  std::sort(listing.entries.begin(), listing.entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return listing;
}

uint64_t DiskFileSystem::stamp(const std::string& path) const {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return 0;
  // Combines time, size and identity so that changes of two of them cannot cancel out; never 0.
  uint64_t mixed = static_cast<uint64_t>(status.st_mtim.tv_sec) * 1000000000u +
                   static_cast<uint64_t>(status.st_mtim.tv_nsec);
  for (uint64_t part :
       {static_cast<uint64_t>(status.st_size), static_cast<uint64_t>(status.st_ino)}) {
    mixed = (mixed ^ part) * 0x9E3779B97F4A7C15u;
  }
  return mixed | 1;
}

std::string DiskFileSystem::realPath(const std::string& path) const {
  char* real = ::realpath(path.c_str(), nullptr);
  if (!real) return normalPath(path);
  std::string result = real;
  std::free(real);
  return result;
}

OverlayFileSystem::OverlayFileSystem(Texts texts, FileSystemPtr below)
    : texts_(std::move(texts)), below_(std::move(below)) {}

ReadResult OverlayFileSystem::read(const std::string& path) const {
  if (const SourceFilePtr* text = texts_.find(path)) return {{}, *text, {}, false};
  if (below_) return below_->read(path);
  return {{}, nullptr, fileErrorText(kind(path) == FileKind::Folder ? EISDIR : ENOENT), false};
}

FileKind OverlayFileSystem::kind(const std::string& path) const {
  if (texts_.find(path)) return FileKind::File;
  bool isFolder = false;
  forEachInside(texts_, path, [&](std::string_view) {
    isFolder = true;
    return false;
  });
  if (isFolder) return FileKind::Folder;
  return below_ ? below_->kind(path) : FileKind::Missing;
}

FolderListing OverlayFileSystem::list(const std::string& path) const {
  FolderListing listing;
  if (below_) listing = below_->list(path);
  std::map<std::string, FolderEntry> entries;
  for (FolderEntry& entry : listing.entries) entries.emplace(entry.name, entry);
  forEachInside(texts_, path, [&](std::string_view rest) {
    const size_t slash = rest.find('/');
    if (slash == 0) return true;  // an absolute path cannot be inside a relative folder
    const FileKind kind = slash == std::string::npos ? FileKind::File : FileKind::Folder;
    const std::string name(rest.substr(0, slash));
    entries.insert_or_assign(name, FolderEntry{name, kind, false});
    return true;
  });
  listing.entries.clear();
  for (auto& [name, entry] : entries) listing.entries.push_back(std::move(entry));
  if (!listing.entries.empty()) listing.error.clear();  // a folder of open documents only
  return listing;
}

uint64_t OverlayFileSystem::stamp(const std::string& path) const {
  const SourceFilePtr* text = texts_.find(path);
  if (!text) return below_ ? below_->stamp(path) : 0;
  return std::hash<std::string_view>()((*text)->text()) | 1;
}

std::string OverlayFileSystem::realPath(const std::string& path) const {
  return below_ ? below_->realPath(path) : normalPath(path);
}

std::string joinPath(std::string_view folder, std::string_view name) {
  if (folder.empty() || folder == "." || name.starts_with('/')) return std::string(name);
  std::string joined(folder);
  if (joined.back() != '/') joined += '/';
  return joined += name;
}

std::string_view parentFolder(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return {};
  return path.substr(0, slash == 0 ? 1 : slash);
}

std::string normalPath(std::string_view path) {
  std::vector<std::string_view> parts;
  const bool absolute = path.starts_with('/');
  while (!path.empty()) {
    size_t slash = std::min(path.find('/'), path.size());
    std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (part != ".." || !absolute) {
      parts.push_back(part);
    }
  }
  std::string normal = absolute ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) normal += '/';
    normal += parts[i];
  }
  return normal.empty() ? "." : normal;
}

}  // namespace ts
