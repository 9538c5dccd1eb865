// The results of __prepare_scriptable__, which torch.jit.script compiles in place of the modules
// that define it. Not thread-safe.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/eval/vm/vm.h"
#include "core/source/source_file.h"

namespace ts::compiler {

class CompileContext;
class InstanceReader;

class PreparedModules {
 public:
  PreparedModules(CompileContext& context, InstanceReader& reader)
      : context_(context), reader_(reader) {}

  // Calls __prepare_scriptable__ of a module and of all modules in it.
  void prepare(const eval::Value& value, SourceRange at) {
    ObjectSet done;
    prepareTree(value, at, done, 0);
  }
  // Returns the module that __prepare_scriptable__ returned for this one when it was last prepared;
  // else the value itself.
  eval::Value of(const eval::Value& value) const;
  void forget() { prepared_.clear(); }

 private:
  using ObjectSet = std::unordered_set<const eval::Object*>;
  struct Preparation {
    eval::Value original;  // keeps the object alive whose address is the key
    std::vector<eval::Value>
        results;  // the last is current; the others keep their addresses unique
  };

  void prepareTree(const eval::Value& value, SourceRange at, ObjectSet& done, int depth);
  // Returns the result of the module's __prepare_scriptable__; Unknown when that raises, which is
  // reported, or is not known.
  eval::Value callPrepare(const eval::Value& value, SourceRange at);

  CompileContext& context_;
  InstanceReader& reader_;
  std::unordered_map<const eval::Object*, Preparation> prepared_;
};

}  // namespace ts::compiler
