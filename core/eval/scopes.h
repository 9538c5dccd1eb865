// Which variable a name means, in each scope. Functions of modules and of classes in modules are
// looked into when they are first called: nothing outside depends on what is in them.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "core/eval/objects.h"

namespace ts::eval {

enum class ScopeKind : uint8_t {
  Module,
  Class,
  Function,
  Lambda,
  Comprehension,
  Generator,    // the last: a generator expression
  TypeParams,   // what stands around a generic def or class: `def f[T](x: T)`
  Annotations,  // of a def; evaluated when they are asked for
};

enum class Variable : uint8_t {
  Fast,  // a local
  Cell,  // a local that inner functions see, or one of an enclosing function
  Global,
  Named,      // of a class body or module: by name
  NamedCell,  // read in a class body: by name, then in a cell
};

struct Symbol {
  bool bound = false, parameter = false, global = false, nonlocal = false;
  bool cell = false;  // inner functions see it
  bool free = false;  // it belongs to an enclosing function
};

struct Scope {
  Scope(ScopeKind kind, const void* node, Scope* parent) : kind(kind), node(node), parent(parent) {}
  ScopeKind kind;
  const void* node;
  Scope* parent;
  Str* className = nullptr;  // of the innermost class around it, for private names
  bool analysed = false;
  bool isGenerator = false, isCoroutine = false;
  std::unordered_map<Str*, Symbol> symbols;
  std::vector<Str*> order;  // as they appear

  bool isFunction() const { return kind != ScopeKind::Module && kind != ScopeKind::Class; }
  // No function around it: it can be analysed by itself.
  bool isRoot() const;
  Symbol& symbol(Str* name);
  Variable variable(Str* name) const;
};

class Scopes {
 public:
  explicit Scopes(Vm& vm) : vm_(vm) {}
  // The scope of a node: a Stmt (def, class), an Expr (lambda, comprehension), Arguments
  // (annotations), the first of type parameters.
  Scope& get(ScopeKind kind, const void* node, Scope* parent);
  // Finds out all about a scope and those within it that depend on it.
  void analyse(Scope& scope);
  // __name in a class means _Class__name.
  Str* mangle(const Scope& scope, std::string_view name);

 private:
  Vm& vm_;
  std::deque<Scope> scopes_;
  std::unordered_map<const void*, Scope*> byNode_;
};

}  // namespace ts::eval
