// The source of imported modules.
#pragma once

#include <string>
#include <string_view>

#include "core/syntax/ast.h"

namespace ts::eval {

// Finds modules by name. The driver implements it over its file system and import paths.
class ModuleLoader {
 public:
  virtual ~ModuleLoader() = default;
  struct Loaded {
    syntax::ModulePtr tree;  // null: the import paths have no such module
    std::string path;
    bool isPackage = false;
  };
  virtual Loaded load(std::string_view dottedName) = 0;
};

}  // namespace ts::eval
