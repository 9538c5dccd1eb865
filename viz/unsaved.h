// The texts of documents that an editor has not saved.
#pragma once

#include <string>

#include "core/driver/workspace.h"

namespace ts::viz {

// The texts of open documents, which replace their files.
struct Unsaved {
  driver::Workspace::OpenDocuments documents;
  std::string error;
};

// Reads the JSON file of --unsaved: texts by absolute path. An empty path has none.
Unsaved readUnsaved(const FileSystem& disk, const std::string& path);

}  // namespace ts::viz
