// Walks a tree, records scopes, bindings and uses, and then resolves each use.
#pragma once

#include "core/name_index/file_index.h"

namespace ts::name_index {

class Binder {
 public:
  explicit Binder(FileIndex& index) : index_(index) {}
  void run();

 private:
  using Expr = syntax::Expr;
  using Stmt = syntax::Stmt;
  using Pattern = syntax::Pattern;

  // ---- binder.cpp: the walk
  template <typename Statements>
  void statements(const Statements& list) {
    for (const Stmt* stmt : list) {
      if (stmt) statement(*stmt);
    }
  }
  void statement(const Stmt& node);
  void expression(const Expr* node);
  void pattern(const Pattern* node);
  void function(const syntax::FunctionDef& node);
  void classDefinition(const syntax::ClassDef& node);
  void import(const Stmt& node);
  void comprehension(const Expr& node, syntax::List<syntax::Comprehension*> clauses,
                     std::initializer_list<const Expr*> results);
  void parameters(const syntax::Arguments& args);
  void signature(const syntax::Arguments& args);
  void typeParameters(syntax::List<syntax::TypeParam*> list);
  void annotation(const Expr* node);
  void typeComment(Span span);
  // Binds a target of an assignment. `value` is set for a plain `name = value`.
  void target(const Expr* node, const Stmt* statement, const Expr* value = nullptr,
              const Expr* annotated = nullptr);

  ScopeId open(ScopeKind kind, Span span, SymbolId owner = kNone);
  void close() { scope_ = index_.scopes_[scope_].parent; }
  SymbolId bind(std::string_view name, Span span, Span declaration, SymbolKind kind);
  void use(std::string_view name, Span span) { uses_.push_back({name, span, scope_, Role::Read}); }

  // ---- binder_resolve.cpp: resolution of uses
  void resolve();
  void resolveKeywords();
  // The class in this file of which the expression's value is an instance; kNone if unknown.
  ScopeId classOf(const Expr* node, ScopeId scope, int depth = 0);
  ScopeId classOfSymbol(SymbolId symbol, int depth);
  // The symbol of `value.name`; kNone if unknown.
  SymbolId attributeOf(const Expr* value, std::string_view name, ScopeId scope, int depth = 0);
  // The scope that contains the parameters (or fields) of a callee.
  ScopeId parametersOf(const Expr* callee, ScopeId scope);

  struct Use {
    std::string_view name;
    Span span;
    ScopeId scope;
    Role role;
  };
  struct AttributeUse {
    const syntax::Attribute* node;
    ScopeId scope;
    Role role;
    // The same as in target().
    Span declaration;
    const Expr* value;
    const Expr* annotated;
  };
  struct KeywordUse {
    const syntax::Call* call;
    ScopeId scope;
  };

  FileIndex& index_;
  ScopeId scope_ = kNone;
  std::vector<Use> uses_;
  std::vector<AttributeUse> attributes_;
  std::vector<KeywordUse> keywords_;
  // Names declared by `global x` and `nonlocal x`: the scope that owns the name, by declaring
  // scope.
  std::unordered_map<ScopeId, std::unordered_map<std::string_view, ScopeId>> elsewhere_;
  std::unordered_map<SymbolId, ScopeId> receivers_;  // the class of a method's first parameter
  std::unordered_map<SymbolId, uint32_t> bindings_;  // number of bindings of a symbol
};

}  // namespace ts::name_index
