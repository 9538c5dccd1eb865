// Finds an instance of a module class that the files of a workspace make. Graphs and comparisons
// show the instance that the checker checks.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/compiler/unit/unit.h"
#include "core/driver/workspace.h"
#include "core/driver/workspace_search.h"

namespace ts::driver {

// An instance, during the call of a visitor.
struct FoundInstance {
  compiler::CompilationUnit& unit;  // for graphs
  const compiler::PyModule& module;
  const eval::Value& value;
  std::string source;  // the call that makes it: "export.py:8"; empty: it has the defaults
  // The arguments of that call, to be evaluated in the file of the class: "3, width=64". Nothing
  // when they cannot be written so.
  std::optional<std::string> arguments;
  std::shared_ptr<const void> owner;  // keeps the unit alive
};

// Looks at instances of one class in this order: roots of the project file, objects that files
// hand to torch.jit, calls of the class, the defaults. Belongs to one thread.
class InstanceSearch {
 public:
  // `name` is a name at module level of the file, which has no syntax errors. Runs the file.
  // folder: see searchPlaceOf(). An index of the snapshot replaces the files there.
  InstanceSearch(const Snapshot& snapshot, const std::string& path, const std::string& name,
                 const std::string& folder);
  ~InstanceSearch();

  // False when the name is not a class of the file that derives from nn.Module.
  bool isModuleClass() const { return definition_ != nullptr; }
  // Calls `visit` until it returns true, and returns true then.
  using Visitor = std::function<bool(const FoundInstance& instance)>;
  bool visit(const Visitor& visit);
  // After visit(): the parameters of the class that need a value.
  std::vector<std::string> missingArguments();
  // After visit(): a message that says how to give arguments; empty when none are required.
  std::string whyNotFound();

 private:
  struct Home;

  bool inProjectRoots(const Visitor& visit);
  bool inRoots(const Visitor& visit);
  bool inFile(const Visitor& visit);
  std::optional<eval::Value> ownInstanceIn(compiler::CompilationUnit& unit,
                                           const eval::Value& value) const;

  const SearchPlace place_;
  const std::string path_;  // as in the result's ranges
  const std::string absolutePath_;
  const std::string name_;
  // The evaluation of the class's own file, and the snapshot that all evaluations refer to.
  std::shared_ptr<Home> home_;  // null: no class of the file has the name
  const syntax::ClassDef* definition_ = nullptr;
};

}  // namespace ts::driver
