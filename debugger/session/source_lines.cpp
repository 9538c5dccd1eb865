#include "debugger/session/source_lines.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "core/driver/workspace.h"
#include "core/notebook/cell_file_system.h"
#include "core/source/library_path.h"
#include "debugger/stepping/code_lines.h"

namespace ts::session {

std::string normalizedPath(const std::string& path) {
  return isEmbedded(path) ? path : std::filesystem::path(path).lexically_normal().string();
}

std::string linesOfFile(const std::string& path, std::vector<uint32_t>& lines) {
  const auto files = std::make_shared<notebook::CellFileSystem>(std::make_shared<DiskFileSystem>());
  const driver::Snapshot disk = driver::Workspace(files, {}).snapshot();
  const driver::ParsedFilePtr parsed = disk.parse(path);
  if (!parsed->error.empty()) return fmt::format("{}: {}", path, parsed->error);
  lines = stepping::linesWithCode(*parsed->tree);
  return {};
}

}  // namespace ts::session
