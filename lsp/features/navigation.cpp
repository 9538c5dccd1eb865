#include <algorithm>

#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

using ide::Definition;

// From the name at the cursor to the name there; a client that can't show both gets the second.
std::string locations(Question& question, const std::vector<Definition>& found) {
  const name_index::Occurrence* origin = question.document->index->at(question.offset());
  JsonWriter out;
  out.beginArray();
  for (Definition one : found) {
    if (one.document->isEmbedded) {
      // There is no file to show but the one that is installed.
      auto real = question.resolver().installed(one, question.document->top);
      if (!real) continue;
      one = std::move(*real);
    }
    const Span name = one.isModule() ? Span{} : one.info().nameSpan;
    if (!question.client.definitionLinks) {
      question.writeLocation(out, *one.document, name);
      continue;
    }
    out.beginObject();
    if (origin) {
      out.key("originSelectionRange");
      question.writeRange(out, *question.document, origin->span);
    }
    out.member("targetUri", question.placeOf(*one.document, name).uri).key("targetRange");
    question.writeRange(out, *one.document,
                        one.isModule() ? name : cover(one.info().declaration, name));
    out.key("targetSelectionRange");
    question.writeRange(out, *one.document, name);
    out.endObject();
  }
  return out.endArray().take();
}

std::vector<Definition> list(std::optional<Definition> one) {
  std::vector<Definition> all;
  if (one) all.push_back(std::move(*one));
  return all;
}

}  // namespace

Answer definition(Question& question) {
  return {locations(question, list(question.resolver().at(question.document, question.offset())))};
}

// Where a name comes into this file: the import, for what is imported.
Answer declaration(Question& question) {
  return {
      locations(question, list(question.resolver().nearest(question.document, question.offset())))};
}

Answer typeDefinition(Question& question) {
  const uint32_t offset = question.offset();
  const name_index::Occurrence* here = question.document->index->at(offset);
  if (!here) return {"[]"};
  auto found = question.resolver().at(question.document, offset);
  if (found && !found->isModule() && !found->info().cls)
    found = question.resolver().classOf(*found);
  if (found && found->isModule()) found.reset();
  return {locations(question, list(std::move(found)))};
}

// Of a class those that are derived from it, of a method those that override it.
Answer implementation(Question& question) {
  ide::Resolver& resolver = question.resolver();
  const auto asked = resolver.at(question.document, question.offset());
  if (!asked || asked->isModule()) return {"[]"};
  const name_index::FileIndex& home = *asked->document->index;
  const bool isClass = asked->info().cls != nullptr;
  const name_index::SymbolId owner = isClass ? asked->symbol : home.scope(asked->info().scope).owner;
  if (owner == name_index::kNone ||
      (!isClass && home.scope(asked->info().scope).kind != name_index::ScopeKind::Class))
    return {locations(question, {*asked})};
  const Definition base{asked->document, owner};
  std::vector<Definition> found;
  const auto files = question.allFiles();
  for (size_t i = 0;
       i < files.size() && !question.stopped("Searching implementations", i, files.size()); ++i) {
    const std::string& path = files[i];
    const ide::DocumentPtr document = question.library().open(*question.files, path);
    if (!document) continue;
    for (const name_index::Scope& scope : document->index->scopes()) {
      if (scope.kind != name_index::ScopeKind::Class || scope.owner == name_index::kNone) continue;
      const Definition cls{document, scope.owner};
      const auto bases = resolver.bases(cls);
      const bool isDerived =
          std::any_of(bases.begin() + 1, bases.end(), [&](const Definition& one) {
            return one.document->path() == base.document->path() && one.symbol == base.symbol;
          });
      if (!isDerived) continue;
      if (isClass) {
        found.push_back(cls);
      } else if (const auto known = scope.byName.find(asked->info().name);
                 known != scope.byName.end()) {
        found.push_back({document, known->second});
      }
    }
  }
  if (found.empty()) found.push_back(*asked);
  return {locations(question, found)};
}

}  // namespace ts::lsp
