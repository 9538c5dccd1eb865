// Checks that a graph is well-formed. The first fault ends the walk, because later faults are
// usually its consequences.
#include <algorithm>
#include <array>

#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {

using types::TypeKind;

namespace {

// Returns a node's first printed line, for messages.
std::string headline(const Node* node) {
  std::string text = print(*node, {.locations = false});
  return text.substr(0, text.find('\n'));
}

bool fits(TypePtr actual, TypePtr formal) { return types::isSubtype(actual, formal); }

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph), all_(graph.allNodes()) {}

  std::string run() {
    if (!block(graph_.block(), nullptr)) return fault_;
    for (const Node* node : all_) {
      if (!placed_.contains(node)) return "a node is in no block: " + headline(node);
    }
    return {};
  }

 private:
  bool fail(std::string problem, const Node* node) {
    fault_ = std::move(problem) + ": " + headline(node);
    return false;
  }

  static std::string name(const Value* value) { return "%" + value->printedName(); }

  bool block(const Block* block, const Node* owner) {
    if (block->owningGraph() != &graph_)
      return fail("a block belongs to another graph", block->paramNode());
    if (block->owningNode() != owner)
      return fail("a block's owner isn't the node that contains it", block->paramNode());
    if (!block->paramNode()->inputs().empty())
      return fail("a param node has inputs", block->paramNode());
    size_t outside = scope_.size();
    const Node* node = block->paramNode();
    if (!enter(node, block) || !define(node)) return false;
    while (node != block->returnNode()) {
      const Node* next = node->next();
      if (next == nullptr || next->prev() != node)
        return fail("the list of nodes is broken after", node);
      if (next->owningBlock() != block)
        return fail("a node refers to a block that doesn't contain it", next);
      if (!node->isBefore(next))
        return fail("a node's position must be greater than its predecessor's", next);
      node = next;
      if (!this->node(node, block)) return false;
    }
    if (!node->outputs().empty()) return fail("a return node has outputs", node);
    for (; scope_.size() > outside; scope_.pop_back()) visible_.erase(scope_.back());
    return true;
  }

  // Registers the node; fails if it was already in another position.
  bool enter(const Node* node, const Block* block) {
    if (node->owningBlock() != block)
      return fail("a node refers to a block that doesn't contain it", node);
    if (node->owningGraph() != &graph_) return fail("a node belongs to another graph", node);
    if (!all_.contains(node)) return fail("the graph doesn't own a node", node);
    if (!placed_.insert(node).second) return fail("a node is in the graph twice", node);
    return true;
  }

  bool node(const Node* node, const Block* block) {
    if (!enter(node, block)) return false;
    bool isReturn = node == block->returnNode();
    if (node->is(prim::Param) || (node->is(prim::Return) && !isReturn)) {
      return fail("a param or return node is among ordinary nodes", node);
    }
    for (size_t i = 0; i < node->inputs().size(); ++i) {
      const Value* input = node->input(i);
      if (input == nullptr) return fail("input " + std::to_string(i) + " is missing", node);
      if (!visible_.contains(input))
        return fail(name(input) + " is used where it isn't defined", node);
      Use use{const_cast<Node*>(node), i};
      if (std::count(input->uses().begin(), input->uses().end(), use) != 1) {
        return fail(name(input) + " doesn't list its use as input " + std::to_string(i), node);
      }
    }
    for (const Block* nested : node->blocks()) {
      if (!this->block(nested, node)) return false;
    }
    return define(node) && (isReturn || checkKind(node));
  }

  bool define(const Node* node) {
    for (size_t i = 0; i < node->outputs().size(); ++i) {
      const Value* output = node->output(i);
      if (output->node() != node || output->offset() != i)
        return fail(name(output) + " isn't output " + std::to_string(i), node);
      if (output->type() == nullptr) return fail(name(output) + " has no type", node);
      if (!uniques_.insert(output->unique()).second)
        return fail("the number of " + name(output) + " is taken", node);
      if (output->hasDebugName() && !names_.insert(output->debugName()).second) {
        return fail("the name " + name(output) + " is taken", node);
      }
      for (const Use& use : output->uses()) {
        bool isLive = all_.contains(use.user);
        if (!isLive || use.offset >= use.user->inputs().size() ||
            use.user->input(use.offset) != output) {
          return fail(name(output) + " lists a use that doesn't exist", node);
        }
      }
      visible_.insert(output);
      scope_.push_back(output);
    }
    return true;
  }

  // ---- rules of single node kinds

  struct Rule {
    Symbol kind;
    bool (Verifier::*check)(const Node*);
  };

  bool checkKind(const Node* node) {
    static const std::array kRules = {
        Rule{prim::If, &Verifier::ifNode},
        Rule{prim::Loop, &Verifier::loopNode},
        Rule{prim::Constant, &Verifier::constantNode},
        Rule{prim::ListConstruct, &Verifier::listNode},
        Rule{prim::TupleConstruct, &Verifier::tupleNode},
        Rule{prim::TupleUnpack, &Verifier::unpackNode},
    };
    for (const Rule& rule : kRules) {
      if (node->is(rule.kind) && !(this->*rule.check)(node)) return false;
    }
    if (const AttributeValue* attribute = node->attribute(attr::Subgraph)) {
      if (const auto* graph = std::get_if<GraphPtr>(attribute)) return subgraph(node, **graph);
    }
    return true;
  }

  bool subgraph(const Node* node, const Graph& graph) {
    std::string fault = verify(graph);
    return fault.empty() || fail("in the graph of a node, " + fault, node);
  }

  // Checks a value that is passed on to another value, e.g. a block's output to the node's output.
  bool flow(const Value* from, const Value* to, const Node* node) {
    if (fits(from->type(), to->type())) return true;
    return fail(name(from) + " of type " + from->type()->str() + " goes into " + name(to) +
                    " of type " + to->type()->str(),
                node);
  }

  bool ifNode(const Node* node) {
    if (node->inputs().size() != 1 || !fits(node->input()->type(), types::boolType())) {
      return fail("an If must have one bool input", node);
    }
    if (node->blocks().size() != 2) return fail("an If must have two blocks", node);
    for (const Block* block : node->blocks()) {
      if (!block->inputs().empty()) return fail("a block of an If must not have inputs", node);
      if (block->outputs().size() != node->outputs().size()) {
        return fail("a block of an If must return as many values as the If", node);
      }
      for (size_t i = 0; i < block->outputs().size(); ++i) {
        if (!flow(block->outputs()[i], node->output(i), node)) return false;
      }
    }
    return true;
  }

  bool loopNode(const Node* node) {
    if (node->blocks().size() != 1) return fail("a Loop must have one block", node);
    const Block* body = node->block(0);
    size_t carried = node->outputs().size();
    if (node->inputs().size() != carried + 2 || body->inputs().size() != carried + 1 ||
        body->outputs().size() != carried + 1) {
      return fail("the inputs of a Loop must be a trip count, a condition and a value per output",
                  node);
    }
    if (!fits(node->input(0)->type(), types::intType()) ||
        !fits(body->inputs()[0]->type(), types::intType())) {
      return fail("the trip count of a Loop must be an int", node);
    }
    if (!fits(node->input(1)->type(), types::boolType()) ||
        !fits(body->outputs()[0]->type(), types::boolType())) {
      return fail("the condition of a Loop must be a bool", node);
    }
    for (size_t i = 0; i < carried; ++i) {
      if (!flow(node->input(i + 2), body->inputs()[i + 1], node) ||
          !flow(node->input(i + 2), node->output(i), node) ||
          !flow(body->outputs()[i + 1], body->inputs()[i + 1], node) ||
          !flow(body->outputs()[i + 1], node->output(i), node)) {
        return false;
      }
    }
    return true;
  }

  bool constantNode(const Node* node) {
    if (!node->inputs().empty() || node->outputs().size() != 1)
      return fail("a constant must have no inputs and one output", node);
    const AttributeValue* stored = node->attribute(attr::value);
    if (stored == nullptr) {
      return node->mustBeNone() || fail("a constant other than None must have a value", node);
    }
    if (!std::holds_alternative<Constant>(*stored))
      return fail("the value of a constant must be stored as a Constant", node);
    return true;
  }

  bool listNode(const Node* node) {
    TypePtr type = node->output()->type();
    if (type->isUnknown()) return true;
    if (!type->is(TypeKind::List))
      return fail("the output of a ListConstruct must be a list", node);
    for (const Value* input : node->inputs()) {
      if (!fits(input->type(), type->element()))
        return fail(name(input) + " doesn't have the element type of the list", node);
    }
    return true;
  }

  bool tupleNode(const Node* node) {
    const auto* type = types::cast<types::TupleType>(node->output()->type());
    // The parser creates a class for a named tuple whose fields the text does not contain.
    if (type == nullptr) return true;
    if (type->contained().size() != node->inputs().size())
      return fail("a tuple must have as many elements as its type", node);
    for (size_t i = 0; i < node->inputs().size(); ++i) {
      if (!fits(node->input(i)->type(), type->element(i))) {
        return fail(name(node->input(i)) + " doesn't fit into the tuple", node);
      }
    }
    return true;
  }

  bool unpackNode(const Node* node) {
    if (node->inputs().size() != 1) return fail("a TupleUnpack must have one tuple as input", node);
    const auto* type = types::cast<types::TupleType>(node->input()->type());
    if (type != nullptr && type->contained().size() != node->outputs().size()) {
      return fail("a TupleUnpack must have an output per tuple element", node);
    }
    return true;
  }

  const Graph& graph_;
  std::unordered_set<const Node*> all_;
  std::string fault_;
  std::unordered_set<const Node*> placed_;
  std::unordered_set<const Value*> visible_;
  std::vector<const Value*> scope_;
  std::unordered_set<size_t> uniques_;
  std::unordered_set<std::string> names_;
};

}  // namespace

std::string verify(const Graph& graph) { return Verifier(graph).run(); }

}  // namespace ts::ir
