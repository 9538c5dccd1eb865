// Files that change on disk, and files that the client creates, renames or deletes. An open
// document hides the changes of its file.
#include <fmt/format.h>

#include "lsp/features/features.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

constexpr int kChanged = 2;  // LSP's FileChangeType; the others are created and deleted

// Files were created or deleted: any import may now find another file.
void filesCreatedOrDeleted(Session& session) {
  session.files->reports().clear();
  checkAll(session);
  refresh(session);
}

// Handles didCreateFiles, didDeleteFiles and didRenameFiles. `key` is the key of a file's URI.
void handleFiles(Session& session, JsonView params, std::string_view method, std::string_view key) {
  if (!params["files"].isArray())
    return session.connection.warn(
        fmt::format("workspace/{}: ignored, files must be an array", method));
  std::vector<std::string> paths;
  for (const JsonView& file : params["files"].elements()) {
    for (const std::string_view name : {key, std::string_view("newUri")})
      if (const auto uri = file[name].string()) paths.push_back(pathOfUri(*uri));
    if (const auto uri = file[key].string()) session.files->tokens().drop(pathOfUri(*uri));
  }
  indexFiles(session, std::move(paths));
  filesCreatedOrDeleted(session);
}

}  // namespace

void didChangeWatchedFiles(Session& session, JsonView params) {
  if (!params["changes"].isArray()) {
    return session.connection.warn(
        "workspace/didChangeWatchedFiles: ignored, changes must be an array");
  }
  bool createdOrDeleted = false, isProject = false;
  std::vector<std::string> paths;
  for (const JsonView& change : params["changes"].elements()) {
    const auto uri = change["uri"].string();
    if (!uri) continue;
    const std::string path = pathOfUri(*uri);
    if (!path.ends_with(".py")) {
      isProject = true;
      continue;
    }
    paths.push_back(path);
    if (change["type"].integer() != kChanged) {
      createdOrDeleted = true;
    } else {
      session.files->reports().invalidate(path);
      session.scheduler.fileChanged(path);
    }
  }
  session.files->roots().forget();
  // The project file may exclude other files than before.
  if (isProject) {
    session.files->projects().forget();
    indexWorkspace(session);
  } else {
    indexFiles(session, std::move(paths));
  }
  if (createdOrDeleted || isProject) return filesCreatedOrDeleted(session);
  refresh(session);
}

void didCreateFiles(Session& session, JsonView params) {
  handleFiles(session, params, "didCreateFiles", "uri");
}
void didDeleteFiles(Session& session, JsonView params) {
  handleFiles(session, params, "didDeleteFiles", "uri");
}
void didRenameFiles(Session& session, JsonView params) {
  handleFiles(session, params, "didRenameFiles", "oldUri");
}

}  // namespace ts::lsp
