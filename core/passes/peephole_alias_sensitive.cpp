#include <optional>
#include <vector>

#include "core/passes/alias_db.h"
#include "core/passes/kinds.h"
#include "core/passes/peephole.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;

namespace {

class AliasSensitiveOptimizer {
 public:
  AliasSensitiveOptimizer(Graph& graph, const PeepholeOptions& options)
      : graph_(graph), options_(options) {}

  bool run(Block* block) {
    bool changed = false;
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) changed |= run(inner);
      changed |= visit(node);
    }
    return changed;
  }

 private:
  bool visit(Node* node) {
    if (node->is(aten::conv1d)) return visitConvolution(node, 3);
    if (node->is(aten::conv2d)) return visitConvolution(node, 4);
    if (node->is(aten::conv3d)) return visitConvolution(node, 5);
    bool isSum = node->is(aten::add) || node->is(aten::sub);
    if (!isSum && !node->is(aten::mul) && !node->is(aten::div)) return false;
    const ops::FunctionSchema* schema = node->schema();
    if (schema == nullptr || schema->overload != "Scalar" ||
        !node->input(0)->type()->is(types::TypeKind::Tensor)) {
      return false;
    }
    // A division, or a float operand, changes the dtype of a tensor of integers. So both are kept
    // unless the tensor is known to be of floats.
    if (!isFloating(node->input(0))) {
      if (node->is(aten::div)) return false;
      for (size_t i = 1; i < node->inputs().size(); ++i) {
        if (!node->input(i)->type()->is(types::TypeKind::Int)) return false;
      }
    }
    bool isNeutral = isSum ? isConstant(node->input(1), 0) && isConstant(node->input(2), 1)
                           : isConstant(node->input(1), 1);
    return isNeutral && replaceByInput(node);
  }

  bool isFloating(const Value* value) const {
    const auto* type = types::cast<types::TensorType>(value->type());
    const types::TensorInfo* info = type == nullptr ? nullptr : type->info();
    if (!options_.shapes || info == nullptr) return false;
    return info->dtype == "Float" || info->dtype == "Double" || info->dtype == "Half" ||
           info->dtype == "BFloat16";
  }

  static bool isConstant(const Value* value, int64_t number) {
    auto constant = ir::constantOf(value);
    if (!constant) return false;
    return constant->isInt()
               ? constant->toInt() == number
               : constant->isReal() && constant->toReal() == static_cast<double>(number);
  }

  AliasDb& aliases() {
    if (!aliases_) aliases_.emplace(graph_);
    return *aliases_;
  }

  bool replaceByInput(Node* node) {
    Value* pair[] = {node->input(0), node->output()};
    if (!aliases().safeToChangeAliasing({&pair[0], 1}, {&pair[1], 1})) return false;
    // The alias snapshot is stale for replaced values.
    if (aliases().mayAlias(pair, stale_)) return false;
    pair[1]->replaceAllUsesWith(pair[0]);
    stale_.insert(stale_.end(), {pair[0], pair[1]});
    return true;
  }

  bool visitConvolution(Node* node, int64_t dimensions) {
    std::vector<Node*> dimNodes;
    for (const ir::Use& use : node->output()->uses()) {
      if (use.user->is(aten::dim)) dimNodes.push_back(use.user);
    }
    if (dimNodes.empty() || aliases().hasWriters(node->output())) return false;
    for (Node* dim : dimNodes) {
      WithInsertPoint guard(dim);
      dim->output()->replaceAllUsesWith(graph_.insertConstant(Constant::integer(dimensions)));
    }
    return true;
  }

  Graph& graph_;
  PeepholeOptions options_;
  std::optional<AliasDb> aliases_;
  std::vector<Value*> stale_;
};

}  // namespace

bool optimizePeepholeAliasSensitive(Graph& graph, const PeepholeOptions& options) {
  return AliasSensitiveOptimizer(graph, options).run(graph.block());
}

}  // namespace ts::passes
