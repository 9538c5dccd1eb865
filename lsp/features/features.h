// The messages that the server understands, one file each. A handler gets the session and the
// message's parameters, which may be anything that is JSON.
#pragma once

#include <string>
#include <string_view>

#include "lsp/session.h"

namespace ts::lsp {

// Requests. Each answers through `reply`, now or later.
void initialize(Session& session, JsonView params, const Reply& reply);
void codeAction(Session& session, JsonView params, const Reply& reply);

// Notifications. What is wrong with one is logged at the client, which can't be answered.
void didOpen(Session& session, JsonView params);
void didChange(Session& session, JsonView params);
void didClose(Session& session, JsonView params);
void didChangeConfiguration(Session& session, JsonView params);
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
  Range rangeOf(const diag::Diagnostic& diagnostic) {
    return positions_.range(diagnostic.range.span);
  }

 private:
  void writeRelated(JsonWriter& out, const diag::Diagnostic& diagnostic);
  void writeLocation(JsonWriter& out, SourceRange range, std::string_view message);

  const Client& client_;
  const std::string& rulePages_;
  const Checked& checked_;
  PositionCursor positions_;
};

// The URI of a file that a check met, as the client spells it.
std::string uriOf(const Checked& checked, const SourceFile& file);

// Takes over what settings there are in the value, which may be of any shape; whatever can't be
// used is named in a warning and otherwise ignored. Tells whether something changed.
bool applySettings(Session& session, JsonView value);

}  // namespace ts::lsp
