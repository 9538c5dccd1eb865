// The code cells of notebooks as files.
#pragma once

#include <memory>
#include <mutex>

#include "core/notebook/notebook_file.h"
#include "core/source/file_system.h"

namespace ts::notebook {

// The files of another file system, where "a/n.ipynb#cell2" is the second code cell of
// "a/n.ipynb". The notebook itself cannot be read as a file. Caches the cells of one notebook.
// Thread-safe.
class CellFileSystem final : public FileSystem {
 public:
  explicit CellFileSystem(FileSystemPtr below) : below_(std::move(below)) {}

  ReadResult read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FolderListing list(const std::string& path) const override { return below_->list(path); }
  uint64_t stamp(const std::string& path) const override;
  std::string realPath(const std::string& path) const override { return below_->realPath(path); }

 private:
  using CodeCellsPtr = std::shared_ptr<const CodeCells>;
  CodeCellsPtr cellsOf(const std::string& notebook) const;

  const FileSystemPtr below_;
  mutable std::mutex mutex_;
  mutable std::string cached_;  // the path of the cached notebook; empty: none
  mutable uint64_t cachedStamp_ = 0;
  mutable CodeCellsPtr cells_;
};

// Reads the cells of a notebook in a file system.
CodeCells readCells(const FileSystem& files, const std::string& notebook);

}  // namespace ts::notebook
