#include "core/command_line/rule_pages.h"

#include <filesystem>

namespace ts {

namespace {

// Relative to the program's folder: of an installation, and of build/<preset>/bin in a source tree.
constexpr const char* kPlacesOfPages[] = {"../share/doc/jitscope/rules", "../../../docs/rules"};

}  // namespace

std::string rulePages() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (const char* place : kPlacesOfPages) {
    const auto folder = (program.parent_path() / place).lexically_normal();
    if (std::filesystem::is_directory(folder, error)) return folder.string();
  }
  return {};
}

}  // namespace ts
