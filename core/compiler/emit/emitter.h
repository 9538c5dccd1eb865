// Emits the graph of one function from its tree. Name lookup, checks and emission happen in one
// walk, in PyTorch's order, so that the first error and the graph equal PyTorch's. An error does
// not end the walk: it is recorded, the expression becomes Unknown, and Unknown silences errors
// that follow from it.
#pragma once

#include <complex>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/compiler/emit/refinement.h"
#include "core/compiler/emit/sugared_value.h"
#include "core/compiler/resolve/annotations.h"
#include "core/ir/kinds.h"
#include "core/syntax/ast.h"

namespace ts::passes {
struct PassError;
}

namespace ts::compiler {

class CompileContext;
class FunctionBodies;
class KnownMeanings;
class MethodReuse;
class ModuleCompiler;
class BlockScope;

// An emitted condition: its value, the refinements where it holds and where it does not, and its
// value if it is decided at compile time.
struct Condition {
  ir::Value* value = nullptr;
  RefinementSet refinements;
  std::optional<bool> isStatic;
  // The condition may be decided at compile time, by something Unknown. Neither branch is then
  // certain to be compiled, so errors found in the branches are not reported.
  bool undecided = false;
};

class Emitter {
 public:
  // self: the class of a method's first parameter; null for a function.
  Emitter(FunctionBodies& bodies, const PyFunction& source, ir::Function& function,
          const types::ClassType* self);
  ~Emitter();

  // Emits, converts to SSA and cleans up. Returns true when the function has a correct graph;
  // otherwise the schema contains as much as is known.
  bool run();

  // ---- used by sugared values
  ir::Graph& graph() { return *graph_; }
  ir::Function& function() { return function_; }
  CompileContext& context() { return context_; }
  ModuleCompiler& modules();
  MethodReuse& reuse();
  KnownMeanings& meanings();
  const PyFunction& source() const { return source_; }
  ir::Value* unknown();
  SourceRange rangeOf(const syntax::Node& node) const { return {file_, node.span}; }
  ir::Value* constant(const types::Constant& value, SourceRange at) {
    return graph_->insertConstant(value, at);
  }
  std::vector<ir::Value*> tupleUnpack(ir::Value* tuple);
  void report(const CompileError& error);
  void report(const passes::PassError& error);
  // True while the __init__ of this class is being compiled, which may still add attributes to it.
  bool initializes(const types::ClassType* type) const;

 private:
  friend class BlockScope;
  using Expr = syntax::Expr;
  using Stmt = syntax::Stmt;
  using Body = std::function<void()>;
  enum class LoopStatus : uint8_t { None, InLoop, InUnrolledLoop };
  struct DefContext {
    ir::TypePtr declared = nullptr;  // null when not annotated
    ir::TypePtr merged = nullptr;    // null until the first return
  };

  // emitter.cpp: the function as a whole
  void emitDef();
  void emitFormals(const ops::FunctionSchema& signature);
  // Gives the first parameter of a class method the class as its value, as PyTorch does.
  void bindClass();
  void handleMissingReturn();
  void emitOutput();
  void finish();
  void pushScope(ir::Block* block, bool startsDef = false);
  std::shared_ptr<BlockScope> popScope(bool endsDef = false);
  std::string temporaryName(const char* prefix) { return prefix + std::to_string(temporaries_++); }
  SourceRange defRange() const;

  // emitter_statements.cpp
  void emitStatements(syntax::List<Stmt*> body);
  void emitStatement(const Stmt& stmt);
  void poisonTargets(const Stmt& stmt);
  void poison(const Expr& target);
  void poison(const std::string& name);
  void emitReturn(SourceRange at, const Expr* value);
  void emitRaise(const syntax::Raise& stmt);
  void raise(SourceRange at, const SugaredPtr& exception);
  void emitAssert(const syntax::Assert& stmt);
  void emitDelete(const syntax::Delete& stmt);
  void emitWith(const syntax::With& stmt);
  ir::Value* enter(const syntax::WithItem& item);
  Condition emitTest(const Expr& test);
  void emitLoopExit(const Stmt& stmt, Symbol kind, std::string_view keyword);

