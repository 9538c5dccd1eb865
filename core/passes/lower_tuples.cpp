#include "core/passes/lower_tuples.h"

#include <vector>

#include "core/ir/kinds.h"
#include "core/passes/dead_code_elimination.h"
#include "core/passes/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::TupleType;
namespace prim = ir::prim;
namespace attr = ir::attr;

namespace {

bool takesApart(const Node* node) {
  return node->is(prim::TupleUnpack) || node->is(prim::TupleIndex) || node->is(prim::TupleSlice);
}

void forwardSlice(Node* node, const Node* tuple) {
  auto begin = static_cast<size_t>(node->get<int64_t>(attr::beg));
  auto end = static_cast<size_t>(node->get<int64_t>(attr::end));
  std::vector<Value*> values;
  for (size_t i = begin; i < end && i < tuple->inputs().size(); ++i)
    values.push_back(tuple->input(i));
  Node* slice = node->owningGraph()->createTuple(values)->insertBefore(node);
  node->output()->replaceAllUsesWith(slice->output());
}

// Replaces the outputs of a node that unpacks, indexes or slices a tuple by the tuple's elements.
// Returns a message when that is impossible.
std::optional<std::string> forwardElements(Node* node) {
  const Node* tuple = node->input(0)->node();
  if (!tuple->is(prim::TupleConstruct))
    return node->kind().str() + " takes apart a tuple that is made elsewhere";
  if (node->is(prim::TupleUnpack)) {
    for (size_t i = 0; i < node->outputs().size(); ++i)
      node->output(i)->replaceAllUsesWith(tuple->input(i));
  } else if (node->is(prim::TupleSlice)) {
    forwardSlice(node, tuple);
  } else {
    auto constant = ir::constantOf(node->input(1));
    if (!constant || !constant->isInt()) return "the index into a tuple is not a constant";
    auto size = static_cast<int64_t>(tuple->inputs().size());
    int64_t index = constant->toInt() < 0 ? constant->toInt() + size : constant->toInt();
    // An index out of range raises at run time.
    if (index >= 0 && index < size)
      node->output()->replaceAllUsesWith(tuple->input(static_cast<size_t>(index)));
  }
  return std::nullopt;
}

void lowerSimpleTuples(Block* block) {
  for (Node* node : block->nodes()) {
    if (takesApart(node)) forwardElements(node);
    for (Block* inner : node->blocks()) lowerSimpleTuples(inner);
  }
}

class Flattener {
 public:
  std::optional<PassError> run(Graph& graph) {
    visit(graph.block());
    if (error_) return std::move(error_);
    eliminateDeadCodeWithoutAliases(graph);
    requireNone(graph.block());
    return std::move(error_);
  }

 private:
  void fail(std::string message, const Node* node) {
    if (!error_) error_ = {std::move(message), node->range()};
  }

  static bool passesTuples(Symbol kind) {
    static const SymbolSet kKinds = {
        prim::If,         prim::Loop,  prim::TupleUnpack, prim::TupleConstruct, prim::TupleIndex,
        prim::TupleSlice, prim::Param, prim::Return,      prim::PythonOp,       aten::format,
    };
    return kKinds.contains(kind);
  }

  void visit(Block* block) {
    // The outputs of the param node and the inputs of the return node are flattened like those of
    // any node.
    flattenOutputs(block->paramNode(), block->paramNode()->next());
    auto nodes = block->nodes();
    for (auto at = nodes.begin(); at != nodes.end() && !error_;) {
      Node* node = *at;
      ++at;
      unfoldConstant(node);
      visit(node, *at);
    }
    flattenInputs(block->returnNode());
  }

  void visit(Node* node, Node* insertBefore) {
    if (node->is(prim::TupleConstruct)) return;
    if (takesApart(node)) {
      if (auto reason = forwardElements(node)) fail(*reason, node);
      return;
    }
    flattenInputs(node);
    for (Block* inner : node->blocks()) visit(inner);
    flattenOutputs(node, insertBefore);
  }

  bool requirePasses(const Node* node) {
    if (!passesTuples(node->kind())) fail(node->kind().str() + " can't do without the tuple", node);
    return !error_;
  }

  // op(a, tuple, b) becomes op(a, t0, t1, b).
  void flattenInputs(Node* node) {
    for (size_t i = 0; i < node->inputs().size() && !error_;) {
      Value* input = node->input(i);
      if (types::cast<TupleType>(input->type()) == nullptr) {
        ++i;
        continue;
      }
      if (!requirePasses(node)) return;
      const Node* tuple = input->node();
      if (!tuple->is(prim::TupleConstruct))
        return fail("the graph uses a tuple that it does not construct", node);
      // The loop visits the elements next, so nested tuples are flattened, too.
      for (size_t j = 0; j < tuple->inputs().size(); ++j)
        node->insertInput(i + 1 + j, tuple->input(j));
      node->removeInput(i);
    }
  }

  // (a, tuple, b) becomes (a, t0, t1, b), and the tuple is reconstructed from t0 and t1 for its
  // uses.
  void flattenOutputs(Node* node, Node* insertBefore) {
    for (size_t i = 0; i < node->outputs().size() && !error_;) {
      Value* output = node->output(i);
      if (!output->hasUses()) return;
      if (types::cast<TupleType>(output->type()) == nullptr) {
        ++i;
        continue;
      }
      if (!requirePasses(node)) return;
      size_t size = output->type()->contained().size();
      for (size_t j = 0; j < size; ++j)
        node->insertOutput(i + 1 + j)->setType(output->type()->element(j));
      std::vector<Value*> elements(node->outputs().begin() + static_cast<ptrdiff_t>(i + 1),
                                   node->outputs().begin() + static_cast<ptrdiff_t>(i + 1 + size));
      Node* tuple = node->owningGraph()->createTuple(elements)->insertBefore(insertBefore);
      insertBefore = tuple;
      output->replaceAllUsesWith(tuple->output());
      node->eraseOutput(i);
    }
  }

  static void unfoldConstant(Node* node) {
    const auto* type =
        node->is(prim::Constant) ? types::cast<TupleType>(node->output()->type()) : nullptr;
    if (type == nullptr) return;
    auto value = ir::constantOf(node->output());
    if (!value || !value->isContainer()) return;
    Graph* graph = node->owningGraph();
    WithInsertPoint guard(node);
    std::vector<Value*> elements;
    for (const types::Constant& element : value->elements())
      elements.push_back(graph->insertConstant(element));
    Node* tuple = graph->insertNode(graph->createTuple(elements, type->isNamed() ? type : nullptr));
    for (Value* element : elements) unfoldConstant(element->node());
    node->replaceAllUsesWith(tuple);
  }

  void requireNone(Block* block) {
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) requireNone(inner);
      for (const Value* output : node->outputs()) {
        if (types::cast<TupleType>(output->type()) != nullptr)
          fail("a tuple could not be removed", node);
      }
    }
  }

  std::optional<PassError> error_;
};

}  // namespace

void lowerSimpleTuples(Graph& graph) {
  lowerSimpleTuples(graph.block());
  eliminateDeadCode(graph);
}

std::optional<PassError> lowerAllTuples(Graph& graph) { return Flattener().run(graph); }

}  // namespace ts::passes
