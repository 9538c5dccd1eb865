#include "core/archive/upgraders.h"

#include <vector>

#include "core/ir/kinds.h"
#include "core/ops/schema.h"

namespace ts::archive {
namespace {

// Since format 4, division is that of Python. Before, dividing integers gave an integer, rounded
// towards zero.
constexpr int kTrueDivision = 4;
// Since format 5, torch.full uses the type of the fill value. Before, the result was a float
// tensor.
constexpr int kTypedFull = 5;

constexpr std::string_view kSource = R"(def div_tensors(x: Tensor, y: Tensor) -> Tensor:
  if torch.is_floating_point(x):
    exact = True
  else:
    exact = torch.is_floating_point(y)
  if exact:
    result = torch.div(x, y)
  else:
    result = torch.div(x, y, rounding_mode="trunc")
  return result
def div_tensors_(x: Tensor, y: Tensor) -> Tensor:
  if torch.is_floating_point(x):
    result = torch.div_(x, y)
  else:
    result = torch.div_(x, y, rounding_mode="trunc")
  return result
def div_int(x: Tensor, y: int) -> Tensor:
  if torch.is_floating_point(x):
    result = torch.div(x, y)
  else:
    result = torch.div(x, y, rounding_mode="trunc")
  return result
def div_int_(x: Tensor, y: int) -> Tensor:
  if torch.is_floating_point(x):
    result = torch.div_(x, y)
  else:
    result = torch.div_(x, y, rounding_mode="trunc")
  return result
)";

// The function that replaces a division; empty if the division has not changed.
std::string_view divisionFor(const ir::Node& node) {
  const ops::FunctionSchema* schema = node.schema();
  const bool isInPlace = schema->name == "aten::div_";
  if (schema->name != "aten::div" && !isInPlace) return {};
  if (schema->overload == "Tensor") return isInPlace ? "div_tensors_" : "div_tensors";
  const bool isInt =
      schema->overload == "Scalar" && node.input(1)->type()->is(types::TypeKind::Int);
  return !isInt ? "" : isInPlace ? "div_int_" : "div_int";
}

void replaceByCall(ir::Node* node, const types::Constant& function) {
  ir::Graph& graph = *node->owningGraph();
  ir::WithInsertPoint guard(node);
  std::vector<ir::Value*> inputs{graph.insertConstant(function)};
  inputs.insert(inputs.end(), node->inputs().begin(), node->inputs().end());
  ir::Node* call =
      graph.insertNode(graph.create(ir::prim::CallFunction, inputs)->setRange(node->range()));
  call->output()->setType(node->output()->type());
  if (node->output()->hasDebugName())
    call->output()->setDebugName(std::string(node->output()->debugNameBase()));
  node->output()->replaceAllUsesWith(call->output());
  node->destroy();
}

// aten::full(size, fill_value, dtype, ...)
void fillWithFloat(ir::Node* node) {
  static const Symbol kFloat = Symbol::intern("aten::Float");
  ir::Value* fill = node->input(1);
  const bool isWhole =
      fill->type()->is(types::TypeKind::Int) || fill->type()->is(types::TypeKind::Bool);
  if (!isWhole || !node->input(2)->type()->is(types::TypeKind::None)) return;
  ir::Graph& graph = *node->owningGraph();
  ir::WithInsertPoint guard(node);
  ir::Node* conversion = graph.insertNode(graph.create(kFloat, {fill})->setRange(node->range()));
  conversion->output()->setType(types::floatType());
  node->replaceInput(1, conversion->output());
}

void upgrade(ir::Block* block, int version, const FindUpgrader& find) {
  std::vector<ir::Node*> nodes;
  for (ir::Node* node : block->nodes()) nodes.push_back(node);
  for (ir::Node* node : nodes) {
    for (ir::Block* inner : node->blocks()) upgrade(inner, version, find);
    const ops::FunctionSchema* schema = node->schema();
    if (!schema) continue;
    if (version < kTypedFull && schema->name == "aten::full" && node->inputs().size() >= 3)
      fillWithFloat(node);
    if (version >= kTrueDivision) continue;
    if (const std::string_view name = divisionFor(*node); !name.empty())
      replaceByCall(node, find(name));
  }
}

}  // namespace

std::string_view upgradersSource() { return kSource; }

void upgradeOperators(ir::Graph& graph, int version, const FindUpgrader& find) {
  if (version < kTypedFull) upgrade(graph.block(), version, find);
}

}  // namespace ts::archive
