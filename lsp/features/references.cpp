#include "core/ide/uses.h"
#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

constexpr int kRead = 2, kWrite = 3;  // LSP's DocumentHighlightKind

}  // namespace

Answer documentHighlight(Question& question) {
  JsonWriter out;
  out.beginArray();
  for (const ide::Place& place : ide::highlights(question.document, question.offset())) {
    out.beginObject().key("range");
    question.writeRange(out, *question.document, place.span);
    out.member("kind", place.role == index::Role::Read ? kRead : kWrite).endObject();
  }
  return {out.endArray().take()};
}

Answer references(Question& question) {
  const bool withDeclaration = question.params["context"]["includeDeclaration"].truth();
  const auto definition = question.resolver().at(question.document, question.offset());
  JsonWriter out;
  out.beginArray();
  if (definition && !definition->isModule()) {
    const auto files = ide::isVisibleOutside(*definition) ? question.allFiles() : std::vector<std::string>();
    const auto places = ide::uses(question.resolver(), question.library(), *question.files, *definition, files,
                                  [&] { return question.stopped(); });
    for (const ide::Place& place : places) {
      const bool isDeclaration = place.role == index::Role::Define;
      if (place.document->isEmbedded || (isDeclaration && !withDeclaration)) continue;
      question.writeLocation(out, *place.document, place.span);
    }
  } else {
    // A module, or a name that isn't known: what is the same here.
    for (const ide::Place& place : ide::highlights(question.document, question.offset()))
      question.writeLocation(out, *question.document, place.span);
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
