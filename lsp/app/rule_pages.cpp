#include "lsp/app/rule_pages.h"

#include <filesystem>

#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

// Relative to the program's folder: of an installation, and of build/<preset>/bin in a source tree.
constexpr const char* kPlaces[] = {"../share/doc/jitscope/rules", "../../../docs/rules"};

}  // namespace

std::string findRulePages() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (const char* place : kPlaces) {
    const auto folder = (program.parent_path() / place).lexically_normal();
    if (std::filesystem::is_directory(folder, error)) return uriOfPath(folder.string()) + "/";
  }
  return {};
}

}  // namespace ts::lsp
