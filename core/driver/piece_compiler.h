// Compiles parts of a file, each by itself.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/driver/found.h"
#include "core/driver/module_loader.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"

namespace ts::driver {

// The index of the piece that has the byte; the last one for the end of the text. There must be
// pieces.
size_t pieceAt(const Layout& layout, uint32_t offset);

// What was asked for, and what there was.
struct ModuleRequest {
  std::string name;
  std::string path;    // empty: there is no such module
  uint64_t stamp = 0;  // FileSystem::stamp of the file
};

struct CompiledGroups {
  std::vector<std::shared_ptr<const Found>> found;  // one for each group
  // Something was said about a place that is none of the group's.
  bool isEntangled = false;
  std::vector<ModuleRequest> requests;
};

struct RanFile {
  std::shared_ptr<const Found> found;
  std::vector<bool> looked;  // by piece: whether its function's body may have mattered
  std::vector<ModuleRequest> requests;
};

// Of one state of a file. The functions may be called from several threads at once.
class PieceCompiler {
 public:
  // tree: the file's; null where there is none yet.
  PieceCompiler(const Snapshot& snapshot, const std::string& path, const ModuleName& name,
                std::shared_ptr<const Layout> layout, syntax::ModulePtr tree)
      : snapshot_(snapshot),
        path_(path),
        name_(name),
        layout_(std::move(layout)),
        tree_(std::move(tree)) {}

  // What reading these groups finds; `which` are indices into groups.
  CompiledGroups compile(const std::vector<Group>& groups, std::span<const size_t> which) const;
  // What running the whole file finds.
  RanFile run() const;

 private:
  syntax::ModulePtr treeOf(const std::vector<bool>& wanted) const;
  bool isWithin(const diag::Diagnostic& diagnostic, const Group& group) const;

  const Snapshot& snapshot_;
  const std::string& path_;
  const ModuleName& name_;
  std::shared_ptr<const Layout> layout_;
  syntax::ModulePtr tree_;
};

}  // namespace ts::driver
