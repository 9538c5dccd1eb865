// From a name to what it stands for, through imports, modules, classes and their bases, in other
// files too. By the text alone: what is computed (`getattr(m, name)`) isn't followed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ide/document_cache.h"

namespace ts::ide {

// What a name stands for. symbol: kNone where it is the module itself.
struct Definition {
  DocumentPtr document;
  name_index::SymbolId symbol = name_index::kNone;

  bool isModule() const { return symbol == name_index::kNone; }
  // Not of a module.
  const name_index::Symbol& info() const { return document->index->symbol(symbol); }
  // "torch.nn.functional.relu".
  std::string dottedName() const;
  friend bool operator==(const Definition& a, const Definition& b) {
    return a.document == b.document && a.symbol == b.symbol;
  }
};

class Resolver {
 public:
  Resolver(const driver::Snapshot& snapshot, DocumentCache& documents)
      : snapshot_(snapshot), documents_(documents) {}

  // What stands at an offset; nothing where no name does or nobody can tell.
  std::optional<Definition> at(const DocumentPtr& document, uint32_t offset) {
    return at(document, offset, true);
  }
  // The same, where an imported name is itself, not what it stands for.
  std::optional<Definition> nearest(const DocumentPtr& document, uint32_t offset) {
    return at(document, offset, false);
  }
  // Of names and attributes: `nn.Linear`, `self.fc.weight`.
  std::optional<Definition> of(const DocumentPtr& document, const syntax::Expr* expr);
  // The class that the value of an expression is an instance of.
  std::optional<Definition> classOf(const DocumentPtr& document, const syntax::Expr* expr);
  std::optional<Definition> classOf(const Definition& value) { return classOfSymbol(value); }
  // A name in a module or class, its bases included.
  std::optional<Definition> member(const Definition& of, std::string_view name);
  // All names there, the nearest class first; those that another hides are left out.
  std::vector<Definition> members(const Definition& of);
  // The same in the installed file that what is built in stands for; nothing where that isn't
  // installed.
  std::optional<Definition> installed(const Definition& builtIn, const std::string& top);
  // Where an imported name comes from; itself, when it isn't imported.
  std::optional<Definition> followed(Definition definition);
  // The class with all that it is derived from, as far as it is known, itself first.
  std::vector<Definition> bases(const Definition& cls);

 private:
  std::optional<Definition> at(const DocumentPtr& document, uint32_t offset, bool follow);
  DocumentPtr module(const Document& from, std::string_view dotted, int level);
  // The parameter that a keyword of a call stands for.
  std::optional<Definition> keyword(const DocumentPtr& document, Span name);
  std::optional<Definition> memberOfModule(const DocumentPtr& module, std::string_view name);
  std::optional<Definition> classOfSymbol(const Definition& definition);

  const driver::Snapshot& snapshot_;
  DocumentCache& documents_;
  int depth_ = 0;
};

// The innermost expression that ends in a name with this span: the Name, or the Attribute whose
// last part it is. Null: it belongs to no expression (a definition, an import).
const syntax::Expr* expressionNamed(const Document& document, Span name);

}  // namespace ts::ide
