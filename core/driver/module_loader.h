// Gives the compiler the sources of imported modules, through the cache of the workspace.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/resolve/python_env.h"
#include "core/driver/source_cache.h"
#include "core/source/file_system.h"

namespace ts::driver {

// For one compilation, on one thread. The paths are searched in order; the first is usually the
// folder that holds the top package of the file that is compiled.
class ModuleLoader final : public compiler::ModuleLoader {
 public:
  ModuleLoader(const FileSystem& files, SourceCache& cache, std::vector<std::string> paths)
      : files_(files), cache_(cache), paths_(std::move(paths)) {}

  Loaded load(std::string_view dottedName) override;

  // Every file that was loaded; whoever keeps ranges into them keeps these.
  const std::vector<ParsedFilePtr>& loaded() const { return loaded_; }

 private:
  const FileSystem& files_;
  SourceCache& cache_;
  std::vector<std::string> paths_;
  std::vector<ParsedFilePtr> loaded_;
};

}  // namespace ts::driver
