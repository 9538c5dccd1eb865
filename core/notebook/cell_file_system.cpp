#include "core/notebook/cell_file_system.h"

#include <fmt/format.h>

namespace ts::notebook {

CodeCells readCells(const FileSystem& files, const std::string& notebook) {
  const ReadResult read = files.read(notebook);
  return read ? readCells(read.bytes) : CodeCells{{}, read.error};
}

CellFileSystem::CodeCellsPtr CellFileSystem::cellsOf(const std::string& notebook) const {
  const uint64_t stamp = below_->stamp(notebook);
  std::lock_guard lock(mutex_);
  if (cached_ != notebook || cachedStamp_ != stamp || !cells_) {
    cells_ = std::make_shared<const CodeCells>(readCells(*below_, notebook));
    cached_ = notebook;
    cachedStamp_ = stamp;
  }
  return cells_;
}

ReadResult CellFileSystem::read(const std::string& path) const {
  const auto cell = cellNamed(path);
  if (!cell && !isNotebook(path)) return below_->read(path);
  const CodeCellsPtr cells = cellsOf(cell ? cell->notebook : path);
  if (!cells->error.empty()) return {{}, nullptr, cells->error};
  const size_t count = cells->texts.size();
  if (!cell)
    return {{},
            nullptr,
            fmt::format("the file is a notebook; name one of its {} code cells, as {}", count,
                        CellName{path, 1}.path())};
  if (cell->number > count)
    return {{}, nullptr, fmt::format("the notebook has only {} code cells", count)};
  return {{}, std::make_shared<SourceFile>(path, cells->texts[cell->number - 1]), {}};
}

FileKind CellFileSystem::kind(const std::string& path) const {
  const auto cell = cellNamed(path);
  if (!cell) return below_->kind(path);
  return cell->number <= cellsOf(cell->notebook)->texts.size() ? FileKind::File : FileKind::Missing;
}

uint64_t CellFileSystem::stamp(const std::string& path) const {
  const auto cell = cellNamed(path);
  return below_->stamp(cell ? cell->notebook : path);
}

}  // namespace ts::notebook
