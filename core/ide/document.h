// A text as editors ask about it: its tree and its names.
#pragma once

#include <memory>
#include <string>

#include "core/driver/source_cache.h"
#include "core/name_index/file_index.h"

namespace ts::ide {

// Immutable. There for every text, however broken.
struct Document {
  driver::ParsedFilePtr parsed;
  name_index::FileIndexPtr index;
  // How it is called when it is imported, and the folder that this name is relative to.
  std::string module;
  std::string top;
  bool isPackage = false;
  bool isEmbedded = false;  // part of the programs: there is no such file

  const SourceFile& file() const { return *parsed->file; }
  const syntax::Module& tree() const { return *parsed->tree; }
  const std::string& path() const { return file().path(); }
};
using DocumentPtr = std::shared_ptr<const Document>;

}  // namespace ts::ide
