// The names visible at one block: first-class variables live in the graph as Load and Store, the
// rest (functions, modules, ranges) in a table.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/compiler/emitter.h"

namespace ts::compiler {

class Frame {
 public:
  Frame(Emitter& emitter, ir::Block* block, std::shared_ptr<Frame> next)
      : emitter_(emitter), block_(block), next_(std::move(next)) {}

  ir::Block* block() const { return block_; }
  const std::shared_ptr<Frame>& next() const { return next_; }

  // A local variable; null when there is none of that name.
  SugaredPtr findHere(const std::string& name);
  SugaredPtr find(const std::string& name);
  SugaredPtr findInParent(const std::string& name) { return next_ ? next_->find(name) : nullptr; }
  // A variable, else a builtin, else what the name is in Python; fails when it is nothing.
  SugaredPtr get(const std::string& name, SourceRange at);
  ir::Value* getValue(const std::string& name, SourceRange at) { return get(name, at)->asValue(emitter_, at); }

  void set(const std::string& name, SourceRange at, SugaredPtr value, ir::TypePtr annotated = nullptr);
  void set(const std::string& name, SourceRange at, ir::Value* value) { set(name, at, simple(value)); }
  void setType(const std::string& name, ir::TypePtr type) { types_[name] = type; }
  // A variable of this frame of which nothing is known; one of that name further out keeps its type.
  void setUnknown(const std::string& name);
  // del: false when there was no such variable.
  bool remove(const std::string& name);
  const std::map<std::string, ir::TypePtr>& types() const { return types_; }
  // All variables that this frame has set, first-class or not.
  std::vector<std::string> assigned() const;
  bool isUnknown(const std::string& name) const;

  // Why a variable isn't there after an `if`; told when it is used.
  void setWhyMissing(const std::string& name, std::function<CompileError(SourceRange)> why);
  [[noreturn]] void failMissing(const std::string& name, SourceRange at);

 private:
  SugaredPtr load(const std::string& name, ir::TypePtr type);
  void store(const std::string& name, SourceRange at, ir::Value* value, ir::TypePtr type);
  Frame& outermost();

  Emitter& emitter_;
  ir::Block* block_;
  std::shared_ptr<Frame> next_;
  std::map<std::string, ir::TypePtr> types_;
  std::map<std::string, SugaredPtr> values_;
  std::map<std::string, std::function<CompileError(SourceRange)>> whyMissing_;
};

// Names like "_12" and "$tmp" say nothing, so the graph's values don't take them.
bool isMeaningful(std::string_view name);

}  // namespace ts::compiler