  // emitter_control.cpp
  Condition emitCondition(const Expr& expr);
  Condition undecided();
  ir::Value* emitLogic(const syntax::BoolOp& expr);
  Condition emitIdentity(const syntax::Compare& compare);
  Condition emitShortCircuit(SourceRange at, const std::function<Condition()>& first,
                             const std::function<Condition()>& second, bool isOr);
  Condition staticCondition(SourceRange at, bool value, RefinementSet refinements);
  Condition emitIsinstance(SourceRange at, const Expr& object, const Expr& types);
  Condition emitHasattr(const Expr& object, const Expr& name);
  ir::Value* emitToBool(SourceRange at, ir::Value* value);
  ir::Value* emitConditional(SourceRange at, const Condition& condition,
                             const std::function<ir::Value*()>& ifTrue,
                             const std::function<ir::Value*()>& ifFalse);
  ir::Value* emitTernary(const syntax::IfExp& expr, ir::TypePtr hint);
  void insertRefinements(SourceRange at, const RefinementSet& refinements);
  void emitIf(SourceRange at, const Condition& condition, const Body& ifTrue, const Body& ifFalse);
  std::shared_ptr<BlockScope> emitBranch(ir::Block* block, SourceRange at,
                                         const RefinementSet& refinements, const Body& body);
  void mergeBranches(SourceRange at, ir::Node* node, const std::shared_ptr<BlockScope>& whenTrue,
                     const std::shared_ptr<BlockScope>& whenFalse);
  void forgetBranches(SourceRange at, ir::Node* node, const std::shared_ptr<BlockScope>& whenTrue,
                      const std::shared_ptr<BlockScope>& whenFalse);
  void emitFor(SourceRange at, const Expr& target, const Expr& iterable, const Body& body);
  void emitForOver(SourceRange at, const Expr& target, const SugaredPtr& value, const Body& body);
  void emitLoop(SourceRange at, const SugaredPtr& iterable, const Expr* target,
                const Expr* condition, const Body& body);

  // emitter_assign.cpp
  void emitAssign(const syntax::Assign& stmt);
  void emitAnnAssign(const syntax::AnnAssign& stmt);
  void emitSingleAssign(SourceRange at, const Expr& target, const Expr& value,
                        const Expr* annotation);
  void assignTo(const Expr& target, const SugaredPtr& value, SourceRange at);
  void assignAll(syntax::List<Expr*> targets, const std::vector<SugaredPtr>& values, SourceRange at,
                 size_t binders);
  void assignTuple(const syntax::Sequence& target, const SugaredPtr& value, SourceRange at,
                   size_t binders, bool starred);
  bool validateTargets(syntax::List<Expr*> targets, SourceRange at);
  void assignSubscript(SourceRange at, const syntax::Subscript& target,
                       const std::function<NamedValue()>& value);
  void emitAugAssign(const syntax::AugAssign& stmt);
  ir::Value* augment(const syntax::AugAssign& stmt, ir::Value* target);
  void augmentSubscript(const syntax::AugAssign& stmt, const syntax::Subscript& target);
  void augmentElement(const syntax::AugAssign& stmt, const syntax::Subscript& target,
                      ir::Value* container);
  NamedValue toTensor(const NamedValue& value, const NamedValue& like);

  // emitter_expr.cpp
  ir::Value* emitExpr(const Expr& expr, ir::TypePtr hint = nullptr);
  SugaredPtr emitSugared(const Expr& expr, size_t binders, ir::TypePtr hint = nullptr);
  SugaredPtr emitSugaredKind(const Expr& expr, size_t binders, ir::TypePtr hint);
  SugaredPtr tryEmitSugared(const Expr& expr, size_t binders, ir::TypePtr hint = nullptr);
  ir::Value* emitSimple(const Expr& expr, ir::TypePtr hint);
  ir::Value* emitConstant(const syntax::Constant& constant);
  ir::Value* emitInteger(const syntax::Constant& constant);
  ir::Value* emitBinary(SourceRange at, syntax::Operator op, const Expr& left, const Expr& right);
  ir::Value* emitCompare(const syntax::Compare& compare);
  ir::Value* emitMagicBinary(SourceRange at, Symbol symbol, const char* magic, const char* sign,
                             NamedValue left, NamedValue right);
  ir::Value* emitUnary(const syntax::UnaryOp& expr, Symbol symbol, const char* magic);
  ir::Value* emitJoinedString(const syntax::JoinedStr& text);
  NamedValue named(const Expr& expr);
  template <typename T>
  ir::Value* pooled(const T& value, SourceRange at, std::map<T, ir::Value*>& pool);
  ir::Value* pooledInt(int64_t value, SourceRange at);

