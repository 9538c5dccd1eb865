// workspace/willRenameFiles: the edits of imports before the client renames files and folders.
#include "core/ide/rename_files.h"

#include "lsp/features/request_handlers.h"
#include "lsp/features/workspace_edit.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

Response willRenameFiles(RequestContext& context) {
  if (!context.params["files"].isArray()) return {{}, "files must be an array"};
  std::vector<ide::FileMove> moves;
  for (const JsonView& file : context.params["files"].elements()) {
    const auto from = file["oldUri"].string(), to = file["newUri"].string();
    if (!from || !to) return {{}, "oldUri and newUri must be strings"};
    moves.push_back({pathOfUri(*from), pathOfUri(*to)});
  }
  const auto files = context.allFiles();
  const auto replacements = ide::importEdits(context.documents(), *context.snapshot, moves, files,
                                             context.stopCallback("Renaming", files.size()));
  if (replacements.empty()) return {};
  WorkspaceEdit edit(context);
  for (const ide::Replacement& replacement : replacements)
    edit.replace(replacement.document->file(), replacement.span, replacement.text);
  JsonWriter out;
  edit.write(out);
  return {out.take()};
}

}  // namespace ts::lsp
