// Compiles chunk groups of one revision of a file, and runs the file's module level.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/driver/cached_diagnostics.h"
#include "core/driver/module_loader.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"

namespace ts::driver {

// Returns the index of the chunk that contains the byte; the last chunk for the end of the text.
// The revision must have chunks.
size_t chunkAt(const FileRevision& revision, uint32_t offset);

// An import that a compilation asked for, and the file that it found.
struct ModuleRequest {
  std::string name;
  std::string folder;  // the only folder that was searched; empty: the search paths
  std::string path;    // empty: no such module
  uint64_t stamp = 0;  // FileSystem::stamp of the file
};

struct CompiledGroups {
  std::vector<std::shared_ptr<const CachedDiagnostics>> diagnostics;  // of each selected group
  // A diagnostic of some group refers to a place outside the group, so that the result cannot be
  // cached by group.
  bool hasForeignRanges = false;
  std::vector<ModuleRequest> requests;
};

// The result of running the file's module level.
struct ModuleRun {
  std::shared_ptr<const CachedDiagnostics> diagnostics;
  std::vector<bool> bodyRead;  // by chunk: whether the run may depend on the function's body
  std::vector<ModuleRequest> requests;
};

// Thread-safe: the functions may be called from several threads at once. After a requested stop
// they return early, and their results are incomplete.
class ChunkCompiler {
 public:
  // tree: the whole file's tree, or null when only some chunks were parsed. The references must
  // outlive the compiler.
  ChunkCompiler(const Snapshot& snapshot, const std::string& path, const ModuleName& name,
                std::shared_ptr<const FileRevision> revision, syntax::ModulePtr tree,
                std::stop_token stop)
      : snapshot_(snapshot),
        path_(path),
        name_(name),
        revision_(std::move(revision)),
        tree_(std::move(tree)),
        stop_(std::move(stop)) {}

  // Compiles the groups with the indices in `selected`.
  CompiledGroups compile(const std::vector<ChunkGroup>& groups,
                         std::span<const size_t> selected) const;
  // Runs the whole file and compiles the objects that it hands to torch.jit.
  ModuleRun run() const;

 private:
  syntax::ModulePtr treeOf(const std::vector<bool>& wanted) const;
  bool isWithin(const diag::Diagnostic& diagnostic, const ChunkGroup& group) const;

  const Snapshot& snapshot_;
  const std::string& path_;
  const ModuleName& name_;
  std::shared_ptr<const FileRevision> revision_;
  syntax::ModulePtr tree_;
  std::stop_token stop_;
};

}  // namespace ts::driver
