#include "core/jit/eval_version.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/ir/kinds.h"
#include "core/passes/stable_iteration.h"

namespace ts::jit {
namespace {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;

constexpr std::string_view kTraining = "training";

std::string_view fieldOf(const Node& node) {
  return std::get<std::string>(*node.attribute(ir::attr::name));
}

// The reads of `training`, and whether other code can write attributes while the graph runs.
struct Survey {
  std::vector<Node*> reads;
  size_t nodes = 0;
  bool mayChange = false;

  void visit(Block& block) {
    static const std::array kCalls{ir::prim::CallFunction, ir::prim::CallMethod, ir::prim::PythonOp,
                                   ir::prim::fork, ir::prim::Enter};
    for (Node* node : block.nodes()) {
      ++nodes;
      if (node->is(ir::prim::GetAttr) && fieldOf(*node) == kTraining) reads.push_back(node);
      mayChange |= node->is(ir::prim::SetAttr) && fieldOf(*node) == kTraining;
      mayChange |= std::ranges::find(kCalls, node->kind()) != kCalls.end();
      for (Block* inner : node->blocks()) visit(*inner);
    }
  }
};

// The attributes that lead from a parameter of the graph to an object, outermost first; nullopt for
// an object from elsewhere.
std::optional<std::vector<const Node*>> pathTo(const Graph& graph, const Value* object) {
  std::vector<const Node*> path;
  while (object->node()->is(ir::prim::GetAttr)) {
    path.insert(path.begin(), object->node());
    object = object->node()->input(0);
  }
  if (object->node() != graph.paramNode()) return std::nullopt;
  return path;
}

// Reads attributes before the rest of the graph, each of them once.
class Reader {
 public:
  explicit Reader(Graph& graph) : graph_(graph) {}
  Value* read(Value* object, const Node& like) {
    for (const Node* node : nodes_)
      if (node->input(0) == object && fieldOf(*node) == fieldOf(like)) return node->output();
    Node* node = graph_.createGetAttr(object, fieldOf(like));
    node->setRange(like.range());
    node->setCallStack(like.callStack());
    graph_.insertNode(node);
    nodes_.push_back(node);
    return node->output();
  }

 private:
  Graph& graph_;
  std::vector<const Node*> nodes_;
};

}  // namespace

void addEvalVersion(Graph& graph) {
  Survey survey;
  survey.visit(*graph.block());
  if (survey.mayChange || survey.nodes > kMaxVersionedNodes) return;

  // Attributes of modules: the path to them does not change while the graph runs.
  struct Read {
    size_t index;  // in survey.reads
    std::vector<const Node*> path;
  };
  std::vector<Read> reads;
  for (size_t i = 0; i < survey.reads.size(); ++i) {
    const Node* node = survey.reads[i];
    auto path = pathTo(graph, node->input(0));
    const bool isModules = path && std::ranges::all_of(*path, [](const Node* step) {
                             const auto* type =
                                 types::cast<types::ClassType>(step->output()->type());
                             return type != nullptr && type->isModule();
                           });
    if (isModules && node->output()->type() == types::boolType())
      reads.push_back({i, std::move(*path)});
  }
  if (reads.empty()) return;

  Block* const body = graph.block();
  std::vector<Node*> originals;
  for (Node* node : body->nodes()) originals.push_back(node);
  const ir::WithInsertPoint point(originals.front());
  Reader reader(graph);
  std::vector<Value*> modes;
  for (const auto& [index, path] : reads) {
    const Node* node = survey.reads[index];
    Value* object = node->input(0);
    if (!path.empty()) object = path.front()->input(0);
    for (const Node* step : path) object = reader.read(object, *step);
    Value* const training = reader.read(object, *node);
    if (std::ranges::find(modes, training) == modes.end()) modes.push_back(training);
  }
  Value* any = modes.front();
  static const Symbol kOr = Symbol::intern("aten::__or__");
  for (Value* training : std::span(modes).subspan(1)) {
    Node* either = graph.create(kOr, {any, training});
    either->setRange(any->node()->range());
    either->output()->setType(types::boolType());
    any = graph.insertNode(either)->output();
  }

  Node* choice = graph.create(ir::prim::If, {any}, 0);
  choice->setRange(any->node()->range());
  graph.insertNode(choice);
  Block* const original = choice->addBlock();
  Block* const eval = choice->addBlock();
  for (Node* node : originals) node->moveBefore(original->returnNode());
  for (Value* result : body->outputs()) {
    original->registerOutput(result);
    choice->addOutput()->copyMetadata(result);
  }
  const auto same = [](Value* value) { return value; };
  eval->cloneFrom(original, ir::ValueMapping(same));
  for (size_t i = 0; i < body->outputs().size(); ++i) body->replaceOutput(i, choice->output(i));

  // The reads of the copy are found by their order, which is that of the original.
  Survey copied;
  copied.visit(*eval);
  for (const Read& each : reads) {
    Node* const read = copied.reads[each.index];
    Node* constant = graph.createConstant(types::Constant::boolean(false));
    constant->setRange(read->range())->insertBefore(read);
    read->output()->replaceAllUsesWith(constant->output());
    read->destroy();
  }
}

}  // namespace ts::jit
