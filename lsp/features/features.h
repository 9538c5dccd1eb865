// The handlers of notifications and of requests about the server itself, one file each. A handler
// receives the session and the message's parameters, which may be any JSON.
#pragma once

#include <string>
#include <string_view>

#include "lsp/session/session.h"
#include "lsp/workspace/location.h"

namespace ts::lsp {

// ---- requests: each answers through `reply`, now or later
void initialize(Session& session, JsonView params, const Reply& reply);
void pullWorkspace(Session& session, JsonView params, const Reply& reply);

// Answers held pulls. To be called when diagnostics of any file may have changed.
void workspaceChanged(Session& session);
// Asks the client to repeat its requests, after a change that the client does not know of.
void refresh(Session& session);
void refreshDiagnostics(Session& session);
// Likewise, for what depends on types of expressions.
void refreshFacts(Session& session);
// Returns the refresh requests that the client supports.
std::vector<std::string_view> readRefreshes(JsonView workspaceCapabilities);

// Traces the start of a check.
void checkStarted(Session& session, const Document& document);
// Publishes and traces the result of a check.
void checkFinished(Session& session, const CheckResultPtr& result);
// Traces the end of a check whose result is discarded.
void checkDiscarded(Session& session, const CheckResult& result);
// Builds the index of all files in the workspace's folders in the background, then checks the open
// documents again. Does nothing when no folder follows roots.
void indexWorkspace(Session& session);
// Updates the index for files that have changed, were created or deleted.
void indexFiles(Session& session, std::vector<std::string> paths);
// Checks all open documents again and shows progress to the client.
void checkAll(Session& session);

// Applies an array of content changes. Returns false, and applies none of them, when one is
// invalid.
bool applyChanges(Session& session, JsonView changes, TextBuffer& text);

// ---- notifications: a notification has no response, so that problems are logged at the client
#define NOTIFICATION(method, handler, effect, capability) \
  void handler(Session& session, JsonView params);
#include "lsp/features/notifications.def"
#undef NOTIFICATION

// ---- messages from the server

void publishDiagnostics(Session& session, const CheckResult& result);
// Publishes the problems in the project files of all folders, and those that the roots named there
// cause in files that are not open.
void publishProjects(Session& session);
// Publishes the problems that the document's roots cause in files that are not open.
void publishUnopened(Session& session, const CheckResult& result);
// The document was closed: its roots no longer count, and those of others show in its file again.
void closeUnopened(Session& session, const std::string& uri, const std::string& path);
// Removes all diagnostics of a document.
void clearDiagnostics(Session& session, const std::string& uri);

// Writes diagnostics of one result as LSP's Diagnostic.
class DiagnosticWriter {
 public:
  // rulePages: see Session. The arguments must outlive the writer.
  DiagnosticWriter(const ClientCapabilities& client, const std::string& rulePages,
                   const CheckResult& result);
  void write(JsonWriter& out, const diag::Diagnostic& diagnostic);
  // Returns the range in the document, or in its cell for a notebook.
  Range rangeOf(const diag::Diagnostic& diagnostic);
  // Returns the URI of the document, or of the cell for a notebook.
  const std::string& uriOf(const diag::Diagnostic& diagnostic);

 private:
  void writeRelated(JsonWriter& out, const diag::Diagnostic& diagnostic);
  void writeLocation(JsonWriter& out, SourceRange range, std::string_view message);

  const ClientCapabilities& client_;
  const std::string& rulePages_;
  const CheckResult& result_;
  const CellMap* cells_;  // null: not a notebook
  PositionCursor positions_;
};

// Applies the settings in the value, which may be any JSON, to all files and folders. Warns about
// unknown settings and invalid values, and ignores them.
void applySettings(Session& session, JsonView value);
// Asks the client for the settings of every folder.
void pullSettings(Session& session);
// Reads an array of folders with URIs, such as "workspaceFolders".
std::vector<Folder> readFolders(JsonView folders, const EditorSettings& settings);

}  // namespace ts::lsp
