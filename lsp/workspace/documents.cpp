#include "lsp/workspace/documents.h"

#include "lsp/workspace/uri.h"

namespace ts::lsp {

Document::Document(std::string uri, std::optional<int64_t> version, std::string text, bool isIr)
    : uri(std::move(uri)),
      path(pathOfUri(this->uri)),
      version(version),
      isIr(isIr),
      buffer_(std::move(text)) {}

SourceFilePtr Document::snapshot() const {
  if (!snapshot_) snapshot_ = std::make_shared<SourceFile>(path, buffer_.text());
  return snapshot_;
}

Document* Documents::find(const std::string& uri) {
  auto entry = byUri_.find(uri);
  return entry == byUri_.end() ? nullptr : &entry->second;
}

Document& Documents::open(std::string uri, std::optional<int64_t> version, std::string text,
                          bool isIr) {
  std::string key = uri;
  return byUri_.try_emplace(std::move(key), std::move(uri), version, std::move(text), isIr)
      .first->second;
}

void Documents::close(const std::string& uri) {
  byUri_.erase(uri);
  notebooks_.erase(uri);
  std::erase_if(notebookOfCell_, [&](const auto& entry) { return entry.second == uri; });
}

Document& Documents::openNotebook(Notebook notebook) {
  const std::string uri = notebook.uri;
  notebooks_.insert_or_assign(uri, std::move(notebook));
  Document& document = open(uri, std::nullopt, {});
  notebookChanged(uri);
  return document;
}

Notebook* Documents::findNotebook(const std::string& uri) {
  const auto entry = notebooks_.find(uri);
  return entry == notebooks_.end() ? nullptr : &entry->second;
}

void Documents::notebookChanged(const std::string& uri) {
  const Notebook& notebook = notebooks_.at(uri);
  std::erase_if(notebookOfCell_, [&](const auto& entry) { return entry.second == uri; });
  for (const Cell& cell : notebook.cells) notebookOfCell_.insert_or_assign(cell.uri, uri);
  auto [text, cells] = notebook.module();
  Document& document = byUri_.at(uri);
  document.edit() = TextBuffer(std::move(text));
  document.cells = std::move(cells);
}

const std::string& Documents::ownerOf(const std::string& uri) const {
  const auto entry = notebookOfCell_.find(uri);
  return entry == notebookOfCell_.end() ? uri : entry->second;
}

}  // namespace ts::lsp
