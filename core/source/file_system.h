// Where files come from: the disk, or what an editor holds in memory on top of it. Paths are used
// as they are given; relative ones are relative to the process's working folder.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_file.h"

namespace ts {

// The content of a file, or why there is none.
struct ReadResult {
  std::string bytes;      // in whatever encoding the file is
  SourceFilePtr decoded;  // instead of the bytes, where the content is text already
  std::string error;      // "no such file", without the path; empty when the file was read
  bool tooLarge = false;  // the error is that the file goes over the limit

  explicit operator bool() const { return error.empty(); }
};

enum class FileKind : uint8_t { Missing, File, Folder };

struct FolderEntry {
  std::string name;  // without the folder
  FileKind kind = FileKind::File;
  bool isLink = false;  // the kind is that of what it leads to
};

// All functions may be called from several threads at once.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual ReadResult read(const std::string& path) const = 0;
  virtual FileKind kind(const std::string& path) const = 0;
  // What a folder holds, by name, without "." and ".."; nothing for a folder that can't be read.
  virtual std::vector<FolderEntry> list(const std::string& path) const = 0;
  // A number that changes when the file's content does; 0 for what is no file.
  virtual uint64_t stamp(const std::string& path) const = 0;
};

using FileSystemPtr = std::shared_ptr<const FileSystem>;

class DiskFileSystem final : public FileSystem {
 public:
  static constexpr size_t kMaxFileBytes = size_t{64} << 20;

  // Files of more bytes than the limit are an error that names it.
  explicit DiskFileSystem(size_t maxFileBytes = kMaxFileBytes) : maxFileBytes_(maxFileBytes) {}

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  std::vector<FolderEntry> list(const std::string& path) const override;
  uint64_t stamp(const std::string& path) const override;

 private:
  size_t maxFileBytes_;
};

// Texts in memory in front of another file system: what is open in an editor, or a whole tree that
// a test made up. Immutable: a changed overlay is a new one, so that readers never wait.
class OverlayFileSystem final : public FileSystem {
 public:
  // By path. A path that is a folder of the texts' paths is a folder.
  using Texts = std::map<std::string, SourceFilePtr>;

  // `below` may be null: then there is nothing but the texts.
  OverlayFileSystem(Texts texts, FileSystemPtr below);

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  std::vector<FolderEntry> list(const std::string& path) const override;
  uint64_t stamp(const std::string& path) const override;

 private:
  Texts texts_;
  FileSystemPtr below_;
};

// "a/b" and "c" give "a/b/c"; an absolute `name` gives itself, an empty folder or "." the name
// alone.
std::string joinPath(std::string_view folder, std::string_view name);

// Without "." parts, doubled slashes, and ".." where it has something to take back. Needs no disk:
// two spellings of one path become equal, links stay as they are.
std::string normalPath(std::string_view path);

}  // namespace ts
