// A request about documents or the workspace. Workers compute the responses from an immutable state
// of all open documents.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/ide/ir_document.h"
#include "core/ide/resolver.h"
#include "lsp/session/session.h"
#include "lsp/workspace/location.h"
#include "lsp/workspace/workspace_files.h"

namespace ts::lsp {

// A document, which need not be open, and an offset in it. The document is null when it cannot be
// read.
struct DocumentOffset {
  ide::DocumentPtr document;
  uint32_t offset = 0;
};

// A request and everything that its handler needs. Belongs to one worker.
class RequestContext {
 public:
  ClientCapabilities client;
  JsonView params;
  EditorStatePtr state;
  std::optional<driver::Snapshot> snapshot;  // with the settings of the requested document
  std::shared_ptr<WorkspaceFiles> files;
  // The document in params.textDocument; all null for requests about the workspace.
  SourceFilePtr text;
  ide::DocumentPtr document;        // null when the text is IR
  ide::IrDocumentPtr ir;            // null when the text is Python
  const CellPlace* cell = nullptr;  // the requested cell; null when the document is not a notebook
  // For RequestKind::Needs::CheckResult the result for this text. Otherwise the latest result,
  // possibly of an older text, or null.
  CheckResultPtr checkResult;
  std::string rulePages;  // see Session
  std::stop_token stop;   // requested when the request is answered or cancelled
  ProgressPtr progress;   // null when the client wants no progress
  Analysis analysis;

  bool isCancelled() const { return stop.stop_requested(); }
  // To be called between the steps of a long request. Reports progress; returns isCancelled().
  bool shouldStop(std::string_view title, size_t step, size_t steps) const;
  // Returns a function to be called once per step, which calls shouldStop().
  std::function<bool()> stopCallback(std::string_view title, size_t steps) const;
  ide::DocumentCache& documents() const { return files->documents(); }
  ide::Resolver& resolver();
  // Returns the paths of the Python files in the workspace's folders, and of open documents.
  std::vector<std::string> allFiles() const;
  // Returns the offset of params.position in the document.
  uint32_t offset() const { return offsetOf(params["position"]); }
  uint32_t offsetOf(JsonView position) const;
  Span span(JsonView range) const { return {offsetOf(range["start"]), offsetOf(range["end"])}; }
  // Returns the facts of the latest check; null when there are none.
  const driver::FileResult* latestFacts() const {
    return checkResult ? checkResult->facts() : nullptr;
  }
  // Returns the span of the requested document or cell.
  Span requestedSpan() const;
  bool isRequested(Span span) const { return !cell || requestedSpan().contains(span.begin); }
  // Finds a position that the client names. The URI may be a cell's.
  DocumentOffset locate(const std::string& uri, Position position) const;
  // Returns the URI of a path, in the client's spelling. A notebook's path gives the notebook's
  // URI.
  std::string uriOf(const std::string& path) const;
  Location locationOf(const SourceFile& of, Span span) const;
  // The URI of an embedded document has kLibraryScheme.
  Location locationOf(const ide::Document& of, Span span) const;

  // Writes {"uri": ..., "range": ...}.
  void writeLocation(JsonWriter& out, const SourceFile& of, Span span) const;
  void writeLocation(JsonWriter& out, const ide::Document& of, Span span) const;
  void writeRange(JsonWriter& out, const SourceFile& of, Span span) const;
  void writeRange(JsonWriter& out, const ide::Document& of, Span span) const {
    writeRange(out, of.file(), span);
  }
  JsonWriter& position(JsonWriter& out, const ide::Document& of, uint32_t offset) const;

 private:
  std::optional<ide::Resolver> resolver_;
};

// A result as JSON, or an error.
struct Response {
  std::string json = "null";
  std::string error;    // for the user; sent as InvalidParams or, with `failed`, as RequestFailed
  bool failed = false;  // the parameters are valid, but the request has no result
  std::string warning;  // for the user: which part of the result is missing, and why
};
inline Response failure(std::string why) { return {{}, std::move(why), true}; }

}  // namespace ts::lsp
