#include "core/ide/rename.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/syntax/parser.h"

namespace ts::ide {

namespace {

using name_index::kNone;
using name_index::SymbolId;

// Returns whether the text is a single token, a name.
bool isName(std::string_view text) {
  diag::Sink sink;
  const auto index = name_index::FileIndex::build(
      syntax::parse(std::make_shared<SourceFile>("name", std::string(text)), sink));
  const auto places = index->occurrences();
  return sink.diagnostics().empty() && places.size() == 1 &&
         places[0].span == Span{0, static_cast<uint32_t>(text.size())};
}

// Returns an error when the new name already has a meaning at the place.
std::optional<std::string> clash(const Reference& place, std::string_view newName,
                                 SymbolId renamed) {
  const auto& index = *place.document->index;
  const name_index::Occurrence* here = index.at(place.span.begin);
  const bool isAttribute = here && here->symbol != kNone &&
                           index.symbol(here->symbol).kind >= name_index::SymbolKind::Attribute;
  const bool isMember =
      place.span.begin > 0 && place.document->file().text()[place.span.begin - 1] == '.';
  SymbolId other = kNone;
  if (isAttribute || isMember) {
    if (here && here->symbol != kNone)
      other = index.member(index.symbol(here->symbol).scope, newName);
  } else {
    other = index.lookup(index.scopeAt(place.span.begin), newName);
  }
  if (other == kNone || other == renamed) return std::nullopt;
  const auto line = place.document->file().lineOf(index.symbol(other).nameSpan.begin);
  return fmt::format("'{}' means something else in {} already (line {})", newName,
                     place.document->path(), line);
}

}  // namespace

RenameTarget prepareRename(Resolver& resolver, const DocumentPtr& document, uint32_t offset) {
  RenameTarget target;
  const name_index::Occurrence* here = document->index->at(offset);
  if (!here) {
    target.error = "nothing to rename here: put the cursor on a name";
    return target;
  }
  target.span = here->span;
  auto definition = resolver.nearest(document, offset);
  bool isModule = definition && definition->isModule();
  if (definition && !isModule && definition->info().import != kNone) {
    // An alias belongs to this file; a plain import has the name of the imported definition.
    const name_index::Import& import =
        definition->document->index->imports()[definition->info().import];
    isModule = import.name.empty() && import.moduleSpan.begin <= here->span.begin &&
               here->span.end <= import.moduleSpan.end;
    if (import.name == definition->info().name) {
      definition = resolver.followed(*definition);
      isModule = definition && definition->isModule();
    }
  }
  if (!definition) {
    target.error =
        fmt::format("the definition of '{}' is not known", document->file().text(here->span));
  } else if (isModule) {
    target.error = "a module has the name of its file: rename the file";
  } else if (definition->document->isEmbedded) {
    target.error = fmt::format("'{}' belongs to {}, which has no file in the workspace",
                               document->file().text(here->span), definition->document->module);
  } else {
    target.definition = std::move(definition);
  }
  return target;
}

RenameResult rename(Resolver& resolver, DocumentCache& documents, const driver::Snapshot& snapshot,
                    const DocumentPtr& document, uint32_t offset, std::string_view newName,
                    const std::vector<std::string>& files, const std::function<bool()>& stop) {
  RenameResult result;
  RenameTarget target = prepareRename(resolver, document, offset);
  if (!target.definition) {
    result.error = std::move(target.error);
    return result;
  }
  if (!isName(newName)) {
    result.error = fmt::format("'{}' is not a valid Python name", newName);
    return result;
  }
  const Definition& definition = *target.definition;
  std::vector<Reference> places =
      findReferences(resolver, documents, snapshot, definition, files, stop);
  for (const Reference& place : places) {
    const bool isHome = place.document->path() == definition.document->path();
    if (auto problem = clash(place, newName, isHome ? definition.symbol : kNone)) {
      result.error = std::move(*problem);
      return result;
    }
  }
  const auto within = [&](const Reference& place) {
    return place.document->path() == definition.document->path() ||
           std::find(files.begin(), files.end(), place.document->path()) != files.end();
  };
  if (std::find(files.begin(), files.end(), definition.document->path()) == files.end() &&
      document->path() != definition.document->path()) {
    result.error = fmt::format("'{}' is defined in {}, outside of the workspace",
                               definition.info().name, definition.document->path());
    return result;
  }
  std::erase_if(places, [&](const Reference& place) { return !within(place); });
  result.places = std::move(places);
  return result;
}

}  // namespace ts::ide
