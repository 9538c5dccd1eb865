// The messages that the server understands, one file each. A handler gets the session and the
// message's parameters, which may be anything that is JSON.
#pragma once

#include <string>
#include <string_view>

#include "lsp/session.h"

namespace ts::lsp {

// Requests. Each answers through `reply`, now or later.
void initialize(Session& session, JsonView params, const Reply& reply);
void pullWorkspace(Session& session, JsonView params, const Reply& reply);

// Something has changed that answers about the workspace depend on.
void workspaceChanged(Session& session);
// Tells the client that what it has asked for may be old: for changes that it doesn't know of.
void refresh(Session& session);
void refreshDiagnostics(Session& session);
// The refreshes that a client takes.
std::vector<std::string_view> readRefreshes(JsonView workspaceCapabilities);

// A document has new findings.
void checkFinished(Session& session, const CheckedPtr& checked);
// Everything is checked again; the client sees how far that is.
void checkAll(Session& session);

// Applies an array of content changes: all or, when one of them makes no sense, none.
bool applyChanges(Session& session, JsonView changes, TextBuffer& text);

// Notifications. What is wrong with one is logged at the client, which can't be answered.
void didOpen(Session& session, JsonView params);
void didChange(Session& session, JsonView params);
void didClose(Session& session, JsonView params);
void didChangeConfiguration(Session& session, JsonView params);
void didChangeWatchedFiles(Session& session, JsonView params);
void didChangeWorkspaceFolders(Session& session, JsonView params);
void didCreateFiles(Session& session, JsonView params);
void didDeleteFiles(Session& session, JsonView params);
void didRenameFiles(Session& session, JsonView params);
void notebookDidChange(Session& session, JsonView params);
void notebookDidClose(Session& session, JsonView params);
void notebookDidOpen(Session& session, JsonView params);
void notebookDidSave(Session& session, JsonView params);
void initialized(Session& session, JsonView params);
void setTrace(Session& session, JsonView params);

// From the server.
void publishDiagnostics(Session& session, const Checked& checked);
// Takes all diagnostics of a document back.
void clearDiagnostics(Session& session, const std::string& uri);

// One diagnostic as LSP's Diagnostic.
class JsonDiagnostics {
 public:
  // rulePages: as in Session. All are kept by reference.
  JsonDiagnostics(const Client& client, const std::string& rulePages, const Checked& checked);
  void write(JsonWriter& out, const diag::Diagnostic& diagnostic);
  // In the document, or in the cell that it lies in.
  Range rangeOf(const diag::Diagnostic& diagnostic);
  // Of a notebook: the URI of the cell that it lies in; of any other document its own.
  const std::string& uriOf(const diag::Diagnostic& diagnostic);

 private:
  void writeRelated(JsonWriter& out, const diag::Diagnostic& diagnostic);
  void writeLocation(JsonWriter& out, SourceRange range, std::string_view message);

  const Client& client_;
  const std::string& rulePages_;
  const Checked& checked_;
  const CellMap* cells_;  // null: it is no notebook
  PositionCursor positions_;
};

// A range as the client knows it: in which document, at which place there.
struct Place {
  std::string uri;
  Range range;
  std::optional<int64_t> version;
};
Place placeOf(const Snapshot& snapshot, const SourceFile& file, Span span, ColumnUnit encoding);

// Takes over what settings there are in the value, which may be of any shape; whatever can't be
// used is named in a warning and otherwise ignored. For all files, those of folders included.
void applySettings(Session& session, JsonView value);
// Asks the client for the settings of every folder.
void pullSettings(Session& session);
// "workspaceFolders" and the like: each element a folder with a URI.
std::vector<Folder> readFolders(JsonView folders, const Settings& settings);

}  // namespace ts::lsp
