// Finds the calls of a file that matter to its roots: calls that hand something to torch.jit, and
// calls of a given function. Both are found by reading the tree; nothing is run.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::compiler {

// True for `def` and `async def`.
bool isFunction(const syntax::Stmt& stmt);

// A call, and the definitions around it from the outermost to the innermost: FunctionDef and
// ClassDef statements.
struct CallSite {
  const syntax::Call* call = nullptr;
  std::vector<const syntax::Stmt*> within;

  // The outermost function around the call, or the method of an outermost class; null at module
  // level and in the body of a class.
  const syntax::FunctionDef* function() const;
  // The class that contains function(); null for a plain function.
  const syntax::ClassDef* owner() const;
};

// Dotted names by the names that a file's imports bind: "script" -> "torch.jit.script". Imports at
// any depth count.
using ImportedNames = std::map<std::string_view, std::string, std::less<>>;
ImportedNames importedNames(const syntax::Module& tree);

// The dotted text of a callee with its first name replaced by what the name is imported as:
// "torch.jit.script". Empty for other expressions than names and attributes.
std::string importedName(const syntax::Expr& callee, const ImportedNames& imports);

// The calls of torch.jit.script, trace and trace_module, and of to_torchscript() of a
// LightningModule. Reads all function bodies of the tree.
std::vector<CallSite> jitSites(const syntax::Module& tree, const ImportedNames& imports);

// A function as its callers name it. `className` is empty for a plain function; a constructor has
// the name "__init__" and is called by the name of its class.
struct CalledName {
  std::string_view name;
  std::string_view className;
};
// The calls of a tree that may call the function. A plain name has to be the function's own, or be
// imported as it; a method may be called on any object. At most `limit` calls are returned.
std::vector<CallSite> callsOf(const syntax::Module& tree, const ImportedNames& imports,
                              const CalledName& called, size_t limit);

}  // namespace ts::compiler
