#include "core/passes/constant_propagation.h"

#include <algorithm>
#include <optional>

#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"
#include "core/passes/dead_code_elimination.h"
#include "core/passes/fold.h"
#include "core/passes/inline_loop_condition.h"
#include "core/passes/kinds.h"
#include "core/passes/node_equality.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;
namespace prim = ir::prim;

namespace {

bool isNeverRun(Symbol kind) {
  static const SymbolSet kKinds = {
      prim::If,
      prim::Loop,
      prim::Closure,
      prim::Constant,
      extra_prim::AutogradZero,
      prim::Uninitialized,
      extra_prim::Guard,
      extra_prim::profile,
      extra_prim::profile_ivalue,
      prim::unchecked_unwrap_optional,
      prim::awaitable,
      aten::dequantize,
  };
  return kKinds.contains(kind);
}

bool hasMutableType(std::span<Value* const> values) {
  return std::any_of(values.begin(), values.end(),
                     [](const Value* v) { return AliasDb::isMutableType(v->type()); });
}

class Propagator {
 public:
  Propagator(Graph& graph, bool withAliases) : graph_(graph), withAliases_(withAliases) {}

  bool run() {
    visit(graph_.block());
    return changed_;
  }

 private:
  void visit(Block* block) {
    for (Node* node : StableNodes(block)) {
      visit(node);
    }
  }

  void visitBlocks(Node* node) {
    for (Block* block : node->blocks()) visit(block);
  }

  void visit(Node* node) {
    bool areConstant =
        std::all_of(node->inputs().begin(), node->inputs().end(),
                    [](const Value* input) { return input->node()->is(prim::Constant); });
    if (node->is(prim::If)) {
      auto condition = ir::constantOf(node->input());
      if (condition && condition->isBool()) {
        takeBranch(node, condition->toBool() ? 0 : 1);
      } else {
        visitBlocks(node);
        removeSameIfOutputs(node);
      }
    } else if (node->is(prim::Loop)) {
      if (neverRuns(node)) {
        removeLoop(node);
      } else {
        visitBlocks(node);
        removeUnchangedLoopOutputs(node);
      }
    } else if (areConstant && mayRun(node)) {
      runNode(node);
    } else {
      visitBlocks(node);
    }
  }

  bool mayRun(const Node* node) {
    if (isNeverRun(node->kind()) || !node->blocks().empty()) return false;
    if (node->isNondeterministic() || node->hasSideEffects()) return false;
    if (!withAliases_) return !hasMutableType(node->inputs()) && !hasMutableType(node->outputs());
    if (!aliases_) aliases_.emplace(graph_);
    return !aliases_->hasWriters(node);
  }

  void runNode(Node* node) {
    auto results = fold(node);
    if (!results) return;
    WithInsertPoint guard(node);
    for (size_t i = 0; i < results->size(); ++i) {
      Value* output = node->output(i);
      Value* constant = graph_.insertConstant((*results)[i]);
      if ((*results)[i].isNone()) constant->setType(output->type());
      output->replaceAllUsesWith(constant);
      changed_ = true;
    }
  }

  void takeBranch(Node* node, size_t branch) {
    Block* block = node->block(branch);
    visit(block);
    moveNodesBefore(block, node);
    for (size_t i = 0; i < node->outputs().size(); ++i)
      node->output(i)->replaceAllUsesWith(block->outputs()[i]);
    node->destroy();
    changed_ = true;
  }

  static bool neverRuns(const Node* loop) {
    auto count = ir::constantOf(loop->input(0));
    auto condition = ir::constantOf(loop->input(1));
    return (count && count->isInt() && count->toInt() <= 0) ||
           (condition && condition->isBool() && !condition->toBool());
  }

  void removeLoop(Node* loop) {
    for (size_t i = 0; i < loop->outputs().size(); ++i)
      loop->output(i)->replaceAllUsesWith(loop->input(i + 2));
    loop->destroy();
    changed_ = true;
  }

  // Removes outputs for which both branches return the same value.
  void removeSameIfOutputs(Node* node) {
    WithInsertPoint guard(node);
    for (size_t i = 0; i < node->outputs().size();) {
      Value* onTrue = node->block(0)->outputs()[i];
      Value* onFalse = node->block(1)->outputs()[i];
      Value* same = nullptr;
      if (onTrue == onFalse) {
        same = onTrue;
      } else if (auto constant = ir::constantOf(onTrue);
                 constant && computeTheSame(onTrue->node(), onFalse->node())) {
        same = graph_.insertConstant(*constant);
      }
      if (same == nullptr) {
        ++i;
        continue;
      }
      node->output(i)->replaceAllUsesWith(same);
      node->eraseOutput(i);
      for (Block* block : node->blocks()) block->eraseOutput(i);
      changed_ = true;
    }
  }

  // Removes carried values that the body returns unchanged.
  void removeUnchangedLoopOutputs(Node* loop) {
    Block* body = loop->block(0);
    for (size_t i = loop->outputs().size(); i-- > 0;) {
      Value* carried = body->inputs()[i + 1];
      if (carried != body->outputs()[i + 1]) continue;
      Value* before = loop->input(i + 2);
      loop->output(i)->replaceAllUsesWith(before);
      carried->replaceAllUsesWith(before);
      loop->eraseOutput(i);
      loop->removeInput(i + 2);
      body->eraseOutput(i + 1);
      body->eraseInput(i + 1);
      changed_ = true;
    }
  }

  Graph& graph_;
  bool withAliases_;
  bool changed_ = false;
  std::optional<AliasDb> aliases_;
};

bool propagate(Graph& graph, bool withAliases) {
  bool changed = Propagator(graph, withAliases).run();
  if (changed) eliminateDeadCode(graph);
  return changed;
}

}  // namespace

bool propagateImmutableConstants(Graph& graph) { return propagate(graph, false); }
bool propagateConstants(Graph& graph) { return propagate(graph, true); }

}  // namespace ts::passes
