// The state of emitting the graph of one function. Name lookup, checks and emission happen in one
// walk over the tree, in PyTorch's order, so that the first error and the graph equal PyTorch's. An
// error does not end the walk: it is recorded, the expression becomes Unknown, and Unknown silences
// errors that follow from it.
//
// The walk is in statements, control_flow, conditions, assignments, expressions, calls, containers
// and indexing: functions that take the Emission. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/compiler/emit/sugared_value.h"
#include "core/compiler/resolve/annotations.h"
#include "core/ir/kinds.h"
#include "core/syntax/ast.h"

namespace ts::passes {
struct PassError;
}

namespace ts::compiler {

class BlockScope;
class CompileContext;
class FunctionBodies;
class KnownMeanings;
class MethodReuse;
class ModuleCompiler;

enum class LoopStatus : uint8_t { None, InLoop, InUnrolledLoop };

// The constants of numbers: each number is one constant at the top of the graph.
struct NumberPool {
  std::map<int64_t, ir::Value*> ints;
  std::map<uint64_t, ir::Value*> floats;  // by bit pattern
  std::map<std::pair<uint64_t, uint64_t>, ir::Value*> complexes;
};

// The state that only the walk uses.
struct WalkState {
  LoopStatus loop = LoopStatus::None;
  bool hasWith = false;                 // a with statement was emitted
  std::vector<diag::Diagnostic> lints;  // reported when the function compiles
  // Collects the operands of an `and` or `or` that is used as a value.
  std::vector<ir::TypePtr>* logic = nullptr;
  NumberPool numbers;
  Arena trees;  // made by desugaring
};

// A function that is emitted, or one of the functions inside it.
struct DefContext {
  ir::TypePtr declared = nullptr;  // null when not annotated
  ir::TypePtr merged = nullptr;    // null until the first return
};

class Emission {
 public:
  // self: the class of a method's first parameter; null for a function.
  Emission(FunctionBodies& bodies, const PyFunction& source, ir::Function& function,
           const types::ClassType* self);
  ~Emission();
  Emission(const Emission&) = delete;
  Emission& operator=(const Emission&) = delete;

  // ---- what is emitted
  ir::Graph& graph() { return *graph_; }
  ir::Function& function() { return function_; }
  const PyFunction& source() const { return source_; }
  const types::ClassType* self() const { return self_; }
  const SourceFile* file() const { return file_; }
  SourceRange rangeOf(const syntax::Node& node) const { return {file_, node.span}; }
  SourceRange defRange() const;
  // True while the __init__ of this class is being compiled, which may still add attributes to it.
  bool initializes(const types::ClassType* type) const;

  // ---- what the functions of a unit share
  FunctionBodies& bodies() { return bodies_; }
  CompileContext& context() { return context_; }
  ModuleCompiler& modules();
  MethodReuse& reuse();
  KnownMeanings& meanings();

  // ---- problems
  void report(const CompileError& error);
  void report(const passes::PassError& error);
  // The function has no correct graph.
  void fail() { hasFailed_ = true; }
  void setFailed(bool hasFailed) { hasFailed_ = hasFailed; }
  bool hasFailed() const { return hasFailed_; }

  // ---- values and nodes
  ir::Value* unknown();
  ir::Value* constant(const types::Constant& value, SourceRange at) {
    return graph_->insertConstant(value, at);
  }
  std::vector<ir::Value*> tupleUnpack(ir::Value* tuple);
  ir::Node* makeNode(Symbol kind, SourceRange at, size_t outputs) {
    return graph_->create(kind, {}, outputs)->setRange(at);
  }
  ir::TypePtr resolveType(const syntax::Expr& annotation);
  const syntax::Expr* makeName(std::string_view id, Span span);
  std::string temporaryName(const char* prefix) { return prefix + std::to_string(temporaries_++); }

  // ---- blocks
  BlockScope& scope() const { return *scope_; }
  // Opens a scope for a block until its end, also where an error passes it.
  class [[nodiscard]] EnteredScope {
   public:
    EnteredScope(Emission& emission, ir::Block* block, bool startsDef = false);
    ~EnteredScope();
    EnteredScope(const EnteredScope&) = delete;
    EnteredScope& operator=(const EnteredScope&) = delete;

    const std::shared_ptr<BlockScope> scope;

   private:
    Emission& emission_;
    const bool startsDef_;
  };
  // The innermost function. The reference survives nested definitions.
  DefContext& def() { return defs_.back(); }
  // A block exits when a return, raise, break or continue ends it on every path.
  bool exits(ir::Block* block) const { return exitBlocks_.contains(block); }
  void markExit(ir::Block* block) { exitBlocks_.insert(block); }

  WalkState walk;

 private:
  FunctionBodies& bodies_;
  CompileContext& context_;
  const PyFunction& source_;
  ir::Function& function_;
  const types::ClassType* self_;
  const SourceFile* file_;
  ir::GraphPtr graph_;
  std::shared_ptr<BlockScope> scope_;
  std::deque<DefContext> defs_;
  std::unordered_set<ir::Block*> exitBlocks_;
  size_t temporaries_ = 0;
  bool hasFailed_ = false;
};

}  // namespace ts::compiler
