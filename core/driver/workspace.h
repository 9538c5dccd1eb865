// The facade that every tool talks to: files, what is open in an editor on top of them, checking.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/compiler/facts.h"
#include "core/diag/diagnostic.h"
#include "core/driver/module_loader.h"
#include "core/driver/source_cache.h"
#include "core/source/file_system.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// What is compiled in a file.
enum class Roots : uint8_t {
  Explicit,  // what the file itself hands to torch.jit
  All,       // every function at module level
};

struct Options {
  Roots roots = Roots::Explicit;
  ParseLimits limits;
  // Searched for imports after the folder of the importing file's top package.
  std::vector<std::string> importPaths;
};

// What there is to say about one file. Keeps alive all that its ranges point into.
struct FileResult {
  std::string path;
  std::string error;  // why the file could not be read; then there is nothing else
  SourceFilePtr file;
  syntax::ModulePtr tree;
  // Suppressed ones are gone; those of this file by place, then those of files that it imports.
  std::vector<diag::Diagnostic> diagnostics;
  std::vector<ParsedFilePtr> imports;
  // With Detail::Facts: types and overloads of the file's expressions, by place, and what they live
  // in.
  std::vector<compiler::TypeFact> types;
  std::vector<compiler::OverloadFact> overloads;
  std::shared_ptr<const void> typesOwner;
};

enum class Detail : uint8_t {
  Diagnostics,
  Facts,  // and what was found out about expressions
};

// One state of the workspace, which later changes don't touch. Cheap to copy; all functions may be
// called from several threads at once.
class Snapshot {
 public:
  // The file at a path, as it is open or as it is on disk.
  FileResult check(const std::string& path, Detail detail = Detail::Diagnostics) const;
  // The same for bytes that stand in no file, such as standard input.
  FileResult checkBytes(std::string name, std::string bytes) const;

  // The file as it is now, from the cache where it is known.
  ParsedFilePtr parse(const std::string& path) const { return cache_->getOnce(*files_, path); }
  // Where imports are looked for, from a file whose top package lies in `top`.
  std::vector<std::string> searchPaths(const std::string& top) const;
  // Finds imports there; lives no longer than the snapshot.
  ModuleLoader moduleLoader(const std::string& top) const;

  const FileSystem& files() const { return *files_; }
  const Options& options() const { return *options_; }
  // Of the open document at the path; nothing when it isn't open.
  std::optional<int64_t> version(const std::string& path) const;
  // The same state, with other options; the limits stay those of the workspace.
  Snapshot with(Options options) const;
  Snapshot with(Roots roots) const;

 private:
  friend class Workspace;
  using Versions = std::map<std::string, int64_t>;

  FileResult checkParsed(std::string path, ParsedFilePtr parsed, Detail detail) const;

  FileSystemPtr files_;
  std::shared_ptr<const Options> options_;
  std::shared_ptr<const Versions> versions_;
  std::shared_ptr<SourceCache> cache_;
};

// Thread-safe. Documents are known by the path under which the tool will ask for them.
class Workspace {
 public:
  explicit Workspace(FileSystemPtr disk, Options options = {});

  // Opens a document or replaces its text, which is UTF-8; it hides the file on disk.
  void open(const std::string& path, std::string text, int64_t version);
  void close(const std::string& path);

  Snapshot snapshot() const;
  // The state in which exactly these documents are open: for a tool that keeps them itself. Their
  // files are the ones that ranges then point into.
  Snapshot snapshotWith(OverlayFileSystem::Texts texts) const;

 private:
  FileSystemPtr disk_;
  std::shared_ptr<const Options> options_;
  std::shared_ptr<SourceCache> cache_;

  mutable std::mutex mutex_;
  OverlayFileSystem::Texts texts_;
  Snapshot::Versions versions_;
};

}  // namespace ts::driver
