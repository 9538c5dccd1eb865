// The variables of one block of the graph. First-class variables become Load and Store nodes; other
// values (functions, modules, ranges) are kept in a table.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

class BlockScope {
 public:
  BlockScope(Emission& emission, ir::Block* block, std::shared_ptr<BlockScope> outer)
      : emission_(emission), block_(block), outer_(std::move(outer)) {}

  ir::Block* block() const { return block_; }
  const std::shared_ptr<BlockScope>& outer() const { return outer_; }

  // Looks up a variable in this block only, or in this and the enclosing blocks; null when it is
  // not defined.
  SugaredPtr findHere(std::string_view name) { return findHere(nameOf(name)); }
  SugaredPtr find(std::string_view name) { return find(nameOf(name)); }
  SugaredPtr findInParent(std::string_view name) { return outer_ ? outer_->find(name) : nullptr; }
  // Looks up a variable, then a builtin, then a Python global. Fails when the name is not defined.
  SugaredPtr get(std::string_view name, SourceRange at);
  ir::Value* getValue(std::string_view name, SourceRange at) {
    return get(name, at)->asValue(emission_, at);
  }

  void set(std::string_view name, SourceRange at, SugaredPtr value,
           ir::TypePtr annotated = nullptr);
  void set(std::string_view name, SourceRange at, ir::Value* value) {
    set(name, at, simple(value));
  }
  void setType(std::string_view name, ir::TypePtr type) { make(nameOf(name)).type = type; }
  // Makes a variable of this block Unknown. A variable of the same name in an enclosing block keeps
  // its type.
  void setUnknown(std::string_view name);
  // Removes a variable, for `del`. Returns false when it was not defined.
  bool remove(std::string_view name);
  // The names of first-class variables set in this block.
  std::vector<std::string> typedNames() const;
  // The names of all variables set in this block, first-class ones first.
  std::vector<std::string> assignedNames() const;
  bool isUnknown(std::string_view name) const;

  // Sets the error for a use of a variable that is not defined on every path.
  void setMissingError(std::string_view name, std::function<CompileError(SourceRange)> why);
  [[noreturn]] void failMissing(std::string_view name, SourceRange at);

 private:
  // A variable may have both; lookup then prefers `value`.
  struct Variable {
    ir::Name* name;
    ir::TypePtr type = nullptr;  // of a first-class variable; else null
    SugaredPtr value;            // of another variable; else null
  };
  ir::Name* nameOf(std::string_view name) const { return emission_.graph().name(name); }
  Variable* here(const ir::Name* name);
  Variable& make(ir::Name* name);
  SugaredPtr findHere(ir::Name* name);
  SugaredPtr find(ir::Name* name);
  SugaredPtr load(ir::Name* name, ir::TypePtr type);
  void store(ir::Name* name, SourceRange at, ir::Value* value, ir::TypePtr type);
  BlockScope& outermost();

  Emission& emission_;
  ir::Block* block_;
  std::shared_ptr<BlockScope> outer_;
  static constexpr size_t kMostUnindexed = 32;
  std::vector<Variable> variables_;
  std::unordered_map<const ir::Name*, size_t> index_;  // into variables_; empty: not needed yet
  std::map<std::string, std::function<CompileError(SourceRange)>, std::less<>> missingErrors_;
};

// False for generated names such as "_12" and "$tmp": graph values do not take these as debug
// names.
bool isMeaningful(std::string_view name);

}  // namespace ts::compiler
