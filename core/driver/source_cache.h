// Files read, decoded and parsed; kept while their content stays the same.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/source/file_system.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// One file as text and tree. Immutable.
struct ParsedFile {
  std::string error;  // why it could not be read; then file and tree are null
  SourceFilePtr file;
  syntax::ModulePtr tree;
  std::vector<diag::Diagnostic> problems;  // of encoding and syntax, in the order found
  bool skipsFunctions = false;  // syntax::ParseOptions::skipFunctions: for files that are imported
};
using ParsedFilePtr = std::shared_ptr<const ParsedFile>;

struct ParseLimits {
  int maxDepth = 200;  // see syntax::ParseOptions
  // A file of more bytes is reported (Rule::FileTooLarge) and not parsed.
  size_t maxFileBytes = DiskFileSystem::kMaxFileBytes;
};

// Reads, decodes and parses one file, whatever is in it.
ParsedFilePtr parseFile(const FileSystem& files, const std::string& path, const ParseLimits& limits,
                        bool skipFunctions = false);
// The same for bytes that are already there.
ParsedFilePtr parseBytes(std::string path, std::string bytes, const ParseLimits& limits,
                         bool skipFunctions = false);

// Shared by all threads of a workspace.
class SourceCache {
 public:
  explicit SourceCache(ParseLimits limits) : limits_(limits) {}

  // The file at `path` as `files` shows it now.
  ParsedFilePtr get(const FileSystem& files, const std::string& path);
  // Likewise, for somebody who may need only some of its functions.
  ParsedFilePtr getImported(const FileSystem& files, const std::string& path);
  // Likewise, without keeping it: for files that are looked at once.
  ParsedFilePtr getOnce(const FileSystem& files, const std::string& path);

 private:
  // Over this many bytes of source text everything is forgotten, which is always correct.
  static constexpr size_t kMaxBytes = size_t{64} << 20;

  struct Entry {
    uint64_t stamp;
    ParsedFilePtr parsed;
  };

  ParsedFilePtr find(const std::string& path, uint64_t stamp, bool skipFunctions = false);
  ParsedFilePtr get(const FileSystem& files, const std::string& path, bool skipFunctions);

  ParseLimits limits_;
  std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  size_t bytes_ = 0;
};

}  // namespace ts::driver
