#include <algorithm>

#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

using ide::Definition;

// Writes definitions as LocationLinks, or as Locations for a client without support for links.
std::string locations(RequestContext& context, const std::vector<Definition>& definitions) {
  const name_index::Occurrence* origin = context.document->index->at(context.offset());
  JsonWriter out;
  out.beginArray();
  for (Definition definition : definitions) {
    if (definition.document->isEmbedded) {
      // An embedded document has no file; the installed package may have it.
      auto real = context.resolver().installed(definition, context.document->top);
      if (real)
        definition = std::move(*real);
      else if (!context.client.librarySources)
        continue;
    }
    const Span name = definition.isModule() ? Span{} : definition.info().nameSpan;
    if (!context.client.definitionLinks) {
      context.writeLocation(out, *definition.document, name);
      continue;
    }
    out.beginObject();
    if (origin) {
      out.key("originSelectionRange");
      context.writeRange(out, *context.document, origin->span);
    }
    out.member("targetUri", context.locationOf(*definition.document, name).uri).key("targetRange");
    context.writeRange(out, *definition.document,
                       definition.isModule() ? name : cover(definition.info().declaration, name));
    out.key("targetSelectionRange");
    context.writeRange(out, *definition.document, name);
    out.endObject();
  }
  return out.endArray().take();
}

std::vector<Definition> list(std::optional<Definition> definition) {
  std::vector<Definition> all;
  if (definition) all.push_back(std::move(*definition));
  return all;
}

}  // namespace

Response definition(RequestContext& context) {
  return {locations(context, list(context.resolver().at(context.document, context.offset())))};
}

// The declaration of an imported name is its import.
Response declaration(RequestContext& context) {
  return {locations(context, list(context.resolver().nearest(context.document, context.offset())))};
}

Response typeDefinition(RequestContext& context) {
  const uint32_t offset = context.offset();
  const name_index::Occurrence* here = context.document->index->at(offset);
  if (!here) return {"[]"};
  auto definition = context.resolver().at(context.document, offset);
  if (definition && !definition->isModule() && !definition->info().cls)
    definition = context.resolver().classOf(*definition);
  if (definition && definition->isModule()) definition.reset();
  return {locations(context, list(std::move(definition)))};
}

// The implementations of a class are its subclasses, those of a method its overrides.
Response implementation(RequestContext& context) {
  ide::Resolver& resolver = context.resolver();
  const auto asked = resolver.at(context.document, context.offset());
  if (!asked || asked->isModule()) return {"[]"};
  const name_index::FileIndex& home = *asked->document->index;
  const bool isClass = asked->info().cls != nullptr;
  const name_index::SymbolId owner =
      isClass ? asked->symbol : home.scope(asked->info().scope).owner;
  if (owner == name_index::kNone ||
      (!isClass && home.scope(asked->info().scope).kind != name_index::ScopeKind::Class))
    return {locations(context, {*asked})};
  const Definition base{asked->document, owner};
  std::vector<Definition> definitions;
  const auto files = context.allFiles();
  for (size_t i = 0;
       i < files.size() && !context.shouldStop("Searching implementations", i, files.size()); ++i) {
    const std::string& path = files[i];
    const ide::DocumentPtr document = context.documents().open(*context.snapshot, path);
    if (!document) continue;
    for (const name_index::Scope& scope : document->index->scopes()) {
      if (scope.kind != name_index::ScopeKind::Class || scope.owner == name_index::kNone) continue;
      const Definition cls{document, scope.owner};
      const auto bases = resolver.bases(cls);
      const bool isDerived =
          std::any_of(bases.begin() + 1, bases.end(), [&](const Definition& candidate) {
            return candidate.document->path() == base.document->path() &&
                   candidate.symbol == base.symbol;
          });
      if (!isDerived) continue;
      if (isClass) {
        definitions.push_back(cls);
      } else if (const auto entry = scope.byName.find(asked->info().name);
                 entry != scope.byName.end()) {
        definitions.push_back({document, entry->second});
      }
    }
  }
  if (definitions.empty()) definitions.push_back(*asked);
  return {locations(context, definitions)};
}

}  // namespace ts::lsp
