// LSP's WorkspaceEdit: text edits of documents and notebook cells.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lsp/session/requests.h"

namespace ts::lsp {

class WorkspaceEdit {
 public:
  explicit WorkspaceEdit(const RequestContext& context) : context_(context) {}

  void replace(const SourceFile& file, Span span, std::string text);
  // Includes versions when the client supports them, so that it refuses an edit of an older text.
  void write(JsonWriter& out) const;

 private:
  struct OfDocument {
    std::optional<int64_t> version;
    std::vector<std::pair<Range, std::string>> edits;
  };
  void writeEdits(JsonWriter& out, const OfDocument& document) const;

  const RequestContext& context_;
  std::map<std::string, OfDocument> byUri_;
};

}  // namespace ts::lsp
