// Which statements of a body bind which names: the symbol table of a module, class or function.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::compiler {

struct PyObject;

struct Binding {
  enum class How : uint8_t {
    Value,       // name = value
    Element,     // a, (b, c) = value: `path` leads to the name's part
    Def,         // stmt is a FunctionDef
    Class,       // stmt is a ClassDef
    Import,      // import a.b [as c]
    FromImport,  // from a import b [as c]
    Delete,
    Opaque,  // for, with, augmented assignment, match, global in a function: can't be told
  };
  How how = How::Opaque;
  // Bound on every way through the body up to here. The lowest of a group of bindings that
  // together do so, one in each branch of an if, has `last` set.
  bool sure = true;
  bool last = false;
  uint32_t from = 0;  // visible to code that starts here or later
  const syntax::Stmt* stmt = nullptr;
  const syntax::Expr* value = nullptr;
  const syntax::Alias* alias = nullptr;
  std::vector<uint32_t> path;
  // Filled in by whoever evaluates it.
  const PyObject* object = nullptr;
  bool busy = false;
};

struct StarImport {
  const syntax::ImportFrom* stmt;
  uint32_t from;
  bool sure;
};

struct Bindings {
  std::unordered_map<std::string_view, std::vector<Binding>> names;  // in order of place
  std::vector<StarImport> stars;
  std::unordered_set<std::string_view> outer;  // global and nonlocal names
  std::vector<const syntax::Return*> returns;  // of a function
  bool hasConditionalReturn = false;
};

// Branches on TYPE_CHECKING, sys.version_info, __name__ and literals are taken as Python 3.11 takes
// them when the module is imported.
Bindings collectBindings(syntax::List<syntax::Stmt*> body);

// The value of a condition that doesn't depend on the program: 1, 0, or -1 when it can't be told.
int staticTruth(const syntax::Expr& test);

}  // namespace ts::compiler
