// LSP's WorkspaceEdit: changes of texts, by document or by cell.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lsp/questions.h"

namespace ts::lsp {

class WorkspaceEdit {
 public:
  explicit WorkspaceEdit(const Question& question) : question_(question) {}

  void replace(const SourceFile& file, Span span, std::string text);
  // With versions, a client refuses the edit when a text has moved on.
  void write(JsonWriter& out) const;

 private:
  struct OfDocument {
    std::optional<int64_t> version;
    std::vector<std::pair<Range, std::string>> edits;
  };
  void writeEdits(JsonWriter& out, const OfDocument& document) const;

  const Question& question_;
  std::map<std::string, OfDocument> byUri_;
};

}  // namespace ts::lsp
