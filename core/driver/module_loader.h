// Loads the sources of imported modules for the compiler, through the workspace's cache.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/resolve/python_env.h"
#include "core/driver/source_cache.h"
#include "core/source/file_system.h"

namespace ts::driver {

// Belongs to one compilation; not thread-safe. Searches the paths in order. The first path is
// usually the folder with the top package of the compiled file.
class ModuleLoader final : public compiler::ModuleLoader {
 public:
  // `overridden` are the names of classes with another type in TorchScript, sorted.
  ModuleLoader(const FileSystem& files, SourceCache& cache, std::vector<std::string> paths,
               std::vector<std::string> overridden = {})
      : files_(files),
        cache_(cache),
        paths_(std::move(paths)),
        overridden_(std::move(overridden)) {}

  Loaded load(std::string_view dottedName) override;
  Loaded loadFrom(const std::string& folder, std::string_view dottedName) override;

  bool overridesType(std::string_view className) const override;

  // All loaded files. Ranges into them are valid as long as the files are alive.
  const std::vector<ParsedFilePtr>& loaded() const { return loaded_; }

 private:
  Loaded loadIn(const std::vector<std::string>& paths, std::string_view dottedName);

  const FileSystem& files_;
  SourceCache& cache_;
  std::vector<std::string> paths_;
  std::vector<std::string> overridden_;
  std::vector<ParsedFilePtr> loaded_;
};

}  // namespace ts::driver
