// Reads, decodes and parses files. Caches a parsed file until its content changes.
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

// A file's text and tree. Immutable.
struct ParsedFile {
  std::string error;  // why the file could not be read; file and tree are then null
  SourceFilePtr file;
  syntax::ModulePtr tree;
  std::vector<diag::Diagnostic> problems;  // of encoding and syntax, in the order found
  bool skipsFunctions = false;             // parsed with syntax::ParseOptions::skipFunctions
};
using ParsedFilePtr = std::shared_ptr<const ParsedFile>;

struct ParseLimits {
  int maxDepth = 200;  // see syntax::ParseOptions
  // A larger file is reported (Rule::FileTooLarge) and not parsed.
  size_t maxFileBytes = DiskFileSystem::kMaxFileBytes;
};

// Reads, decodes and parses a file. Any content gives a tree.
ParsedFilePtr parseFile(const FileSystem& files, const std::string& path, const ParseLimits& limits,
                        bool skipFunctions = false);
// Decodes and parses bytes.
ParsedFilePtr parseBytes(std::string path, std::string bytes, const ParseLimits& limits,
                         bool skipFunctions = false);

// Shared by all snapshots of a workspace. Thread-safe.
class SourceCache {
 public:
  explicit SourceCache(ParseLimits limits) : limits_(limits) {}

  // Returns the file's current content.
  ParsedFilePtr get(const FileSystem& files, const std::string& path);
  // Likewise, with lazily parsed function bodies: importers use only some functions.
  ParsedFilePtr getImported(const FileSystem& files, const std::string& path);
  // Likewise, without adding the file to the cache: for files that are used only once.
  ParsedFilePtr getOnce(const FileSystem& files, const std::string& path);
  // Forgets all files: they take memory that the process needs.
  void clear();

 private:
  // The cache is cleared when its texts and trees have more bytes than this.
  static constexpr size_t kMaxBytes = size_t{64} << 20;

  struct Entry {
    uint64_t stamp;
    ParsedFilePtr parsed;
  };

  ParsedFilePtr find(const std::string& path, uint64_t stamp, bool skipFunctions = false);
  ParsedFilePtr get(const FileSystem& files, const std::string& path, bool skipFunctions);
  void clearLocked();  // needs the mutex

  ParseLimits limits_;
  std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  size_t bytes_ = 0;
};

}  // namespace ts::driver
