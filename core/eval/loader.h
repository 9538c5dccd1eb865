// Where the sources of modules come from.
#pragma once

#include <string>
#include <string_view>

#include "core/syntax/ast.h"

namespace ts::eval {

// The driver implements it over its file system and import paths.
class ModuleLoader {
 public:
  virtual ~ModuleLoader() = default;
  struct Loaded {
    syntax::ModulePtr tree;  // null: there is no such module on the import paths
    std::string path;
    bool isPackage = false;
  };
  virtual Loaded load(std::string_view dottedName) = 0;
};

}  // namespace ts::eval
