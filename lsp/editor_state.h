// An immutable copy of what the client has told the server: open documents, folders, settings.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/source/source_file.h"
#include "lsp/notebook.h"
#include "lsp/settings.h"

namespace ts::lsp {

// Immutable, so that workers read it while the client goes on editing. All maps are keyed by path.
struct EditorState {
  std::map<std::string, SourceFilePtr> texts;   // of open documents
  std::map<std::string, std::string> uris;      // of open documents, in the client's spelling
  std::set<std::string> irPaths;                // open documents that are TorchScript IR
  std::map<std::string, int64_t> versions;      // of open documents, where the client gave one
  std::map<std::string, CellMapPtr> notebooks;  // cells of open notebooks
  Settings settings;                            // of files outside all folders
  std::vector<Folder> folders;

  // Returns the innermost folder that contains the path; null when there is none.
  const Folder* folderOf(const std::string& path) const;
  const Settings& settingsOf(const std::string& path) const {
    const Folder* folder = folderOf(path);
    return folder ? folder->settings : settings;
  }
};
using EditorStatePtr = std::shared_ptr<const EditorState>;

}  // namespace ts::lsp
