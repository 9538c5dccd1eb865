// A text with its tree and its name index: the input of all requests.
#pragma once

#include <memory>
#include <string>

#include "core/driver/source_cache.h"
#include "core/name_index/file_index.h"

namespace ts::ide {

// Immutable. Every text has one, even with syntax errors.
struct Document {
  driver::ParsedFilePtr parsed;
  name_index::FileIndexPtr index;
  // The name under which the file is imported, and the folder that the name is relative to.
  std::string module;
  std::string top;
  bool isPackage = false;
  bool isEmbedded = false;  // built into the program; has no file

  const SourceFile& file() const { return *parsed->file; }
  const syntax::Module& tree() const { return *parsed->tree; }
  const std::string& path() const { return file().path(); }
};
using DocumentPtr = std::shared_ptr<const Document>;

}  // namespace ts::ide
