// The project file: settings that hold for all tools. It is jitscope.toml, or the table
// [tool.jitscope] of pyproject.toml; docs/settings.md describes the keys.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/torch_profile.h"
#include "core/compiler/roots/roots.h"
#include "core/diag/severity_by_rule.h"
#include "core/source/file_system.h"

namespace ts::driver {

// A root that the project names: "app.net:Net(3, width=64)".
struct ProjectRoot {
  std::string module;      // dotted
  std::string expression;  // evaluated in the module's namespace
  SourceRange at;          // of the entry in the project file
};

// The settings of a project. A key that is absent or wrong leaves its field at the default.
struct ProjectFile {
  std::string path;    // empty without a project file
  std::string folder;  // the folder of the file; the paths and patterns below are relative to it
  SourceFilePtr source;

  std::optional<TorchProfile> torch;
  std::optional<compiler::Roots> check;
  std::vector<ProjectRoot> roots;
  std::vector<std::string> exclude;
  std::vector<std::string> importPaths;  // joined with the folder
  diag::SeverityByRule severity;
  // The severity of problems in candidates; nullopt: candidates are not checked.
  std::optional<diag::Severity> candidates = diag::Severity::Information;

  // Unknown keys, wrong values and syntax errors, with ranges in `source`.
  std::vector<diag::Diagnostic> problems;

  explicit operator bool() const { return !path.empty(); }
};

inline constexpr size_t kMaxProjectFileBytes = size_t{1} << 20;

// Reads the project file for the code at a path: that of the nearest folder at or above the path
// that has one. jitscope.toml hides pyproject.toml in the same folder. The paths of the result are
// relative when `checkedPath` is.
ProjectFile readProjectFile(const FileSystem& files, const std::string& checkedPath);

// Returns a folder relative to the current one when the path is relative, so that files have the
// same paths in every report.
std::string spelledLike(const std::string& path, const std::string& folder);

// A key of the project file.
struct ProjectKey {
  std::string_view name;
  std::string_view values;   // "\"auto\", \"explicit\" or \"all\""
  std::string_view meaning;  // one line
};
// Returns all keys, in the order of docs/settings.md.
std::span<const ProjectKey> projectKeys();

}  // namespace ts::driver
