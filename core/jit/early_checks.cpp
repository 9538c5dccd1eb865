#include "core/jit/early_checks.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir/kinds.h"
#include "core/operator_facts/facts.h"
#include "core/passes/stable_iteration.h"

namespace ts::jit {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using Symbols = std::unordered_set<Symbol>;

namespace {

Symbols symbolsOf(std::initializer_list<std::string_view> names) {
  Symbols symbols;
  for (const std::string_view name : names) symbols.insert(Symbol::intern(name));
  return symbols;
}

bool isTensor(const Value* value) { return value->type() == types::tensorType(); }

// An operator without effects whose result depends on its arguments only.
bool isPure(const Node& node) {
  const ops::FunctionSchema* schema = node.schema();
  if (node.is(ir::prim::Constant) || node.is(ir::prim::ListConstruct)) return true;
  if (schema == nullptr || node.hasSideEffects() || node.isNondeterministic()) return false;
  return std::ranges::none_of(schema->arguments, [](const ops::Argument& argument) {
    return argument.alias && argument.alias->isWrite;
  });
}

// The tensors from whose elements those of a new tensor are computed; empty for other operators.
std::vector<Value*> operandsOf(const Node& node) {
  if (node.schema() == nullptr || node.outputs().size() != 1 || node.inputs().empty() ||
      !isPure(node) || !isTensor(node.output()) || !isTensor(node.input(0)))
    return {};
  const auto* facts = operator_facts::factsOf(*node.schema());
  if (facts == nullptr || facts->kind != operator_facts::Kind::ElementWise) return {};
  std::vector<Value*> tensors;
  for (Value* value : node.inputs()) {
    if (value->type()->str().find("Tensor") == std::string::npos) continue;
    if (!isTensor(value)) return {};
    if (std::ranges::find(tensors, value) == tensors.end()) tensors.push_back(value);
  }
  const bool isBroadcast = facts->shape.rule == operator_facts::Shape::Broadcast;
  return tensors.size() == 1 || isBroadcast ? tensors : std::vector<Value*>();
}
bool isOfOneTensor(const Node& node) { return operandsOf(node).size() == 1; }

// ---- checks

// The operators of a check: shapes, numbers and texts, and choices between them, as of "or".
bool isOfCheck(const Node& node) {
  static const Symbols kKinds =
      symbolsOf({"aten::size", "aten::dim", "aten::len", "aten::eq", "aten::ne", "aten::lt",
                 "aten::le", "aten::gt", "aten::ge", "aten::__not__", "aten::__getitem__",
                 "aten::format", "aten::warn", "aten::str", "aten::add", "aten::_infer_size",
                 "prim::Constant", "prim::RaiseException", "prim::ListConstruct"});
  if (std::ranges::any_of(node.outputs(), isTensor)) return false;
  if (!node.is(ir::prim::If)) return kKinds.contains(node.kind()) && node.blocks().empty();
  for (const Block* block : node.blocks())
    for (const Node* inner : block->nodes())
      if (!isOfCheck(*inner)) return false;
  return true;
}
bool isCheck(const Node& node) {
  return node.is(ir::prim::If) && node.outputs().empty() && isOfCheck(node);
}

// Computes sizes and ranks from the sizes of operands, so that checks need not wait for operators.
// The size of an operator on two tensors fails as the operator does.
class SizeSimplifier {
 public:
  // By operator on two tensors, the node that computes its sizes.
  std::unordered_map<const Node*, const Node*> inferred;

  void run(Block& block) {
    for (Node* node : passes::StableNodes(&block)) {
      for (Block* inner : node->blocks()) run(*inner);
      const bool isRank = node->is(kDim);
      if (!isRank && !node->is(kSize)) continue;
      node->replaceInput(0, originOf(node->input(0)));
      const bool isForChecks = std::ranges::all_of(node->output()->uses(), [](const ir::Use& use) {
        return isOfCheck(*use.user) || use.user->is(ir::prim::If);
      });
      if (node->inputs().size() != 1 || !isForChecks || !isOfTwo(node->input(0))) continue;
      Value* sizes = sizesOf(node->input(0), *node);
      node->output()->replaceAllUsesWith(isRank ? lengthOf(sizes, *node) : sizes);
      node->destroy();
    }
  }

