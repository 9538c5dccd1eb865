// The files of one run of a program, each looked at once.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "core/base/content_hash.h"
#include "core/source/file_system.h"

namespace ts {

// Remembers kinds, stamps and hashes of files, which later changes on disk leave as they are.
// Thread-safe.
class RunFiles final : public FileSystem {
 public:
  explicit RunFiles(FileSystemPtr below) : below_(std::move(below)) {}

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FolderListing list(const std::string& path) const override;
  uint64_t stamp(const std::string& path) const override;
  std::string realPath(const std::string& path) const override { return below_->realPath(path); }

  // The hash of a file's content, or of the reason why it cannot be read.
  ContentHash contentHash(const std::string& path) const;
  ContentHash listingHash(const std::string& path) const;
  // True when two reads of a file have given different contents.
  bool hasChanged() const { return hasChanged_; }

 private:
  struct Known {
    std::optional<FileKind> kind;
    std::optional<uint64_t> stamp;
    std::optional<ContentHash> content, listing;
  };
  template <typename T>
  std::optional<T> known(const std::string& path, std::optional<T> Known::*part) const;
  template <typename T>
  T remember(const std::string& path, std::optional<T> Known::*part, const T& value) const;

  const FileSystemPtr below_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::string, Known> known_;
  mutable std::atomic<bool> hasChanged_ = false;
};

// The uses of files on which a result depends.
struct FileUses {
  std::map<std::string, ContentHash> contents, listings;
  std::map<std::string, FileKind> kinds;
};

// Records what one check looks at in the files of a run. Thread-safe.
class RecordedFiles final : public FileSystem {
 public:
  explicit RecordedFiles(std::shared_ptr<const RunFiles> below) : below_(std::move(below)) {}

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FolderListing list(const std::string& path) const override;
  // Counts as a use of the content: caches compare stamps in place of contents.
  uint64_t stamp(const std::string& path) const override;
  std::string realPath(const std::string& path) const override { return below_->realPath(path); }

  FileUses uses() const;

 private:
  const std::shared_ptr<const RunFiles> below_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, FileKind> kinds_;
  mutable std::map<std::string, ContentHash> contents_, listings_;
};

}  // namespace ts
