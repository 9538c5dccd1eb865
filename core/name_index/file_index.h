// The names of a file: their kind, definition, reads and writes. The index is built in one walk
// over the tree, so it also exists for files that don't compile.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::name_index {

using SymbolId = uint32_t;
using ScopeId = uint32_t;
inline constexpr uint32_t kNone = ~uint32_t{0};

enum class SymbolKind : uint8_t {
  Module,
  Class,
  Function,
  Method,
  Property,
  Variable,
  Parameter,
  Attribute,
  TypeParameter
};

// A variable of a scope. Several assignments are one symbol.
struct Symbol {
  std::string_view name;
  SymbolKind kind;
  ScopeId scope;     // the owning scope; for an attribute, its class
  Span nameSpan;     // the first binding
  Span declaration;  // the statement, parameter or alias of the first binding
  // The definition of a function, class or parameter; the others are null.
  const syntax::FunctionDef* function = nullptr;
  const syntax::ClassDef* cls = nullptr;
  const syntax::Arg* parameter = nullptr;
  // The annotation and the first assigned value, if any.
  const syntax::Expr* annotation = nullptr;
  const syntax::Expr* value = nullptr;
  uint32_t import = kNone;  // index into FileIndex::imports for an imported name
  ScopeId body = kNone;     // the scope of a function or class
};

enum class ScopeKind : uint8_t { Module, Class, Function, Lambda, Comprehension };

struct Scope {
  ScopeKind kind;
  ScopeId parent;  // kNone for the module
  Span span;
  SymbolId owner = kNone;  // the function or class
  // In the order of their first binding.
  std::vector<SymbolId> symbols;
  std::unordered_map<std::string_view, SymbolId> byName;
  // For a class: bases that are plain names, such as "Base" or "nn.Module".
  std::vector<const syntax::Expr*> bases;
  std::unordered_map<std::string_view, SymbolId> attributes;  // attributes of a class's instances
};

enum class Role : uint8_t { Define, Write, Read };

// An occurrence of a name. `symbol` is kNone for a name that the file doesn't bind (a builtin, or a
// mistake).
struct Occurrence {
  Span span;
  SymbolId symbol;
  Role role;
};

// `import module as x` (name is empty) or `from module import name as x`.
struct Import {
  std::string_view module;  // dotted; empty for "from . import x"
  std::string_view name;    // "*" for all names
  int level = 0;            // leading dots
  Span moduleSpan;
  Span nameSpan;
  SymbolId symbol = kNone;
};

class FileIndex {
 public:
  static std::shared_ptr<const FileIndex> build(syntax::ModulePtr tree);

  const syntax::Module& tree() const { return *tree_; }
  const SourceFilePtr& file() const { return tree_->file; }
  std::span<const Symbol> symbols() const { return symbols_; }
  const Symbol& symbol(SymbolId id) const { return symbols_[id]; }
  std::span<const Scope> scopes() const { return scopes_; }
  const Scope& scope(ScopeId id) const { return scopes_[id]; }
  std::span<const Import> imports() const { return imports_; }
  // Sorted by position, without overlaps.
  std::span<const Occurrence> occurrences() const { return occurrences_; }

  // The occurrence that contains the offset or ends at it, or null.
  const Occurrence* at(uint32_t offset) const;
  // All occurrences of a symbol, in order.
  std::vector<Occurrence> of(SymbolId symbol) const;
  // The innermost scope that contains the offset.
  ScopeId scopeAt(uint32_t offset) const;
  // The symbol that a name refers to when it is read in this scope; kNone if the file doesn't bind
  // it.
  SymbolId lookup(ScopeId scope, std::string_view name) const;
  // A name of a class or an attribute of its instances, including those of bases in this file.
  SymbolId member(ScopeId cls, std::string_view name) const;
  // The dotted path of an expression of names and attributes; empty for other expressions.
  static std::string dotted(const syntax::Expr* expr);
  // The class in this file that an expression names, or kNone.
  ScopeId classNamed(ScopeId scope, const syntax::Expr* expr) const;
  // For example "Net.forward".
  std::string qualifiedName(SymbolId symbol) const;

 private:
  friend class Binder;
  syntax::ModulePtr tree_;
  std::vector<Symbol> symbols_;
  std::vector<Scope> scopes_;
  std::vector<Import> imports_;
  std::vector<Occurrence> occurrences_;
};

using FileIndexPtr = std::shared_ptr<const FileIndex>;

// The docstring of a body, without quotes and common indentation; empty if there is none.
std::string docstringOf(const syntax::FunctionDef& function);
std::string docstringOf(const syntax::ClassDef& cls);

}  // namespace ts::name_index
