#include "core/ide/references.h"

#include <algorithm>

#include "core/ide/text.h"

namespace ts::ide {

namespace {

using name_index::kNone;
using name_index::Occurrence;
using name_index::SymbolId;
using name_index::SymbolKind;

void addFrom(Resolver& resolver, const DocumentPtr& document, const Definition& definition,
             std::vector<Reference>& places) {
  const auto& index = *document->index;
  const bool isHome = document->path() == definition.document->path();
  for (const Occurrence& occurrence : index.occurrences()) {
    if (isHome && occurrence.symbol == definition.symbol) {
      places.push_back({document, occurrence.span, occurrence.role});
      continue;
    }
    // In `from m import name as x` the alias x is not a reference.
    if (document->file().text(occurrence.span) != definition.info().name) continue;
    const bool isOther =
        occurrence.symbol != kNone && index.symbol(occurrence.symbol).import == kNone;
    if (isOther) continue;
    const auto target = resolver.at(document, occurrence.span.begin);
    if (target && !target->isModule() && target->document->path() == definition.document->path() &&
        target->symbol == definition.symbol)
      places.push_back(
          {document, occurrence.span,
           occurrence.role == name_index::Role::Define ? name_index::Role::Read : occurrence.role});
  }
  for (const name_index::Import& import : index.imports()) {
    if (import.name != definition.info().name || import.symbol == kNone) continue;
    const bool isAlias = index.symbol(import.symbol).name != import.name;
    const auto followed = isAlias ? resolver.followed({document, import.symbol}) : std::nullopt;
    if (followed && *followed == definition) places.push_back({document, import.nameSpan});
  }
}

}  // namespace

bool mentions(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool starts = at == 0 || !isPartOfName(text[at - 1]);
    const size_t end = at + name.size();
    if (starts && (end == text.size() || !isPartOfName(text[end]))) return true;
  }
  return false;
}

bool isVisibleOutside(const Definition& definition) {
  const auto& index = *definition.document->index;
  const auto kind = index.scope(definition.info().scope).kind;
  return kind == name_index::ScopeKind::Module || kind == name_index::ScopeKind::Class ||
         definition.info().kind == SymbolKind::Parameter;
}

std::vector<Reference> highlights(const DocumentPtr& document, uint32_t offset) {
  std::vector<Reference> places;
  const Occurrence* here = document->index->at(offset);
  if (!here) return places;
  if (here->symbol != kNone) {
    for (const Occurrence& occurrence : document->index->of(here->symbol))
      places.push_back({document, occurrence.span, occurrence.role});
    return places;
  }
  // An unresolved name: highlights all unresolved names with the same text.
  const std::string_view name = document->file().text(here->span);
  for (const Occurrence& occurrence : document->index->occurrences()) {
    if (occurrence.symbol == kNone && document->file().text(occurrence.span) == name)
      places.push_back({document, occurrence.span, occurrence.role});
  }
  return places;
}

std::vector<Reference> findReferences(Resolver& resolver, DocumentCache& documents,
                                      const driver::Snapshot& snapshot,
                                      const Definition& definition,
                                      const std::vector<std::string>& files,
                                      const std::function<bool()>& stop) {
  std::vector<Reference> places;
  if (definition.isModule()) return places;
  addFrom(resolver, definition.document, definition, places);
  if (isVisibleOutside(definition)) {
    for (const std::string& path : files) {
      if (stop && stop()) break;
      if (path == definition.document->path()) continue;
      const ReadResult read = snapshot.files().read(path);
      if (!read) continue;
      if (!mentions(read.decoded ? read.decoded->text() : std::string_view(read.bytes),
                    definition.info().name))
        continue;
      if (const DocumentPtr document = documents.open(snapshot, path))
        addFrom(resolver, document, definition, places);
    }
  }
  std::sort(places.begin(), places.end(), [](const Reference& a, const Reference& b) {
    return std::pair(a.document->path(), a.span.begin) <
           std::pair(b.document->path(), b.span.begin);
  });
  places.erase(std::unique(places.begin(), places.end(),
                           [](const Reference& a, const Reference& b) {
                             return a.document == b.document && a.span == b.span;
                           }),
               places.end());
  return places;
}

}  // namespace ts::ide
