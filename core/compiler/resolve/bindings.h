// The symbol table of a module, class or function: which statements of its body bind which names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::compiler {

struct PyObject;

struct Binding {
  enum class Kind : uint8_t {
    Value,       // name = value
    Element,     // a, (b, c) = value; `path` selects the name's element
    Def,         // stmt is a FunctionDef
    Class,       // stmt is a ClassDef
    Import,      // import a.b [as c]
    FromImport,  // from a import b [as c]
    Delete,
    Opaque,  // for, with, augmented assignment, match, global in a function: not followed
  };
  Kind kind = Kind::Opaque;
  // True when every path through the body executes the binding.
  bool isDefinite = true;
  // Set on the first binding of a group that together is definite, such as one in each branch of an
  // if: lookup, which goes backwards, need not go further back.
  bool endsLookup = false;
  uint32_t visibleFrom = 0;  // offset from which code sees the binding
  const syntax::Stmt* stmt = nullptr;
  const syntax::Expr* value = nullptr;
  const syntax::Alias* alias = nullptr;
  std::vector<uint32_t> path;
  // Evaluation state: the cached result, and a flag that breaks cycles.
  const PyObject* object = nullptr;
  bool isEvaluating = false;
};

struct StarImport {
  const syntax::ImportFrom* stmt;
  uint32_t visibleFrom;
  bool isDefinite;
};

struct Bindings {
  std::unordered_map<std::string_view, std::vector<Binding>> names;  // in source order
  std::vector<StarImport> stars;
  std::unordered_set<std::string_view> outer;  // names declared global or nonlocal
  std::vector<const syntax::Return*> returns;  // the return statements of a function
  bool hasConditionalReturn = false;
};

// Collects the bindings of a body. Branches on TYPE_CHECKING, sys.version_info, __name__ and
// literals are decided as Python 3.11 decides them during an import.
Bindings collectBindings(syntax::List<syntax::Stmt*> body);

// Returns 1 or 0 for a condition that is known statically, -1 otherwise.
int staticTruth(const syntax::Expr& test);

// Returns "sys.version_info" for a chain of a name and attributes; empty for other expressions.
std::string dottedName(const syntax::Expr& expr);

}  // namespace ts::compiler
