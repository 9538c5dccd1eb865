// One check of a file that was checked before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/driver/found.h"
#include "core/driver/module_search.h"
#include "core/driver/piece_compiler.h"
#include "core/driver/pieces.h"
#include "core/driver/rechecks.h"

namespace ts::driver {

// The last state of a file that had no syntax errors, and what was found in it.
struct CheckedFile {
  Roots roots = Roots::Explicit;
  ModuleName name;
  std::vector<std::string> searchPaths;
  std::shared_ptr<const Layout> layout;
  NameNumbers names;
  std::vector<Span> comments;
  std::vector<diag::Diagnostic> warnings;  // of syntax
  std::vector<Part> parts;                 // of its groups
  // What running the file has found, and which pieces it can have depended on in full.
  std::optional<Part> run;
  std::vector<bool> looked;
  std::vector<ModuleRequest> requests;
  // It can't be told what was found where: all is checked again each time.
  bool isEntangled = false;
};

// `file` is the text that the path has in the snapshot; the state is replaced if it has no syntax errors.
Rechecked recheck(const Snapshot& snapshot, const std::string& path, const SourceFilePtr& file, std::unique_ptr<CheckedFile>& state);

}  // namespace ts::driver
