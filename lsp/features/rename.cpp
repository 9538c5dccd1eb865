#include "core/ide/rename.h"

#include "lsp/features/answers.h"
#include "lsp/features/workspace_edit.h"

namespace ts::lsp {

Answer prepareRename(Question& question) {
  const auto what = ide::renameable(question.resolver(), question.document, question.offset());
  if (!what.definition) return failure(what.error);
  JsonWriter out;
  out.beginObject().key("range");
  question.writeRange(out, *question.document, what.span);
  out.member("placeholder", question.document->file().text(what.span)).endObject();
  return {out.take()};
}

Answer rename(Question& question) {
  const auto newName = question.params["newName"].string();
  if (!newName) return {{}, "newName must be a string"};
  const auto files = question.allFiles();
  const auto made =
      ide::rename(question.resolver(), question.library(), *question.files, question.document,
                  question.offset(), *newName, files, question.stopper("Renaming", files.size()));
  if (!made.error.empty()) return failure(made.error);
  WorkspaceEdit edit(question);
  for (const ide::Place& place : made.places)
    edit.replace(place.document->file(), place.span, *newName);
  JsonWriter out;
  edit.write(out);
  return {out.take()};
}

}  // namespace ts::lsp
