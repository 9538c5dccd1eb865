#include "lsp/documents.h"

#include "lsp/uri.h"

namespace ts::lsp {

Document::Document(std::string uri, std::optional<int64_t> version, std::string text)
    : uri(std::move(uri)), path(pathOfUri(this->uri)), version(version), buffer_(std::move(text)) {}

void Document::replace(Range range, std::string_view with, ColumnUnit unit) {
  buffer_.replace(range, with, unit);
  snapshot_.reset();
}

void Document::replaceAll(std::string text) {
  buffer_ = TextBuffer(std::move(text));
  snapshot_.reset();
}

SourceFilePtr Document::snapshot() const {
  if (!snapshot_) snapshot_ = std::make_shared<SourceFile>(path, buffer_.text());
  return snapshot_;
}

Document* Documents::find(const std::string& uri) {
  auto found = byUri_.find(uri);
  return found == byUri_.end() ? nullptr : &found->second;
}

Document& Documents::open(std::string uri, std::optional<int64_t> version, std::string text) {
  std::string key = uri;
  return byUri_.try_emplace(std::move(key), std::move(uri), version, std::move(text)).first->second;
}

}  // namespace ts::lsp
