// The documents that the client has open. Their text is the client's, whatever the disk says.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lsp/notebook.h"
#include "lsp/text_buffer.h"

namespace ts::lsp {

struct Document {
  Document(std::string uri, std::optional<int64_t> version, std::string text, bool isIr);

  // The text, to be changed.
  TextBuffer& edit() {
    snapshot_.reset();
    return buffer_;
  }
  // The text as it is now, immutable; the same object until the next change.
  SourceFilePtr snapshot() const;

  const std::string uri;
  const std::string path;
  std::optional<int64_t> version;
  CellMapPtr cells;  // of a notebook: the document is its module
  const bool isIr;   // TorchScript IR; else Python

 private:
  TextBuffer buffer_;
  mutable SourceFilePtr snapshot_;
};

class Documents {
 public:
  // Null when no such document is open.
  Document* find(const std::string& uri);
  Document& open(std::string uri, std::optional<int64_t> version, std::string text,
                 bool isIr = false);
  void close(const std::string& uri);

  // A notebook is one document, its module, under the notebook's URI.
  Document& openNotebook(Notebook notebook);
  // Null when no such notebook is open.
  Notebook* findNotebook(const std::string& uri);
  // To be called when its cells have been changed.
  void notebookChanged(const std::string& uri);
  // The URI of the document that a URI stands for: of a cell its notebook's, any other its own.
  const std::string& ownerOf(const std::string& uri) const;

  // By URI.
  const std::map<std::string, Document>& all() const { return byUri_; }

 private:
  std::map<std::string, Document> byUri_;
  std::map<std::string, Notebook> notebooks_;
  std::map<std::string, std::string> cells_;  // the notebook of each cell
};

}  // namespace ts::lsp
