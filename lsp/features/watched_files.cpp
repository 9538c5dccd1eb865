// Files that change on the disk, and what the client itself creates, renames and deletes. What is
// open is the client's, whatever happens to its file.
#include <fmt/format.h>

#include "lsp/features/features.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

constexpr int kChanged = 2;  // LSP's FileChangeType; the others are created and deleted

// Where an import leads may have changed for any file.
void filesCameOrWent(Session& session) {
  session.files->reports().clear();
  checkAll(session);
  refresh(session);
}

// For didCreate, didDelete and didRename: files and folders, under one of the keys each.
void handleFiles(Session& session, JsonView params, std::string_view method, std::string_view key) {
  if (!params["files"].isArray())
    return session.outbox.warn(
        fmt::format("workspace/{}: ignored, files must be an array", method));
  for (const JsonView& file : params["files"].elements()) {
    if (const auto uri = file[key].string()) session.files->tokens().forget(pathOfUri(*uri));
  }
  filesCameOrWent(session);
}

}  // namespace

void didChangeWatchedFiles(Session& session, JsonView params) {
  if (!params["changes"].isArray()) {
    return session.outbox.warn(
        "workspace/didChangeWatchedFiles: ignored, changes must be an array");
  }
  bool cameOrWent = false;
  for (const JsonView& change : params["changes"].elements()) {
    const auto uri = change["uri"].string();
    if (!uri) continue;
    const std::string path = pathOfUri(*uri);
    if (change["type"].integer() != kChanged) {
      cameOrWent = true;
    } else {
      session.files->reports().changed(path);
      session.checks.fileChanged(path);
    }
  }
  if (cameOrWent) return filesCameOrWent(session);
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
