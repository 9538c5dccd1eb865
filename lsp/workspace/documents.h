// The documents that the client has open. The client owns their text, whatever the disk says.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lsp/workspace/notebook.h"
#include "lsp/workspace/text_buffer.h"

namespace ts::lsp {

struct Document {
  Document(std::string uri, std::optional<int64_t> version, std::string text, bool isIr);

  // Returns the text for a change; drops the snapshot.
  TextBuffer& edit() {
    snapshot_.reset();
    return buffer_;
  }
  // Returns an immutable copy of the text: the same object until the next change.
  SourceFilePtr snapshot() const;

  const std::string uri;
  const std::string path;
  std::optional<int64_t> version;
  CellMapPtr cells;  // null: not a notebook
  const bool isIr;   // TorchScript IR instead of Python

 private:
  TextBuffer buffer_;
  mutable SourceFilePtr snapshot_;
};

// Owned by the session; used on the server's thread.
class Documents {
 public:
  // Returns null when no such document is open.
  Document* find(const std::string& uri);
  Document& open(std::string uri, std::optional<int64_t> version, std::string text,
                 bool isIr = false);
  void close(const std::string& uri);

  // Opens a notebook as one document under the notebook's URI: its module.
  Document& openNotebook(Notebook notebook);
  // Returns null when no such notebook is open.
  Notebook* findNotebook(const std::string& uri);
  // Rebuilds the notebook's module. To be called after its cells have changed.
  void notebookChanged(const std::string& uri);
  // Returns the URI of the document that contains a URI's text: the notebook's for a cell, the URI
  // itself otherwise.
  const std::string& ownerOf(const std::string& uri) const;

  // Returns all documents by URI.
  const std::map<std::string, Document>& all() const { return byUri_; }

 private:
  std::map<std::string, Document> byUri_;
  std::map<std::string, Notebook> notebooks_;
  std::map<std::string, std::string> notebookOfCell_;  // by the cell's URI
};

}  // namespace ts::lsp
