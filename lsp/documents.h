// The documents that the client has open. Their text is the client's, whatever the disk says.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lsp/text_buffer.h"

namespace ts::lsp {

struct Document {
  Document(std::string uri, std::optional<int64_t> version, std::string text);

  void replace(Range range, std::string_view with, ColumnUnit unit);
  void replaceAll(std::string text);
  // The text as it is now, immutable; the same object until the next change.
  SourceFilePtr snapshot() const;

  const std::string uri;
  const std::string path;
  std::optional<int64_t> version;

 private:
  TextBuffer buffer_;
  mutable SourceFilePtr snapshot_;
};

class Documents {
 public:
  // Null when no such document is open.
  Document* find(const std::string& uri);
  Document& open(std::string uri, std::optional<int64_t> version, std::string text);
  void close(const std::string& uri) { byUri_.erase(uri); }

  // By URI.
  const std::map<std::string, Document>& all() const { return byUri_; }

 private:
  std::map<std::string, Document> byUri_;
};

}  // namespace ts::lsp
