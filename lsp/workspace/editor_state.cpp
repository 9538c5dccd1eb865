#include "lsp/workspace/editor_state.h"

namespace ts::lsp {

const Folder* EditorState::folderOf(const std::string& path) const {
  const Folder* innermost = nullptr;
  for (const Folder& folder : folders) {
    const bool contains =
        path.starts_with(folder.path) &&
        (folder.path.ends_with('/') || path.substr(folder.path.size()).starts_with('/'));
    if (contains && (!innermost || innermost->path.size() < folder.path.size()))
      innermost = &folder;
  }
  return innermost;
}

}  // namespace ts::lsp
