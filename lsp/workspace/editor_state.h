// An immutable copy of what the client has told the server: open documents, folders, settings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/persistent_map.h"
#include "core/source/source_file.h"
#include "lsp/workspace/notebook.h"
#include "lsp/workspace/settings.h"

namespace ts::lsp {

struct OpenDocument {
  std::string uri;  // in the client's spelling
  SourceFilePtr text;
  std::optional<int64_t> version;  // none when the client gave none
  CellMapPtr cells;                // null: not a notebook
  bool isIr = false;               // TorchScript IR instead of Python
};

// Immutable, so that workers read it while the client goes on editing. States share the memory of
// the documents in which they do not differ.
struct EditorState {
  PersistentMap<OpenDocument> documents;     // by path
  PersistentMap<SourceFilePtr> pythonTexts;  // of the documents that are not IR, by path
  EditorSettings settings;                   // of files outside all folders
  std::vector<Folder> folders;

  const OpenDocument* find(const std::string& path) const { return documents.find(path); }
  bool isIr(const std::string& path) const {
    const OpenDocument* document = find(path);
    return document && document->isIr;
  }
  // The cells of an open notebook; null when the path is not that of one.
  const CellMap* cellsOf(const std::string& path) const {
    const OpenDocument* document = find(path);
    return document ? document->cells.get() : nullptr;
  }

  // Returns the innermost folder that contains the path; null when there is none.
  const Folder* folderOf(const std::string& path) const;
  const EditorSettings& settingsOf(const std::string& path) const {
    const Folder* folder = folderOf(path);
    return folder ? folder->settings : settings;
  }
};
using EditorStatePtr = std::shared_ptr<const EditorState>;

}  // namespace ts::lsp
