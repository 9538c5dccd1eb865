// The facade of the core: every tool checks files through a Workspace and its snapshots.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/compiler/reports/facts.h"
#include "core/compiler/roots/roots.h"
#include "core/compiler/slicing/root_report.h"
#include "core/diag/severity_by_rule.h"
#include "core/driver/constructions.h"
#include "core/driver/module_loader.h"
#include "core/driver/source_cache.h"
#include "core/source/file_system.h"
#include "core/syntax/ast.h"

namespace ts::driver {

using compiler::Roots;

class WorkspaceIndex;
struct ProjectFile;

struct Options {
  Roots roots = Roots::Explicit;
  ParseLimits limits;
  // Searched for imports after the folder of the importing file's top package.
  std::vector<std::string> importPaths;
  // In editors: the project file, whose roots count. Null: there is none.
  std::shared_ptr<const ProjectFile> project;
  // Finds callers in other files for Roots::Auto. Null: only the file itself is searched.
  std::shared_ptr<const WorkspaceIndex> index;
  diag::SeverityByRule severity;
  // The severity of problems in candidates. Without one, editors do not check candidates.
  std::optional<diag::Severity> candidates = diag::Severity::Information;
};

// The result of checking one file. Keeps alive everything that its ranges point into.
struct FileResult {
  std::string path;
  std::string error;         // why the file could not be read; all other fields are then empty
  bool isCancelled = false;  // the check was stopped; all other fields are then empty
  // The memory limit of the process cut the check short: `error` says so, or parts are missing. The
  // check may succeed while no other check runs.
  bool isShortOfMemory = false;
  SourceFilePtr file;
  syntax::ModulePtr tree;
  // After suppression. The file's own diagnostics come first, sorted by place; then those of
  // imported files.
  std::vector<diag::Diagnostic> diagnostics;
  std::vector<ParsedFilePtr> imports;
  // The roots of the file: what it hands to torch.jit.
  compiler::RootReport roots;
  size_t candidatesWithProblems = 0;  // set by checkCandidates()
  // With Detail::Facts: types and overloads of the file's expressions, sorted by place.
  std::vector<compiler::TypeFact> types;
  std::vector<compiler::OverloadFact> overloads;
  // With Detail::Facts and Roots::Auto: the facts of all files outside of installed packages.
  std::shared_ptr<const compiler::Facts> facts;
  // With Detail::Facts: how the modules were made whose types roots and candidates show.
  std::vector<Construction> constructions;
  std::shared_ptr<const void> typesOwner;  // owns the types
};

// The memory that the check of one file may take in addition to what is there before.
inline constexpr size_t kMaxCheckMemory = size_t{256} << 20;

enum class Detail : uint8_t {
  Diagnostics,
  Facts,  // also types and overloads of expressions
};

// An immutable state of the files: open documents in front of the disk. Cheap to copy.
// Thread-safe.
class Snapshot {
 public:
  // Checks the file at a path, as it is open or on disk. A requested stop cancels the check.
  FileResult check(const std::string& path, Detail detail = Detail::Diagnostics,
                   const std::stop_token& stop = {}) const;
  // Checks only the candidates of the file at a path: module classes that no root reaches.
  // `reached` has the classes that roots of all files reach, sorted.
  FileResult checkCandidates(const std::string& path,
                             const std::vector<compiler::ReachedClass>& reached,
                             Detail detail = Detail::Diagnostics,
                             const std::stop_token& stop = {}) const;
  // Checks bytes that have no file, such as standard input.
  FileResult checkBytes(std::string name, std::string bytes) const;

  // Returns the parsed file, from the cache when the file is unchanged.
  ParsedFilePtr parse(const std::string& path) const { return cache_->getOnce(*files_, path); }
  // Returns the search paths for imports of a file whose top package is in the folder `top`.
  std::vector<std::string> searchPaths(const std::string& top) const;
  // Returns a loader for these search paths. The snapshot must outlive the loader.
  ModuleLoader moduleLoader(const std::string& top) const;
  // Likewise, with the given search paths.
  ModuleLoader loaderFor(std::vector<std::string> paths) const;
  // Returns the files of the index that import the file, nearest first, after the file itself. At
  // most `limit`. Without an index only the file itself.
  std::vector<std::string> importersOf(const std::string& path, size_t limit) const;
  // Returns the names of the classes that the workspace may give another type in TorchScript.
  std::vector<std::string> overriddenClasses() const;

  const FileSystem& files() const { return *files_; }
  const Options& options() const { return *options_; }
  // Returns the same state with other options; the limits stay those of the workspace.
  Snapshot with(Options options) const;
  Snapshot with(Roots roots) const;
  // Returns the same state read through another file system with the same files.
  Snapshot with(FileSystemPtr files) const;

 private:
  friend class Workspace;

  // Calls `check` with the parsed file, within the limit on memory.
  FileResult withinBudget(
      const std::string& path,
      const std::function<FileResult(const ParsedFilePtr& parsed)>& check) const;
  FileResult checkParsed(std::string path, ParsedFilePtr parsed, Detail detail,
                         const std::stop_token& stop) const;

  FileSystemPtr files_;
  std::shared_ptr<const Options> options_;
  std::shared_ptr<SourceCache> cache_;
};

// A file system, options, and the cache of parsed files that all snapshots share. Open documents
// belong to the caller, who passes them to snapshot(). Thread-safe.
class Workspace {
 public:
  using OpenDocuments = OverlayFileSystem::Texts;

  explicit Workspace(FileSystemPtr disk, Options options = {});

  // Returns the state in which exactly these documents are open, by path. An open document hides
  // the file on disk. Ranges in the results point into the given source files.
  Snapshot snapshot(OpenDocuments documents = {}) const;

 private:
  FileSystemPtr disk_;
  std::shared_ptr<const Options> options_;
  std::shared_ptr<SourceCache> cache_;
};

}  // namespace ts::driver
