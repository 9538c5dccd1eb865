// File access: from disk, or from an editor's unsaved documents layered over the disk. Paths are
// used unchanged; relative paths are relative to the process's working folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/persistent_map.h"
#include "core/source/source_file.h"

namespace ts {

// The content of a file, or the reason why it could not be read.
struct ReadResult {
  std::string bytes;      // undecoded, in the file's own encoding
  SourceFilePtr decoded;  // set instead of `bytes` when the content is already text
  std::string error;      // e.g. "no such file", without the path; empty on success
  bool tooLarge = false;  // the error is that the file exceeds the size limit

  explicit operator bool() const { return error.empty(); }
};

enum class FileKind : uint8_t {
  Missing,
  File,  // a regular file
  Folder,
  Other,  // a FIFO, a socket or a device, which cannot be read
};

struct FolderEntry {
  std::string name;  // without the folder
  FileKind kind = FileKind::File;
  bool isLink = false;  // `kind` is then the kind of the link's target
};

// The content of a folder, or the reason why it could not be read.
struct FolderListing {
  std::vector<FolderEntry> entries;  // sorted by name, without "." and ".."
  std::string error;                 // e.g. "permission denied"; empty on success
};

// Returns the path without "." components and doubled slashes; ".." removes the component before
// it. Does not access the disk and does not resolve links. Different spellings of one path become
// equal.
std::string normalPath(std::string_view path);

// Reads files and lists folders. All functions are thread-safe.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual ReadResult read(const std::string& path) const = 0;
  virtual FileKind kind(const std::string& path) const = 0;
  virtual FolderListing list(const std::string& path) const = 0;
  // Returns a number that changes when the file's content changes; 0 when the path is not a file.
  virtual uint64_t stamp(const std::string& path) const = 0;
  // The absolute path without links; `path` in normal form if the file does not exist.
  virtual std::string realPath(const std::string& path) const { return normalPath(path); }
};

using FileSystemPtr = std::shared_ptr<const FileSystem>;

// Reads only regular files.
class DiskFileSystem final : public FileSystem {
 public:
  static constexpr size_t kMaxFileBytes = size_t{32} << 20;  // docs/differences.md

  // Reading a file of more than `maxFileBytes` bytes is an error whose text contains the limit.
  explicit DiskFileSystem(size_t maxFileBytes = kMaxFileBytes) : maxFileBytes_(maxFileBytes) {}

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FolderListing list(const std::string& path) const override;
  uint64_t stamp(const std::string& path) const override;
  std::string realPath(const std::string& path) const override;

 private:
  size_t maxFileBytes_;
};

// Texts in memory layered over another file system: the documents open in an editor, or the files
// of a test. Immutable: a change creates a new overlay, so readers need no locks.
class OverlayFileSystem final : public FileSystem {
 public:
  // Texts by path. Every folder in one of these paths is visible as a folder.
  using Texts = PersistentMap<SourceFilePtr>;

  // `below` may be null: the overlay then contains only the texts.
  OverlayFileSystem(Texts texts, FileSystemPtr below);

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FolderListing list(const std::string& path) const override;
  uint64_t stamp(const std::string& path) const override;
  std::string realPath(const std::string& path) const override;

 private:
  Texts texts_;
  FileSystemPtr below_;
};

// Joins a folder and a name: "a/b" and "c" give "a/b/c". Returns `name` unchanged when it is
// absolute, or when the folder is empty or ".".
std::string joinPath(std::string_view folder, std::string_view name);

// Returns the folder of a path: "a/b" gives "a", "/a" and "/" give "/", "a" gives "".
std::string_view parentFolder(std::string_view path);

}  // namespace ts
