// Resolves names to their definitions, through imports, modules, classes and base classes, across
// files. Static: it does not follow computed names such as `getattr(m, name)`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ide/document_cache.h"

namespace ts::ide {

// The definition of a name. symbol: kNone for a module.
struct Definition {
  DocumentPtr document;
  name_index::SymbolId symbol = name_index::kNone;

  bool isModule() const { return symbol == name_index::kNone; }
  // Must not be called for a module.
  const name_index::Symbol& info() const { return document->index->symbol(symbol); }
  // Returns the qualified name: "torch.nn.functional.relu".
  std::string dottedName() const;
  friend bool operator==(const Definition& a, const Definition& b) {
    return a.document == b.document && a.symbol == b.symbol;
  }
};

// Belongs to one request; not thread-safe.
class Resolver {
 public:
  Resolver(const driver::Snapshot& snapshot, DocumentCache& documents)
      : snapshot_(snapshot), documents_(documents) {}

  // Returns the definition of the name at the offset; nothing when there is none or it is unknown.
  std::optional<Definition> at(const DocumentPtr& document, uint32_t offset) {
    return at(document, offset, true);
  }
  // Likewise, but an imported name resolves to its import in this file.
  std::optional<Definition> nearest(const DocumentPtr& document, uint32_t offset) {
    return at(document, offset, false);
  }
  // Resolves names and attributes: `nn.Linear`, `self.fc.weight`.
  std::optional<Definition> of(const DocumentPtr& document, const syntax::Expr* expr);
  // Returns the class of an expression's value.
  std::optional<Definition> classOf(const DocumentPtr& document, const syntax::Expr* expr);
  std::optional<Definition> classOf(const Definition& value) { return classOfSymbol(value); }
  // Returns the member of a module or class with this name, including base classes.
  std::optional<Definition> member(const Definition& of, std::string_view name);
  // Returns all members, those of derived classes first, without hidden ones.
  std::vector<Definition> members(const Definition& of);
  // Returns the definition in the installed package that corresponds to an embedded one; nothing
  // when the package is not installed.
  std::optional<Definition> installed(const Definition& builtIn, const std::string& top);
  // Follows imports to the original definition. Returns a definition that is not imported
  // unchanged.
  std::optional<Definition> followed(Definition definition);
  // Returns the class, then all its known base classes.
  std::vector<Definition> bases(const Definition& cls);

 private:
  std::optional<Definition> at(const DocumentPtr& document, uint32_t offset, bool follow);
  DocumentPtr module(const Document& from, std::string_view dotted, int level);
  // Returns the parameter that a keyword argument names.
  std::optional<Definition> keyword(const DocumentPtr& document, Span name);
  std::optional<Definition> memberOfModule(const DocumentPtr& module, std::string_view name);
  std::optional<Definition> classOfSymbol(const Definition& definition);
  // Returns the class of the elements of a container of modules; nothing when they differ.
  std::optional<Definition> elementClass(const DocumentPtr& document,
                                         const syntax::Expr* container);

  const driver::Snapshot& snapshot_;
  DocumentCache& documents_;
  int depth_ = 0;
};

// Returns the expression of the name with this span: a Name, or the Attribute whose last part it
// is. Null when the name is not part of an expression (a definition, an import).
const syntax::Expr* expressionNamed(const Document& document, Span name);

}  // namespace ts::ide
