// The source of imported modules.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/diag/diagnostic.h"
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
    std::shared_ptr<const diag::Diagnostic> syntaxError;  // the first one; null for none
  };
  virtual Loaded load(std::string_view dottedName) = 0;
  // Likewise, only in a folder that the program has added to sys.path. A relative folder belongs to
  // the current directory.
  virtual Loaded loadFrom(const std::string& /*folder*/, std::string_view /*dottedName*/) {
    return {};
  }
  // True when the program may give TorchScript another type for classes of this name, by setting
  // their attribute `_jit_override_qualname`.
  virtual bool overridesType(std::string_view /*className*/) const { return false; }
};

}  // namespace ts::eval
