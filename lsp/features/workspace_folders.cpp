#include <algorithm>

#include "lsp/features/features.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

std::vector<Folder> readFolders(JsonView folders, const EditorSettings& settings) {
  std::vector<Folder> out;
  for (const JsonView& folder : folders.elements()) {
    if (const auto uri = folder["uri"].string()) out.push_back({pathOfUri(*uri), settings});
  }
  return out;
}

void didChangeWorkspaceFolders(Session& session, JsonView params) {
  const JsonView event = params["event"];
  if (!event["added"].isArray() || !event["removed"].isArray()) {
    return session.connection.warn(
        "workspace/didChangeWorkspaceFolders: ignored, event needs the arrays added and removed");
  }
  std::vector<Folder>& folders = session.scheduler.folders;
  const auto isThere = [&](const Folder& folder) {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const Folder& other) { return other.path == folder.path; });
  };
  for (const Folder& gone : readFolders(event["removed"], {})) {
    std::erase_if(folders, [&](const Folder& folder) { return folder.path == gone.path; });
  }
  for (Folder& added : readFolders(event["added"], session.scheduler.settings)) {
    if (!isThere(added)) folders.push_back(std::move(added));
  }
  session.files->reports().clear();
  checkAll(session);
  refresh(session);
  pullSettings(session);
  indexWorkspace(session);
}

}  // namespace ts::lsp
