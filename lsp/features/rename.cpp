#include "core/ide/rename.h"

#include "lsp/features/request_handlers.h"
#include "lsp/features/workspace_edit.h"

namespace ts::lsp {

Response prepareRename(RequestContext& context) {
  const auto target = ide::prepareRename(context.resolver(), context.document, context.offset());
  if (!target.definition) return failure(target.error);
  JsonWriter out;
  out.beginObject().key("range");
  context.writeRange(out, *context.document, target.span);
  out.member("placeholder", context.document->file().text(target.span)).endObject();
  return {out.take()};
}

Response rename(RequestContext& context) {
  const auto newName = context.params["newName"].string();
  if (!newName) return {{}, "newName must be a string"};
  const auto files = context.allFiles();
  const auto renamed = ide::rename(context.resolver(), context.documents(), *context.snapshot,
                                   context.document, context.offset(), *newName, files,
                                   context.stopCallback("Renaming", files.size()));
  if (!renamed.error.empty()) return failure(renamed.error);
  WorkspaceEdit edit(context);
  for (const ide::Reference& place : renamed.places)
    edit.replace(place.document->file(), place.span, *newName);
  JsonWriter out;
  edit.write(out);
  return {out.take()};
}

}  // namespace ts::lsp
