// One check of a file that was checked before.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/driver/found.h"
#include "core/driver/module_search.h"
#include "core/driver/piece_compiler.h"
#include "core/driver/pieces.h"
#include "core/driver/rechecks.h"

namespace ts::driver {

// A state of a file that had no syntax errors, and what was found in it. Immutable once it is
// complete.
struct CheckedFile {
  Roots roots = Roots::Explicit;
  ModuleName name;
  std::vector<std::string> searchPaths;
  std::shared_ptr<NameNumbers>
      names;  // the only thing in it that changes: new ones come, while the file is checked
  std::vector<Span> comments;
  std::vector<diag::Diagnostic> warnings;  // of syntax
  std::shared_ptr<const Layout> layout;
  std::shared_ptr<const Groups> groups;
  std::vector<std::shared_ptr<const Found>> found;  // of each group
  // What running the file has found, null where it wasn't run, and which pieces that can have
  // depended on in full.
  std::shared_ptr<const Found> run;
  std::vector<bool> looked;
  std::vector<ModuleRequest> requests;  // by name
  // It can't be told what was found where: all is checked again each time.
  bool isEntangled = false;
};

// `file` is the text that the path has in the snapshot; the state is replaced if it has no syntax
// errors.
Rechecked recheck(const Snapshot& snapshot, const std::string& path, const SourceFilePtr& file,
                  std::shared_ptr<const CheckedFile>& state);

}  // namespace ts::driver
