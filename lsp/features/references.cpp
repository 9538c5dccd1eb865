#include <algorithm>

#include "core/ide/uses.h"
#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

constexpr size_t kFilesPerPart = 32;

}  // namespace

Answer documentHighlight(Question& question) {
  JsonWriter out;
  out.beginArray();
  for (const ide::Place& place : ide::highlights(question.document, question.offset())) {
    if (!question.isAsked(place.span)) continue;
    out.beginObject().key("range");
    question.writeRange(out, *question.document, place.span);
    out.member("kind", place.role == name_index::Role::Read ? kRead : kWrite).endObject();
  }
  return {out.endArray().take()};
}

Answer references(Question& question) {
  const bool withDeclaration = question.params["context"]["includeDeclaration"].truth();
  const auto definition = question.resolver().at(question.document, question.offset());
  PartialArray found(question.progress);
  if (!definition || definition->isModule()) {
    // A module, or a name that isn't known: what is the same here.
    for (const ide::Place& place : ide::highlights(question.document, question.offset()))
      question.writeLocation(found.out(), *question.document, place.span);
    return {found.take()};
  }
  const auto look = [&](const std::vector<std::string>& files, bool isHome) {
    for (const ide::Place& place :
         ide::uses(question.resolver(), question.library(), *question.files, *definition, files,
                   [&] { return question.stopped(); })) {
      const bool isDeclaration = place.role == name_index::Role::Define;
      const bool isKnown = !isHome && place.document->path() == definition->document->path();
      if (place.document->isEmbedded || isKnown || (isDeclaration && !withDeclaration)) continue;
      question.writeLocation(found.out(), *place.document, place.span);
    }
    found.pause();
  };
  look({}, true);
  if (!ide::isVisibleOutside(*definition)) return {found.take()};
  const auto files = question.allFiles();
  for (size_t i = 0; i < files.size() && !question.stopped("Searching references", i, files.size());
       i += kFilesPerPart)
    look({files.begin() + static_cast<ptrdiff_t>(i),
          files.begin() + static_cast<ptrdiff_t>(std::min(files.size(), i + kFilesPerPart))},
         false);
  return {found.take()};
}

}  // namespace ts::lsp
