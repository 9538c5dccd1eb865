// The names of one file: what each is, where it is defined, read and written. Made from the tree
// alone, in one walk, so that it is there for texts that don't compile.
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

// A variable of a scope; several assignments to it are one symbol.
struct Symbol {
  std::string_view name;
  SymbolKind kind;
  ScopeId scope;     // where it lives; of an attribute, its class
  Span nameSpan;     // where it is first bound
  Span declaration;  // the statement, parameter or alias that binds it there
  // What binds it there; the others are null. A function's or class's, a parameter's.
  const syntax::FunctionDef* function = nullptr;
  const syntax::ClassDef* cls = nullptr;
  const syntax::Arg* parameter = nullptr;
  // Its annotation and the value that it is first given, where they are written.
  const syntax::Expr* annotation = nullptr;
  const syntax::Expr* value = nullptr;
  uint32_t import = kNone;  // of FileIndex::imports, for what is imported
  ScopeId body = kNone;     // the scope of a function or class
};

enum class ScopeKind : uint8_t { Module, Class, Function, Lambda, Comprehension };

struct Scope {
  ScopeKind kind;
  ScopeId parent;  // kNone: the module
  Span span;
  SymbolId owner = kNone;  // the function or class
  // Symbols in the order of their first binding.
  std::vector<SymbolId> symbols;
  std::unordered_map<std::string_view, SymbolId> byName;
  // Of a class: names of its bases that the text gives plainly, "Base" or "nn.Module".
  std::vector<const syntax::Expr*> bases;
  std::unordered_map<std::string_view, SymbolId> attributes;  // of instances of a class
};

enum class Role : uint8_t { Define, Write, Read };

// A place where a name stands. symbol: kNone where the name isn't bound in the file (builtins, or a
// mistake).
struct Occurrence {
  Span span;
  SymbolId symbol;
  Role role;
};

// `import module as x` (name is empty) or `from module import name as x`.
struct Import {
  std::string_view module;  // dotted; empty for "from . import x"
  std::string_view name;    // "*" for all
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
  // By place; they don't overlap.
  std::span<const Occurrence> occurrences() const { return occurrences_; }

  // The name that the offset is in or right behind; null: none.
  const Occurrence* at(uint32_t offset) const;
  // All places of a symbol, in order.
  std::vector<Occurrence> of(SymbolId symbol) const;
  // The innermost scope around an offset.
  ScopeId scopeAt(uint32_t offset) const;
  // What a name means when it is read in that scope; kNone: nothing in this file.
  SymbolId lookup(ScopeId scope, std::string_view name) const;
  // A name of a class or an attribute of its instances, its bases in this file included.
  SymbolId member(ScopeId cls, std::string_view name) const;
  // The dotted path of an expression, as far as it is names and attributes; empty: it isn't.
  static std::string dotted(const syntax::Expr* expr);
  // The class in this file that an expression names; kNone: none.
  ScopeId classNamed(ScopeId scope, const syntax::Expr* expr) const;
  // "Net.forward".
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

// The text of the string that a body begins with, quotes and common indentation removed; empty:
// there is none.
std::string docstringOf(const syntax::FunctionDef& function);
std::string docstringOf(const syntax::ClassDef& cls);

}  // namespace ts::name_index
