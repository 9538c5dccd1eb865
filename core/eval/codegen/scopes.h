// Scope analysis: which variable each name of a scope means. Functions of modules, and of classes
// in modules, are analysed at their first call, because no outer scope depends on their contents.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "core/eval/values/objects.h"

namespace ts::eval {

enum class ScopeKind : uint8_t {
  Module,
  Class,
  Function,
  Lambda,
  Comprehension,
  Generator,    // a generator expression; must be the last comprehension kind
  TypeParams,   // the scope around a generic def or class: `def f[T](x: T)`
  Annotations,  // of a def; evaluated lazily
};

enum class Variable : uint8_t {
  Fast,  // a local
  Cell,  // a local that nested functions use, or a variable of an enclosing function
  Global,
  Named,      // in a class body or module: looked up by name
  NamedCell,  // read in a class body: by name, then in a cell
};

struct Symbol {
  bool bound = false, parameter = false, global = false, nonlocal = false;
  bool cell = false;  // nested functions use it
  bool free = false;  // it belongs to an enclosing function
};

struct Scope {
  Scope(ScopeKind kind, const void* node, Scope* parent) : kind(kind), node(node), parent(parent) {}
  ScopeKind kind;
  const void* node;
  Scope* parent;
  Str* className = nullptr;  // the innermost enclosing class, for private names
  bool analysed = false;
  bool isGenerator = false, isCoroutine = false;
  std::unordered_map<Str*, Symbol> symbols;
  std::vector<Str*> order;  // in order of appearance

  bool isFunction() const { return kind != ScopeKind::Module && kind != ScopeKind::Class; }
  // True when no function encloses the scope, so that it can be analysed separately.
  bool isRoot() const;
  Symbol& symbol(Str* name);
  Variable variable(Str* name) const;
};

// The scopes of one tree, by node. Belongs to its module, because another tree may reuse the
// addresses of a tree that is gone.
class Scopes {
 public:
  explicit Scopes(Vm& vm) : vm_(vm) {}
  // Returns the scope of a node, created on demand. The node is a Stmt (def, class), an Expr
  // (lambda, comprehension), Arguments (annotations) or the first type parameter.
  Scope& get(ScopeKind kind, const void* node, Scope* parent);
  // Analyses a scope and the nested scopes that depend on it.
  void analyse(Scope& scope);
  // Mangles private names: __name in class C means _C__name.
  Str* mangle(const Scope& scope, std::string_view name);

 private:
  Vm& vm_;
  std::deque<Scope> scopes_;
  std::unordered_map<const void*, Scope*> byNode_;
};

Scopes& scopesOf(Vm& vm, Module& module);

}  // namespace ts::eval
