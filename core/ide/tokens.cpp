#include "core/ide/tokens.h"

#include <algorithm>
#include <unordered_set>

#include "core/compiler/resolve/namespaces.h"
#include "core/syntax/ast_walk.h"

namespace ts::ide {

namespace {

using namespace syntax;
using name_index::kNone;
using name_index::Occurrence;
using name_index::Role;
using name_index::Symbol;
using name_index::SymbolKind;

// The offsets of names that are called, decorators, or attributes.
struct SyntacticRoles {
  std::unordered_set<uint32_t> called;  // begins of names
  std::unordered_set<uint32_t> decorator;
  std::unordered_set<uint32_t> attribute;

  static uint32_t nameOf(const Expr& expr) {
    const auto* attribute = dynCast<Attribute>(&expr);
    return attribute ? attribute->attr.span.begin : expr.span.begin;
  }
  void operator()(const Pattern& node) { forEachChild(node, *this); }
  void operator()(const Expr& node) {
    if (const auto* call = dynCast<Call>(&node)) called.insert(nameOf(*call->func));
    if (node.kind == ExprKind::Attribute) attribute.insert(as<Attribute>(node).attr.span.begin);
    forEachChild(node, *this);
  }
  void operator()(const Stmt& node) {
    const auto decorators = [&](List<Expr*> list) {
      for (const Expr* expression : list) {
        const auto* call = dynCast<Call>(expression);
        decorator.insert(nameOf(call ? *call->func : *expression));
      }
    };
    if (node.kind == StmtKind::FunctionDef || node.kind == StmtKind::AsyncFunctionDef)
      decorators(as<FunctionDef>(node).decorators);
    if (const auto* cls = dynCast<ClassDef>(&node)) decorators(cls->decorators);
    forEachChild(node, *this);
  }
};

bool isCapitalised(std::string_view name) {
  return !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
}

TokenType typeOf(const Symbol& symbol, const name_index::FileIndex& index, bool isCalled) {
  switch (symbol.kind) {
    case SymbolKind::Module: {
      // The kind of an imported name is guessed from its spelling and use.
      if (symbol.import == kNone || index.imports()[symbol.import].name.empty())
        return TokenType::Namespace;
      if (isCapitalised(symbol.name)) return TokenType::Class;
      return isCalled ? TokenType::Function : TokenType::Variable;
    }
    case SymbolKind::Class: return TokenType::Class;
    case SymbolKind::Function: return TokenType::Function;
    case SymbolKind::Method: return TokenType::Method;
    case SymbolKind::Property:
    case SymbolKind::Attribute: return TokenType::Property;
    case SymbolKind::Parameter: return TokenType::Parameter;
    case SymbolKind::TypeParameter: return TokenType::TypeParameter;
    case SymbolKind::Variable: break;
  }
  return index.scope(symbol.scope).kind == name_index::ScopeKind::Class ? TokenType::Property
                                                                        : TokenType::Variable;
}

}  // namespace

std::vector<SemanticToken> semanticTokens(const Document& document) {
  const name_index::FileIndex& index = *document.index;
  SyntacticRoles roles;
  for (const Stmt* statement : document.tree().body) roles(*statement);
  std::vector<SemanticToken> tokens;
  for (const Occurrence& occurrence : index.occurrences()) {
    const uint32_t begin = occurrence.span.begin;
    const bool isCalled = roles.called.contains(begin);
    const bool isAttribute = roles.attribute.contains(begin);
    TokenType type =
        isAttribute ? (isCalled ? TokenType::Method : TokenType::Property) : TokenType::Variable;
    uint8_t modifiers = 0;
    if (occurrence.symbol != kNone) {
      type = typeOf(index.symbol(occurrence.symbol), index, isCalled);
      if (occurrence.role == Role::Define) modifiers |= token_modifiers::kDeclaration;
      if (occurrence.role == Role::Write) modifiers |= token_modifiers::kModification;
    } else if (!isAttribute) {
      const auto builtin = compiler::namespaceMember(
          "builtins." + std::string(document.file().text(occurrence.span)));
      if (!builtin) {
        // A keyword argument of an unknown function, or an unknown name.
        type = TokenType::Parameter;
        const std::string_view rest = document.file().text().substr(occurrence.span.end);
        const size_t next = rest.find_first_not_of(" \t");
        const bool isKeyword =
            next != std::string_view::npos && rest[next] == '=' && rest.substr(next, 2) != "==";
        if (!isKeyword) continue;
      } else {
        using Kind = compiler::MemberKind;
        const bool isFunction = builtin->kind == Kind::Function || builtin->kind == Kind::Builtin;
        type = isFunction                                                     ? TokenType::Function
               : builtin->kind == Kind::Value || builtin->kind == Kind::Other ? TokenType::Variable
                                                                              : TokenType::Class;
        modifiers |= token_modifiers::kDefaultLibrary;
      }
    }
    if (roles.decorator.contains(begin)) type = TokenType::Decorator;
    tokens.push_back({occurrence.span, type, modifiers});
  }
  return tokens;
}

}  // namespace ts::ide
