#include "core/check/notebooks.h"

#include <algorithm>

#include "core/notebook/cell_file_system.h"

namespace ts::check {

FileSystemPtr Notebooks::open(const std::vector<std::string>& paths) {
  const auto files = std::make_shared<notebook::CellFileSystem>(std::make_shared<DiskFileSystem>());
  OverlayFileSystem::Texts modules;
  for (const std::string& path : paths) {
    if (!notebook::isNotebook(path)) continue;
    const notebook::CodeCells read = notebook::readCells(DiskFileSystem(), path);
    if (!read.error.empty()) continue;  // reading the file says so
    std::string module;
    std::vector<Cell>& cells = cells_[path];
    for (const std::string& text : read.texts) {
      const std::string name = notebook::CellName{path, cells.size() + 1}.path();
      cells.push_back(
          {static_cast<uint32_t>(module.size()), std::make_shared<SourceFile>(name, text)});
      notebook::appendCell(module, text);
    }
    modules.set(path, std::make_shared<SourceFile>(path, std::move(module)));
  }
  return std::make_shared<OverlayFileSystem>(std::move(modules), files);
}

void Notebooks::moveToCell(SourceRange& range) const {
  const auto cells = range ? cells_.find(range.file->path()) : cells_.end();
  if (cells == cells_.end() || cells->second.empty()) return;
  const auto after = std::ranges::upper_bound(cells->second, range.span.begin, {}, &Cell::begin);
  const Cell& cell = *std::prev(after);  // the first cell begins at 0
  const auto size = static_cast<uint32_t>(cell.text->text().size());
  range.file = cell.text.get();
  range.span = {std::min(range.span.begin - cell.begin, size),
                std::min(range.span.end - cell.begin, size)};
}

void Notebooks::moveToCells(diag::Diagnostic& diagnostic) const {
  moveToCell(diagnostic.range);
  for (diag::Label& label : diagnostic.labels) moveToCell(label.range);
  for (diag::Note& note : diagnostic.notes) moveToCell(note.range);
  for (diag::Fix& fix : diagnostic.fixes)
    for (diag::Edit& edit : fix.edits) moveToCell(edit.range);
}

}  // namespace ts::check
