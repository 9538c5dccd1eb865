#include "core/ide/inlay.h"

#include <algorithm>

namespace ts::ide {

using name_index::kNone;
using name_index::Occurrence;
using name_index::Role;
using name_index::Symbol;
using name_index::SymbolKind;

namespace {

// Returns whether an annotation may follow the name: yes in `x = 1`, no in `for x in y`, `x += 1`
// and `a, b = c`.
bool isPlainTarget(const Document& document, const Occurrence& occurrence, const Symbol& symbol) {
  const std::string_view rest = document.file().text().substr(occurrence.span.end);
  const size_t next = rest.find_first_not_of(" \t");
  const bool isAssigned =
      next != std::string_view::npos && rest[next] == '=' && rest.substr(next, 2) != "==";
  return isAssigned && occurrence.span.begin == symbol.declaration.begin;
}

}  // namespace

std::vector<InlayHint> inlayHints(const Document& document, const driver::FileResult& result,
                                  Span within) {
  std::vector<InlayHint> hints;
  const name_index::FileIndex& index = *document.index;
  for (const compiler::TypeFact& fact : result.types) {
    if (fact.span.begin < within.begin || fact.span.end > within.end) continue;
    const Occurrence* occurrence = index.at(fact.span.begin);
    if (!occurrence || occurrence->span != fact.span || occurrence->symbol == kNone ||
        occurrence->role == Role::Read)
      continue;
    const Symbol& symbol = index.symbol(occurrence->symbol);
    if (symbol.annotation || occurrence->role != Role::Define) continue;
    if (symbol.kind == SymbolKind::Parameter) {
      if (index.scope(symbol.scope).kind != name_index::ScopeKind::Function ||
          symbol.name == "self")
        continue;
      const bool isInferred = fact.type == types::tensorType();
      hints.push_back(
          {fact.span.end, ": " + fact.type->annotation() + (isInferred ? " (inferred)" : ""),
           "TorchScript assumes Tensor for a parameter without annotation", true, false});
    } else if (symbol.kind == SymbolKind::Variable) {
      hints.push_back({fact.span.end, ": " + fact.type->annotation(),
                       "the type that TorchScript infers", false,
                       isPlainTarget(document, *occurrence, symbol)});
    }
  }
  return hints;
}

}  // namespace ts::ide
