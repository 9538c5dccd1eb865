#include <algorithm>

#include "core/ide/references.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

constexpr size_t kFilesPerPart = 32;

}  // namespace

Response documentHighlight(RequestContext& context) {
  JsonWriter out;
  out.beginArray();
  for (const ide::Reference& place : ide::highlights(context.document, context.offset())) {
    if (!context.isRequested(place.span)) continue;
    out.beginObject().key("range");
    context.writeRange(out, *context.document, place.span);
    out.member("kind", place.role == name_index::Role::Read ? kRead : kWrite).endObject();
  }
  return {out.endArray().take()};
}

Response references(RequestContext& context) {
  const bool withDeclaration = context.params["context"]["includeDeclaration"].truth();
  const auto definition = context.resolver().at(context.document, context.offset());
  PartialArray locations(context.progress);
  if (!definition || definition->isModule()) {
    // A module or an unknown name: only this file's highlights.
    for (const ide::Reference& place : ide::highlights(context.document, context.offset()))
      context.writeLocation(locations.out(), *context.document, place.span);
    return {locations.take()};
  }
  const auto search = [&](const std::vector<std::string>& files, bool isHome) {
    for (const ide::Reference& place :
         ide::findReferences(context.resolver(), context.documents(), *context.snapshot,
                             *definition, files, [&] { return context.isCancelled(); })) {
      const bool isDeclaration = place.role == name_index::Role::Define;
      const bool isKnown = !isHome && place.document->path() == definition->document->path();
      if (place.document->isEmbedded || isKnown || (isDeclaration && !withDeclaration)) continue;
      context.writeLocation(locations.out(), *place.document, place.span);
    }
    locations.pause();
  };
  search({}, true);
  if (!ide::isVisibleOutside(*definition)) return {locations.take()};
  const auto files = context.allFiles();
  for (size_t i = 0;
       i < files.size() && !context.shouldStop("Searching references", i, files.size());
       i += kFilesPerPart)
    search({files.begin() + static_cast<ptrdiff_t>(i),
            files.begin() + static_cast<ptrdiff_t>(std::min(files.size(), i + kFilesPerPart))},
           false);
  return {locations.take()};
}

}  // namespace ts::lsp
