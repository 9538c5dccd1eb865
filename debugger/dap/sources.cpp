#include "debugger/dap/sources.h"

#include <fmt/format.h>

#include "core/notebook/cell_file_system.h"
#include "core/source/library_path.h"

namespace ts::dap {

namespace {

// The last part of an absolute path, and any other path as it is.
std::string nameOf(const std::string& path) {
  return path.starts_with('/') ? path.substr(path.rfind('/') + 1) : path;
}

}  // namespace

std::string Sources::nameCells(const std::string& notebook, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  const notebook::CodeCells cells = notebook::readCells(DiskFileSystem(), notebook);
  if (!cells.error.empty()) return fmt::format("{}: {}", notebook, cells.error);
  if (cells.texts.size() != names.size())
    return fmt::format("`cells` has {} names, but {} has {} code cells; save the notebook first",
                       names.size(), notebook, cells.texts.size());
  std::lock_guard lock(mutex_);
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string path = notebook::CellName{notebook, i + 1}.path();
    cellNames_[path] = names[i];
    cellPaths_[names[i]] = path;
  }
  return {};
}

void Sources::write(JsonWriter& out, const SourceFilePtr& file, bool isSubtle) {
  const std::string& path = file->path();
  std::lock_guard lock(mutex_);
  out.beginObject();
  const auto cell = cellNames_.find(path);
  // Code of an archive has the path of its record, which is relative.
  if (cell == cellNames_.end() && (!path.starts_with('/') || notebook::cellNamed(path))) {
    const auto [number, isNew] =
        numbers_.try_emplace(path, static_cast<int64_t>(numbered_.size()) + 1);
    if (isNew) numbered_.push_back(file);
    out.member("name", isEmbedded(path) ? path.substr(1, path.size() - 2) : nameOf(path));
    out.member("path", path);
    out.member("sourceReference", number->second);
  } else {
    out.member("name", nameOf(path));
    out.member("path", cell == cellNames_.end() ? path : cell->second);
  }
  if (isSubtle) out.member("presentationHint", "deemphasize");
  out.endObject();
}

std::optional<std::string> Sources::pathOf(protocol::JsonView source) const {
  if (const int64_t number = source["sourceReference"].integer().value_or(0); number > 0) {
    const SourceFilePtr file = find(number);
    return file ? std::optional(file->path()) : std::nullopt;
  }
  const auto path = source["path"].string();
  std::lock_guard lock(mutex_);
  const auto cell = path ? cellPaths_.find(*path) : cellPaths_.end();
  return cell == cellPaths_.end() ? path : cell->second;
}

SourceFilePtr Sources::find(int64_t number) const {
  std::lock_guard lock(mutex_);
  if (number < 1 || number > static_cast<int64_t>(numbered_.size())) return nullptr;
  return numbered_[static_cast<size_t>(number) - 1];
}

}  // namespace ts::dap
