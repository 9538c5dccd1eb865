// The names visible at one block: first-class variables live in the graph as Load and Store, the
// rest (functions, modules, ranges) in a table.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/emit/emitter.h"

namespace ts::compiler {

class Frame {
 public:
  Frame(Emitter& emitter, ir::Block* block, std::shared_ptr<Frame> next)
      : emitter_(emitter), block_(block), next_(std::move(next)) {}

  ir::Block* block() const { return block_; }
  const std::shared_ptr<Frame>& next() const { return next_; }

  // A local variable; null when there is none of that name.
  SugaredPtr findHere(std::string_view name) { return findHere(nameOf(name)); }
  SugaredPtr find(std::string_view name) { return find(nameOf(name)); }
  SugaredPtr findInParent(std::string_view name) { return next_ ? next_->find(name) : nullptr; }
  // A variable, else a builtin, else what the name is in Python; fails when it is nothing.
  SugaredPtr get(std::string_view name, SourceRange at);
  ir::Value* getValue(std::string_view name, SourceRange at) {
    return get(name, at)->asValue(emitter_, at);
  }

  void set(std::string_view name, SourceRange at, SugaredPtr value,
           ir::TypePtr annotated = nullptr);
  void set(std::string_view name, SourceRange at, ir::Value* value) {
    set(name, at, simple(value));
  }
  void setType(std::string_view name, ir::TypePtr type) { make(nameOf(name)).type = type; }
  // A variable of this frame of which nothing is known; one of that name further out keeps its
  // type.
  void setUnknown(std::string_view name);
  // del: false when there was no such variable.
  bool remove(std::string_view name);
  // The first-class variables that this frame has set, by name.
  std::vector<std::string> typed() const;
  // All variables that this frame has set, first-class or not: the first-class ones come first.
  std::vector<std::string> assigned() const;
  bool isUnknown(std::string_view name) const;

  // Why a variable isn't there after an `if`; told when it is used.
  void setWhyMissing(std::string_view name, std::function<CompileError(SourceRange)> why);
  [[noreturn]] void failMissing(std::string_view name, SourceRange at);

 private:
  // One may be both: then it is the value that is found.
  struct Variable {
    ir::Name* name;
    ir::TypePtr type = nullptr;  // of a first-class one, in the graph; else null
    SugaredPtr value;            // of another; else null
  };
  ir::Name* nameOf(std::string_view name) const { return emitter_.graph().name(name); }
  Variable* here(const ir::Name* name);
  Variable& make(ir::Name* name);
  SugaredPtr findHere(ir::Name* name);
  SugaredPtr find(ir::Name* name);
  SugaredPtr load(ir::Name* name, ir::TypePtr type);
  void store(ir::Name* name, SourceRange at, ir::Value* value, ir::TypePtr type);
  Frame& outermost();

  Emitter& emitter_;
  ir::Block* block_;
  std::shared_ptr<Frame> next_;
  std::vector<Variable> variables_;
  std::map<std::string, std::function<CompileError(SourceRange)>, std::less<>> whyMissing_;
};

// Names like "_12" and "$tmp" say nothing, so the graph's values don't take them.
bool isMeaningful(std::string_view name);

}  // namespace ts::compiler