 private:
  inline static const Symbol kSize = Symbol::intern("aten::size"),
                             kDim = Symbol::intern("aten::dim"),
                             kLength = Symbol::intern("aten::len"),
                             kInfer = Symbol::intern("aten::_infer_size");
  // The tensor itself, or one of the same sizes that it is computed from.
  static Value* originOf(Value* tensor) {
    while (tensor->node() != nullptr && isOfOneTensor(*tensor->node()))
      tensor = operandsOf(*tensor->node())[0];
    return tensor;
  }
  static bool isOfTwo(const Value* tensor) {
    return tensor->node() != nullptr && operandsOf(*tensor->node()).size() == 2;
  }
  Value* sizesOf(Value* tensor, Node& like) {
    tensor = originOf(tensor);
    std::vector<Value*> inputs = {tensor};
    if (isOfTwo(tensor)) {
      inputs.clear();
      for (Value* operand : operandsOf(*tensor->node())) inputs.push_back(sizesOf(operand, like));
    }
    Node* sizes = like.owningGraph()->create(inputs.size() == 2 ? kInfer : kSize, inputs);
    sizes->setRange(like.range())->insertBefore(&like);
    sizes->setCallStack(like.callStack());
    sizes->output()->setType(types::listOf(types::intType()));
    if (inputs.size() == 2) {
      sizes->setRange(tensor->node()->range());
      sizes->setCallStack(tensor->node()->callStack());
      inferred.emplace(tensor->node(), sizes);
    }
    return sizes->output();
  }
  static Value* lengthOf(Value* list, Node& like) {
    Node* length = like.owningGraph()->create(kLength, {list});
    length->setRange(like.range())->insertBefore(&like);
    length->setCallStack(like.callStack());
    length->output()->setType(types::intType());
    return length->output();
  }
};

// Adds the nodes of the check's block before it that it needs, in their order, and the others.
void addNeeded(const Node& reader, const Block& block, std::vector<Node*>& moved,
               std::vector<const Node*>& kept) {
  std::vector<const Value*> read(reader.inputs().begin(), reader.inputs().end());
  for (const Block* inner : reader.blocks()) {
    for (const Node* node : inner->nodes()) addNeeded(*node, block, moved, kept);
    read.insert(read.end(), inner->outputs().begin(), inner->outputs().end());
  }
  for (const Value* value : read) {
    Node* node = value->node();
    if (node == nullptr || node->owningBlock() != &block ||
        std::ranges::find(moved, node) != moved.end())
      continue;
    if (isOfCheck(*node) && !node->hasSideEffects()) {
      addNeeded(*node, block, moved, kept);
      moved.push_back(node);
    } else {
      kept.push_back(node);
    }
  }
}

void moveCheck(Node* check, const SizeSimplifier& sizes) {
  std::vector<Node*> moved;
  std::vector<const Node*> kept;
  addNeeded(*check, *check->owningBlock(), moved, kept);
  moved.push_back(check);
  const auto mayPass = [&](const Node* node) {
    if (std::ranges::find(kept, node) != kept.end() || !node->blocks().empty()) return false;
    // Where the operator would fail, the node of its sizes does before the check.
    const auto inferred = sizes.inferred.find(node);
    const bool isChecked = inferred != sizes.inferred.end() &&
                           std::ranges::find(moved, inferred->second) != moved.end();
    return node->is(ir::prim::Constant) || isOfOneTensor(*node) || isChecked;
  };
  // The first node that the check may come before.
  Node* place = check;
  for (Node* node = check->prev(); node != nullptr && !node->is(ir::prim::Param);
       node = node->prev()) {
    const bool isMoved = std::ranges::find(moved, node) != moved.end();
    if (!isMoved && !mayPass(node)) break;
    if (!isMoved) place = node;
  }
  if (place == check) return;
  for (Node* node : moved)
    if (node->isAfter(place)) node->moveBefore(place);
}

void moveChecksOf(Block& block, const SizeSimplifier& sizes) {
  for (Node* node : passes::StableNodes(&block)) {
    for (Block* inner : node->blocks()) moveChecksOf(*inner, sizes);
    if (isCheck(*node)) moveCheck(node, sizes);
  }
}

// ---- conversions and broadcasts

// True if a tensor is computed from another one by operators on elements.
bool comesFrom(const Value* value, const Value* origin, int most = 6) {
  if (value == origin) return true;
  const Node* node = value->node();
  if (most == 0 || node == nullptr || node->schema() == nullptr) return false;
  const auto* facts = operator_facts::factsOf(*node->schema());
  if (facts == nullptr || facts->kind != operator_facts::Kind::ElementWise) return false;
  return std::ranges::any_of(node->inputs(), [&](const Value* input) {
    return isTensor(input) && comesFrom(input, origin, most - 1);
  });
}

void useTensorsForDtypes(Block& block) {
  static const Symbol kTo = Symbol::intern("aten::to"), kDtype = Symbol::intern("prim::dtype");
  for (Node* node : passes::StableNodes(&block)) {
    for (Block* inner : node->blocks()) useTensorsForDtypes(*inner);
    if (!node->is(kTo) || node->inputs().size() != 5 || node->schema() == nullptr ||
        node->schema()->overload != "dtype")
      continue;
    const Node* dtype = node->input(1)->node();
    if (dtype == nullptr || !dtype->is(kDtype)) continue;
    Value* like = dtype->input(0);
    if (!comesFrom(node->input(0), like) && !comesFrom(like, node->input(0))) continue;
    Node* to = block.owningGraph()->create(
        kTo, {node->input(0), like, node->input(2), node->input(3), node->input(4)});
    to->setRange(node->range())->insertBefore(node);
    to->setCallStack(node->callStack());
    to->output()->copyMetadata(node->output());
    node->output()->replaceAllUsesWith(to->output());
    node->destroy();
  }
}

void dropBroadcasts(Block& block) {
  static const Symbol kBroadcast = Symbol::intern("aten::broadcast_tensors");
  static const Symbols kLosses =
      symbolsOf({"aten::mse_loss", "aten::l1_loss", "aten::smooth_l1_loss", "aten::huber_loss"});
  for (Node* node : passes::StableNodes(&block)) {
    for (Block* inner : node->blocks()) dropBroadcasts(*inner);
    if (!node->is(ir::prim::ListUnpack)) continue;
    const Node* broadcast = node->input(0)->node();
    if (broadcast == nullptr || !broadcast->is(kBroadcast)) continue;
    const Node* list = broadcast->input(0)->node();
    if (list == nullptr || !list->is(ir::prim::ListConstruct) || list->inputs().size() != 2 ||
        node->outputs().size() != 2)
      continue;
    Node* loss = nullptr;
    bool areOfLoss = true;
    for (size_t i = 0; i < 2; ++i)
      for (const ir::Use& use : node->output(i)->uses()) {
        areOfLoss &= kLosses.contains(use.user->kind()) && use.offset == i &&
                     (loss == nullptr || loss == use.user);
        loss = use.user;
      }
    if (!areOfLoss || loss == nullptr) continue;
    for (size_t i = 0; i < 2; ++i) node->output(i)->replaceAllUsesWith(list->input(i));
    node->destroy();
  }
}

// Nodes whose results nothing reads any more.
void dropUnused(Block& block) {
  static const Symbols kKinds =
      symbolsOf({"aten::broadcast_tensors", "prim::dtype", "prim::ListConstruct"});
  std::vector<Node*> nodes;
  for (Node* node : block.nodes()) nodes.push_back(node);
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    for (Block* inner : (*node)->blocks()) dropUnused(*inner);
    if (kKinds.contains((*node)->kind()) && !(*node)->hasUses()) (*node)->destroy();
  }
}

}  // namespace

void moveChecks(Graph& graph) {
  Block& block = *graph.block();
  dropBroadcasts(block);
  useTensorsForDtypes(block);
  dropUnused(block);
  SizeSimplifier sizes;
  sizes.run(block);
  moveChecksOf(block, sizes);
}

}  // namespace ts::jit
