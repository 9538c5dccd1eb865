#include "core/passes/normalize_ops.h"

#include <array>

#include "core/passes/kinds.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;

namespace {

struct Alias {
  const char* name;
  const char* standsFor;
  bool inPlaceToo;  // "multiply_" is "mul_"
};

// As observed on PyTorch 1.13: the operator that a call of each alias compiles to.
constexpr Alias kAliases[] = {
    {"absolute", "abs", true},
    {"adjoint", "mH", false},
    {"arccos", "acos", true},
    {"arccosh", "acosh", true},
    {"arcsin", "asin", true},
    {"arcsinh", "asinh", true},
    {"arctan", "atan", true},
    {"arctan2", "atan2", true},
    {"arctanh", "atanh", true},
    {"clip", "clamp", true},
    {"concat", "cat", false},
    {"concatenate", "cat", false},
    {"det", "linalg_det", false},
    {"divide", "div", true},
    {"fix", "trunc", true},
    {"ger", "outer", false},
    {"greater", "gt", true},
    {"greater_equal", "ge", true},
    {"inverse", "linalg_inv", false},
    {"less", "lt", true},
    {"less_equal", "le", true},
    {"linalg_matmul", "matmul", false},
    {"matrix_exp", "linalg_matrix_exp", false},
    {"matrix_power", "linalg_matrix_power", false},
    {"moveaxis", "movedim", false},
    {"multiply", "mul", true},
    {"negative", "neg", true},
    {"not_equal", "ne", true},
    {"orgqr", "linalg_householder_product", false},
    {"row_stack", "vstack", false},
    {"special_digamma", "digamma", false},
    {"special_erf", "erf", false},
    {"special_erfc", "erfc", false},
    {"special_erfinv", "erfinv", false},
    {"special_exp2", "exp2", false},
    {"special_expit", "sigmoid", false},
    {"special_expm1", "expm1", false},
    {"special_gammainc", "igamma", false},
    {"special_gammaincc", "igammac", false},
    {"special_gammaln", "lgamma", false},
    {"special_i0", "i0", false},
    {"special_log1p", "log1p", false},
    {"special_log_softmax", "log_softmax", false},
    {"special_logit", "logit", false},
    {"special_logsumexp", "logsumexp", false},
    {"special_multigammaln", "mvlgamma", false},
    {"special_polygamma", "polygamma", false},
    {"special_psi", "digamma", false},
    {"special_round", "round", false},
    {"special_sinc", "sinc", false},
    {"special_softmax", "softmax", false},
    {"special_xlogy", "xlogy", false},
    {"subtract", "sub", true},
    {"swapaxes", "transpose", true},
    {"swapdims", "transpose", true},
    {"true_divide", "div", true},
};

const SymbolMap<Symbol>& aliases() {
  static const auto table = [] {
    SymbolMap<Symbol> result;
    auto symbol = [](std::string_view name, std::string_view suffix) {
      return Symbol::intern("aten::" + std::string(name) + std::string(suffix));
    };
    for (const Alias& alias : kAliases) {
      result.insert(symbol(alias.name, ""), symbol(alias.standsFor, ""));
      if (alias.inPlaceToo) result.insert(symbol(alias.name, "_"), symbol(alias.standsFor, "_"));
    }
    return result;
  }();
  return table;
}

void replaceKind(Node* node, Symbol kind) {
  Node* other = node->owningGraph()->create(kind, node->inputs(), 0)->insertBefore(node);
  for (Value* output : node->outputs()) {
    Value* replacement = other->addOutput();
    replacement->copyMetadata(output);
    output->replaceAllUsesWith(replacement);
  }
  other->copyMetadata(node);
  node->destroy();
}

bool isBoolPair(const Node* node) {
  return node->inputs().size() == 2 && node->input(0)->type() == types::boolType() &&
         node->input(1)->type() == types::boolType();
}

// rsub(x, y) is sub(y, x).
void replaceRsub(Node* node) {
  Graph* graph = node->owningGraph();
  Value* difference = graph->create(aten::sub, {node->input(1), node->input(0), node->input(2)})
                          ->insertBefore(node)
                          ->setRange(node->range())
                          ->output();
  node->output()->replaceAllUsesWith(difference);
  node->destroy();
}

void normalize(Node* node) {
  static const Symbol kRsub = Symbol::intern("aten::rsub");
  if (const Symbol* alias = aliases().find(node->kind())) {
    replaceKind(node, *alias);
  } else if (node->is(kRsub)) {
    const ops::FunctionSchema* schema = node->schema();
    if (schema != nullptr && schema->overload == "Tensor") replaceRsub(node);
  } else if (node->is(aten::__is__) && isBoolPair(node)) {
    replaceKind(node, aten::eq);
  } else if (node->is(aten::__isnot__) && isBoolPair(node)) {
    replaceKind(node, aten::ne);
  }
}

void normalizeAll(Block* block) {
  for (Node* node : StableNodes(block)) {
    for (Block* inner : node->blocks()) normalizeAll(inner);
    normalize(node);
  }
}

}  // namespace

void normalizeOps(Graph& graph) { normalizeAll(graph.block()); }

}  // namespace ts::passes
