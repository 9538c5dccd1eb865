// Before the client gives files and folders other names: what their imports have to become.
#include "core/ide/moving.h"

#include "lsp/features/answers.h"
#include "lsp/features/workspace_edit.h"
#include "lsp/uri.h"

namespace ts::lsp {

Answer willRenameFiles(Question& question) {
  if (!question.params["files"].isArray()) return {{}, "files must be an array"};
  std::vector<ide::Move> moves;
  for (const JsonView& file : question.params["files"].elements()) {
    const auto from = file["oldUri"].string(), to = file["newUri"].string();
    if (!from || !to) return {{}, "oldUri and newUri must be strings"};
    moves.push_back({pathOfUri(*from), pathOfUri(*to)});
  }
  const auto files = question.allFiles();
  const auto made = ide::moved(question.library(), *question.files, moves, files,
                               question.stopper("Renaming", files.size()));
  if (made.empty()) return {};
  WorkspaceEdit edit(question);
  for (const ide::Replacement& one : made) edit.replace(one.document->file(), one.span, one.text);
  JsonWriter out;
  edit.write(out);
  return {out.take()};
}

}  // namespace ts::lsp
