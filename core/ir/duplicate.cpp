#include "core/ir/duplicate.h"

#include "core/base/pointer_map.h"
#include "core/ir/kinds.h"
#include "core/ir/numbering.h"

namespace ts::ir {

namespace {

class Duplicate {
 public:
  Duplicate(const Graph& from, Graph& to, std::span<const std::pair<TypePtr, TypePtr>> types)
      : from_(from), to_(to), types_(types) {}

  void copy(const Block& from, Block& to) {
    for (const Value* input : from.inputs()) {
      Value* newInput = to.addInput();
      newInput->copyMetadata(input);
      note(*input, *newInput);
    }
    auto inputs = [&](Value* value) { return *copies_.find(value); };
    for (const Node* node : from.nodes()) {
      Node* clone = to.appendNode(to_.createClone(node, inputs, /*copyBlocks=*/false));
      for (size_t i = 0; i < node->outputs().size(); ++i) note(*node->output(i), *clone->output(i));
      if (node->is(prim::Constant)) retype(*node, *clone);
      for (const Block* block : node->blocks()) copy(*block, *clone->addBlock());
    }
    for (Value* output : from.outputs()) to.registerOutput(inputs(output));
  }

 private:
  // The constant of a function is its type, which is also the type of the value.
  static void retype(const Node& from, Node& to) {
    const auto* function = types::cast<types::FunctionType>(to.output()->type());
    if (function && function != from.output()->type())
      to.set(attr::value, Constant::function(function));
  }

  void note(const Value& from, Value& to) {
    copies_[&from] = &to;
    Numbering::set(to, from.unique());
    for (const auto& [type, other] : types_)
      if (from.type() == type) to.setType(other);
    if (!from.hasDebugName()) return;
    const std::string base = from.debugNameBase();
    if (const Name* counted = Numbering::findName(from_, base); counted && counted->lastSuffix != 0)
      to_.name(base)->lastSuffix = counted->lastSuffix;
  }

  const Graph& from_;
  Graph& to_;
  std::span<const std::pair<TypePtr, TypePtr>> types_;
  PointerMap<const Value, Value*> copies_;
};

}  // namespace

GraphPtr duplicate(const Graph& graph, std::span<const std::pair<TypePtr, TypePtr>> types) {
  auto result = std::make_shared<Graph>();
  Duplicate(graph, *result, types).copy(*graph.block(), *result->block());
  Numbering::setNext(*result, Numbering::next(graph));
  result->shareOwners(graph);
  return result;
}

}  // namespace ts::ir
