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
      Value* made = to.addInput();
      made->copyMetadata(input);
      note(*input, *made);
    }
    auto inputs = [&](Value* value) { return *copies_.find(value); };
    for (const Node* node : from.nodes()) {
      Node* made = to.appendNode(to_.createClone(node, inputs, /*copyBlocks=*/false));
      for (size_t i = 0; i < node->outputs().size(); ++i) note(*node->output(i), *made->output(i));
      if (node->is(prim::Constant)) retype(*node, *made);
      for (const Block* block : node->blocks()) copy(*block, *made->addBlock());
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
  auto made = std::make_shared<Graph>();
  Duplicate(graph, *made, types).copy(*graph.block(), *made->block());
  Numbering::setNext(*made, Numbering::next(graph));
  made->shareOwners(graph);
  return made;
}

}  // namespace ts::ir