  // emitter_calls.cpp
  SugaredPtr emitCall(const syntax::Call& call, size_t binders, ir::TypePtr hint);
  SugaredPtr emitForm(const syntax::Call& call, const SpecialForm& form, ir::TypePtr hint);
  std::vector<NamedValue> positional(syntax::List<Expr*> args, bool unpack = true);
  std::vector<ir::Value*> values(syntax::List<Expr*> args, bool unpack = true);
  std::vector<NamedValue> keywords(const syntax::Call& call);
  void expectCount(const syntax::Call& call, size_t least, size_t most);
  SugaredPtr emitAnnotate(const syntax::Call& call);
  SugaredPtr emitEnumerate(const syntax::Call& call);
  SugaredPtr emitFork(const syntax::Call& call);
  void emitForkedFunction(const syntax::FunctionDef& def);
  SugaredPtr emitRpc(const syntax::Call& call, Form form);
  SugaredPtr emitLegacyTensor(const syntax::Call& call, int64_t dtype);
  SugaredPtr emitGetattr(const syntax::Call& call);
  SugaredPtr emitIndexMethod(const syntax::Call& call);
  ir::Value* emitTolist(SourceRange at, ir::Value* tensor, ir::TypePtr hint);
  std::shared_ptr<ClosureValue> emitClosure(const std::function<void(ir::Block*)>& body);

  // emitter_containers.cpp
  struct UnionHint;  // narrows a Union hint to one container type
  ir::Value* emitList(const syntax::Sequence& list, ir::TypePtr hint);
  ir::Value* emitDict(const syntax::Dict& dict, ir::TypePtr hint);
  ir::Value* emitListComp(SourceRange at, const Expr& element, const Expr& target,
                          const Expr& iterable, ir::TypePtr hint, const SugaredPtr& over = nullptr);
  ir::Value* emitDictComp(SourceRange at, const Expr& key, const Expr& value, const Expr& target,
                          const Expr& iterable, ir::TypePtr hint, const SugaredPtr& over = nullptr);
  SugaredPtr emitListCall(const syntax::Call& call, ir::TypePtr hint);
  SugaredPtr emitDictCall(const syntax::Call& call, ir::TypePtr hint);
  ir::Value* castTo(ir::Value* value, ir::TypePtr type);

  // emitter_index.cpp
  SugaredPtr emitSubscript(const syntax::Subscript& subscript, ir::TypePtr hint);
  std::vector<const Expr*> indices(const syntax::Subscript& subscript) const;
  struct Indexed {
    ir::Value* value;
    std::vector<ir::Value*>
        tensors;  // tensor indices that are not applied yet; null for other dimensions
  };
  Indexed emitIndexing(SourceRange at, ir::Value* value, const std::vector<const Expr*>& indices);
  ir::Value* emitMultiIndex(SourceRange at, ir::Value* value,
                            const std::vector<const Expr*>& indices);
  ir::Value* emitIndex(SourceRange at, ir::Value* value, const std::vector<ir::Value*>& indices);
  ir::Value* emitSlice(SourceRange at, ir::Value* value, ir::Value* dim,
                       const syntax::Slice& slice);
  ir::Value* emitSliceOp(SourceRange at, ir::Value* value, ir::Value* dim, ir::Value* start,
                         ir::Value* end, ir::Value* step);
  ir::Value* emitTupleIndex(SourceRange at, ir::Value* tuple, ir::Value* index);
  ir::Value* emitTupleSlice(SourceRange at, ir::Value* tuple, ir::Value* start, ir::Value* end,
                            ir::Value* step);
  int64_t sliceBound(SourceRange at, ir::Value* value);

  // ---- helpers
  ir::TypePtr resolveType(const Expr& annotation);
  ir::Node* makeNode(Symbol kind, SourceRange at, size_t outputs) {
    return graph_->create(kind, {}, outputs)->setRange(at);
  }
  const Expr* makeName(std::string_view id, Span span);
  bool exits(ir::Block* block) const { return exitBlocks_.contains(block); }

  FunctionBodies& bodies_;
  CompileContext& context_;
  const PyFunction& source_;
  ir::Function& function_;
  const types::ClassType* self_;
  const SourceFile* file_;
  ir::GraphPtr graph_;
  std::shared_ptr<BlockScope> scope_;
  std::deque<DefContext> defs_;  // a deque, so that references survive nested definitions
  std::unordered_set<ir::Block*> exitBlocks_;
  std::map<int64_t, ir::Value*> ints_;
  std::map<uint64_t, ir::Value*> floats_;  // by bit pattern
  std::map<std::pair<uint64_t, uint64_t>, ir::Value*> complexes_;
  LoopStatus loop_ = LoopStatus::None;
  size_t temporaries_ = 0;
  bool failed_ = false;
  bool hasWith_ = false;
  std::vector<diag::Diagnostic>
      lints_;  // lints found while emitting; reported when the function compiles
  std::vector<ir::TypePtr>* logic_ =
      nullptr;   // collects the operands of an `and` or `or` that is used as a value
  Arena arena_;  // trees made by desugaring
};

}  // namespace ts::compiler
