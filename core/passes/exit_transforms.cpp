#include "core/passes/exit_transforms.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/ir/kinds.h"
#include "core/passes/kinds.h"
#include "core/passes/stable_iteration.h"
#include "core/passes/type_sources.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::NodeIterator;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;
using types::TypePtr;
namespace prim = ir::prim;

namespace {

// True when control has left the target when a node or block ends. Throws: it never ends normally,
// so it is compatible with every other status.
enum class Status : uint8_t { Will, Might, Wont, Throws };

Status join(Status onTrue, Status onFalse) {
  if (onTrue == Status::Throws) return onFalse;
  if (onFalse == Status::Throws) return onTrue;
  return onTrue == onFalse ? onTrue : Status::Might;
}

// A bool that records whether the exit was taken, and the values that the exit returns.
struct Exit {
  Value* taken;
  std::vector<Value*> values;
};

// The innermost block around `block` that is not the body of a with statement: with statements have
// no scope of their own.
const Block* enclosingScope(const Block* block) {
  while (block->owningNode() != nullptr && block->owningNode()->is(extra_prim::With))
    block = block->owningNode()->owningBlock();
  return block;
}

bool isInside(const Block* inner, const Block* outer) {
  while (inner != outer && inner->owningNode() != nullptr)
    inner = inner->owningNode()->owningBlock();
  return inner == outer;
}

bool isUsedOutside(const Value* value, const Block* block) {
  return std::any_of(value->uses().begin(), value->uses().end(),
                     [&](const ir::Use& use) { return !isInside(use.user->owningBlock(), block); });
}

// A node whose values are used outside of the block that computes them, because an exit inside of a
// with statement made that block conditional. Returns null if there is none.
const Node* findEscape(const Block* block) {
  for (const Node* node : block->nodes()) {
    for (const Value* output : node->outputs()) {
      if (isUsedOutside(output, enclosingScope(block))) return node;
    }
    for (const Block* inner : node->blocks()) {
      if (const Node* escape = findEscape(inner)) return escape;
    }
  }
  return nullptr;
}

// Removes exits of one kind from a graph.
class ExitTransformer {
 public:
  ExitTransformer(Graph& graph, Symbol exitKind) : graph_(graph), exitKind_(exitKind) {
    WithInsertPoint guard(graph.paramNode()->next());
    true_ = graph.insertConstant(Constant::boolean(true));
    false_ = graph.insertConstant(Constant::boolean(false));
    throws_ = uninitialized(types::boolType());
  }

  // Returns the range of a node in an unreachable with statement whose values are used outside of
  // it, if any.
  std::optional<SourceRange> run() {
    transform(graph_.block());
    return unreached_;
  }

 private:
  Status statusOf(const Exit& exit) const {
    if (exit.taken == true_) return Status::Will;
    if (exit.taken == false_) return Status::Wont;
    return exit.taken == throws_ ? Status::Throws : Status::Might;
  }

  Exit wont() const { return {false_, {}}; }

  // A placeholder of the type, which is never read. There is one per type and type source.
  Value* uninitialized(TypePtr type, const Value* like = nullptr) {
    bool structural = !type->contained().empty();
    TypeSources::Id source = structural && like ? sources_.of(like) : TypeSources::kNowhere;
    for (const Uninitialized& uninitialized : uninitialized_) {
      if (uninitialized.type == type && sources_.same(uninitialized.source, source))
        return uninitialized.value;
    }
    Value* value = graph_.createUninitialized(type)->insertAfter(graph_.paramNode())->output();
    uninitialized_.push_back({type, source, value});
    sources_.record(value, source);
    return value;
  }

  template <typename Values>
  std::vector<Value*> uninitializedLike(const Values& values) {
    std::vector<Value*> result;
    for (const Value* value : values) result.push_back(uninitialized(value->type(), value));
    return result;
  }

  static bool isFunctionBody(const Block* block) {
    return block->owningNode() == nullptr || block->owningNode()->is(prim::Closure);
  }

  // True if exits of this kind lead to the end of this block.
  bool isTarget(const Block* block) const {
    if (exitKind_ == prim::ReturnStmt) return isFunctionBody(block);
    return block->owningNode() != nullptr && block->owningNode()->is(prim::Loop);
  }

  template <typename Values>
  static void replaceOutputs(Block* block, const Values& values) {
    block->removeAllOutputs();
    for (Value* value : values) block->registerOutput(value);
  }

  void addIfOutputs(Node* node, const std::vector<Value*>& onTrue,
                    const std::vector<Value*>& onFalse) {
    for (Value* value : onTrue) node->block(0)->registerOutput(value);
    for (Value* value : onFalse) node->block(1)->registerOutput(value);
    for (size_t i = 0; i < onTrue.size(); ++i) {
      TypePtr type = types::unify(onTrue[i]->type(), onFalse[i]->type(), true);
      Value* output = node->addOutput();
      output->setType(type != nullptr ? type : types::unknownType());
      sources_.record(output, sources_.ofBranches(onTrue[i], onFalse[i]));
    }
  }

  static std::vector<Value*> lastOutputs(const Node* node, size_t count) {
    return {node->outputs().end() - static_cast<ptrdiff_t>(count), node->outputs().end()};
  }

  Exit transformLoop(Node* loop) {
    Block* body = loop->block(0);
    Exit exit = transform(body);
    // A loop whose body always throws may still run zero times.
    Status status = statusOf(exit);
    if (status == Status::Wont || status == Status::Throws) return wont();

    // The loop ends if the exit was taken.
    WithInsertPoint guard(body);
    Node* goOn = graph_.insertNode(graph_.create(prim::If, {exit.taken}, 0));
    goOn->addBlock()->registerOutput(false_);
    goOn->addBlock()->registerOutput(body->outputs()[0]);
    Value* condition = goOn->addOutput();
    condition->setType(types::boolType());
    body->eraseOutput(0);
    body->insertOutput(0, condition);

    // The loop carries `taken` and the values of the exit.
    auto carry = [&](Value* before, Value* inside, TypePtr type) {
      loop->addInput(before);
      Value* output = loop->addOutput();
      output->setType(type);
      sources_.record(output, sources_.of(inside));
      body->addInput()->setType(type);
      body->registerOutput(inside);
      return output;
    };
    Value* taken = carry(false_, exit.taken, types::boolType());
    for (Value* value : exit.values)
      carry(uninitialized(value->type(), value), value, value->type());
    return {taken, lastOutputs(loop, exit.values.size())};
  }

  Exit transformIf(Node* node) {
    Exit onTrue = transform(node->block(0));
    Exit onFalse = transform(node->block(1));
    Status trueStatus = statusOf(onTrue);
    Status falseStatus = statusOf(onFalse);
    Status status = join(trueStatus, falseStatus);
    if (status == Status::Throws) return {throws_, {}};
    if (status == Status::Wont) return wont();

    auto isGone = [](Status status) { return status == Status::Wont || status == Status::Throws; };
    if (isGone(trueStatus)) {
      onTrue.values = uninitializedLike(onFalse.values);
    } else if (isGone(falseStatus)) {
      onFalse.values = uninitializedLike(onTrue.values);
    }

    Value* taken = true_;
    if (status == Status::Might) {
      addIfOutputs(node, {onTrue.taken}, {onFalse.taken});
      taken = node->outputs().back();
    }
    addIfOutputs(node, onTrue.values, onFalse.values);
    return {taken, lastOutputs(node, onTrue.values.size())};
  }

  // Moves the rest of the block into an If that runs it only if the exit was not taken.
  Exit guardRest(Block* block, const Exit& exit, Node* first) {
    Node* guard = graph_.create(prim::If, {exit.taken}, 0)->insertBefore(first);
    Block* left = guard->addBlock();
    Block* rest = guard->addBlock();
    for (Node* node = first; node != block->returnNode();) {
      Node* next = node->next();
      node->moveBefore(rest->returnNode());
      node = next;
    }

    std::vector<Value*> unused = uninitializedLike(block->outputs());
    for (size_t i = 0; i < block->outputs().size(); ++i) {
      left->registerOutput(unused[i]);
      rest->registerOutput(block->outputs()[i]);
      Value* output = guard->addOutput();
      output->setType(block->outputs()[i]->type());
      sources_.record(output, sources_.of(block->outputs()[i]));
    }
    replaceOutputs(block, guard->outputs());
    left->appendNode(graph_.create(exitKind_, std::span<Value* const>(exit.values), 0));
    return transformIf(guard);
  }

  // Destroys code after an exit, which never runs. Its values may still be outputs of the block, so
  // placeholders replace them.
  void destroyFrom(Block* block, Node* first) {
    if (first == block->returnNode()) return;
    for (Node* node = block->returnNode()->prev();;) {
      Node* before = node->prev();
      bool isLast = node == first;
      if (node->is(extra_prim::With)) replaceOutsideUses(node->block(0), node);
      for (Value* output : node->outputs()) {
        if (output->hasUses()) output->replaceAllUsesWith(uninitialized(output->type(), output));
      }
      node->destroy();
      if (isLast) return;
      node = before;
    }
  }

  // Replaces values of an unreachable with statement that are used outside of it.
  void replaceOutsideUses(Block* body, Node* with) {
    for (Node* node : body->nodes()) {
      for (Value* output : node->outputs()) {
        if (!isUsedOutside(output, with->block(0))) continue;
        output->replaceAllUsesWith(uninitialized(output->type(), output));
        unreached_ = node->range();
      }
      if (node->is(extra_prim::With)) replaceOutsideUses(node->block(0), with);
    }
  }

  Exit transformNode(Node* node, Exit exit) {
    if (node->is(prim::RaiseException)) return {throws_, {}};
    if (node->is(exitKind_)) {
      exit = {true_, {node->inputs().begin(), node->inputs().end()}};
      if (exitKind_ == prim::ReturnStmt) node->owningBlock()->returnNode()->setRange(node->range());
      node->destroy();
      return exit;
    }
    if (node->is(prim::If)) return transformIf(node);
    if (node->is(extra_prim::With)) return transform(node->block(0));
    if (node->is(prim::Loop)) return transformLoop(node);
    // An exit from a closure doesn't leave the function around it.
    if (node->is(prim::Closure)) transform(node->block(0));
    return exit;
  }

  Exit transform(Block* block) {
    Block* outerTarget = target_;
    if (isTarget(block)) target_ = block;
    Exit exit = wont();

    for (Node* node = block->paramNode()->next(); node != block->returnNode();) {
      Node* next = node->next();
      exit = transformNode(node, std::move(exit));
      node = next;
      Status status = statusOf(exit);
      if (status == Status::Will || status == Status::Throws) {
        destroyFrom(block, next);
        break;
      }
      if (status == Status::Might) {
        if (next != block->returnNode()) exit = guardRest(block, exit, next);
        break;
      }
    }

    if (target_ == block) {
      finishTarget(block, exit);
      exit = wont();
    }
    target_ = outerTarget;
    return exit;
  }

  // At the target of the exit, the values of the exit become outputs of the block.
  void finishTarget(Block* block, const Exit& exit) {
    Status status = statusOf(exit);
    if (status == Status::Might) {
      Node* choice = block->appendNode(graph_.create(prim::If, {exit.taken}, 0));
      choice->addBlock();
      choice->addBlock();
      addIfOutputs(choice, exit.values, {block->outputs().begin(), block->outputs().end()});
      replaceOutputs(block, choice->outputs());
    } else if (status == Status::Will) {
      replaceOutputs(block, exit.values);
    }
  }

  Graph& graph_;
  Symbol exitKind_;
  Value* true_ = nullptr;
  Value* false_ = nullptr;
  Value* throws_ = nullptr;
  Block* target_ = nullptr;
  std::optional<SourceRange> unreached_;
  struct Uninitialized {
    TypePtr type;
    TypeSources::Id source;
    Value* value;
  };
  std::vector<Uninitialized> uninitialized_;
  TypeSources sources_;
};

// A node inside of a with statement in this block whose values are used outside. A copy of the
// statement could not replace those uses. Returns null if there is none.
const Node* findShared(const Block* block) {
  auto isShared = [](const Node& node) {
    return std::any_of(node.outputs().begin(), node.outputs().end(), [&](const Value* output) {
      return isUsedOutside(output, node.owningBlock());
    });
  };
  const Node* owner = block->owningNode();
  bool isWith = owner != nullptr && owner->is(extra_prim::With);
  for (const Node* node : block->nodes()) {
    if (isWith && isShared(*node)) return node;
    for (const Block* inner : node->blocks()) {
      if (const Node* shared = findShared(inner)) return shared;
    }
  }
  return nullptr;
}

// Joins an If with the If before it when the first one decides the second one's condition. So
//   if x: return 1
//   return 2
//
// becomes one If and not two. Sets `shared` when a with statement prevents the join.
bool joinWithNext(Node* first, const Node*& shared) {
  Node* second = first->next();
  if (!first->is(prim::If) || !second->is(prim::If) || second->input()->node() != first)
    return false;

  size_t offset = second->input()->offset();
  bool decided[2];
  for (size_t i = 0; i < 2; ++i) {
    auto constant = ir::constantOf(first->block(i)->outputs()[offset]);
    if (!constant || !constant->isBool()) return false;
    decided[i] = constant->toBool();
  }
  // Constant propagation handles equal conditions without a copy.
  if (decided[0] == decided[1]) return false;
  for (const Block* block : second->blocks()) {
    if (const Node* sharedBlock = findShared(block)) {
      shared = sharedBlock;
      return false;
    }
  }

  for (size_t i = 0; i < 2; ++i) {
    Block* into = first->block(i);
    auto map = [&](Value* value) {
      return value->node() == first ? into->outputs()[value->offset()] : value;
    };
    const Block* from = second->block(decided[i] ? 0 : 1);
    into->cloneFrom(from, ir::ValueMapping(map));
    if (from->returnNode()->range()) into->returnNode()->setRange(from->returnNode()->range());
  }
  for (Value* output : second->outputs()) {
    Value* joined = first->addOutput();
    joined->copyMetadata(output);
    output->replaceAllUsesWith(joined);
  }
  second->destroy();
  return true;
}

// Joins all such pairs. Sets `shared` to a node of a with statement that prevents a join.
void joinConsecutiveIfs(Block* block, const Node*& shared) {
  auto nodes = block->nodes();
  for (auto at = nodes.begin(); at != nodes.end();) {
    for (Block* inner : at->blocks()) joinConsecutiveIfs(inner, shared);
    // After a join, the node may also join with its next neighbour.
    if (!joinWithNext(*at, shared)) ++at;
  }
}

// ---- with statements: while exits are transformed, the nodes between prim::Enter and prim::Exit
// form a block, so that Exit runs however that block is left.

void findWithPairs(Block* block, std::vector<Node*>& open,
                   std::vector<std::pair<Node*, Node*>>& pairs) {
  for (Node* node : block->nodes()) {
    if (node->is(prim::Enter)) {
      open.push_back(node);
    } else if (node->is(prim::Exit) && !open.empty()) {
      pairs.emplace_back(open.back(), node);
      open.pop_back();
    }
    if (!node->is(prim::If) && !node->is(prim::Loop)) continue;
    for (Block* inner : node->blocks()) findWithPairs(inner, open, pairs);
  }
}

// Returns true if the graph has with statements.
bool wrapWithBodies(Graph& graph) {
  std::vector<Node*> open;
  std::vector<std::pair<Node*, Node*>> pairs;
  findWithPairs(graph.block(), open, pairs);
  // Inner statements first.
  for (auto [enter, exit] : pairs) {
    Node* with = graph.create(extra_prim::With, {}, 0);
    Block* body = with->addBlock();
    Block* end = with->addBlock();
    for (Node* node = enter->next(); node != exit;) {
      Node* next = node->next();
      node->moveBefore(body->returnNode());
      node = next;
    }
    exit->moveBefore(end->returnNode());
    with->insertAfter(enter);
  }
  return !pairs.empty();
}

void unwrapWithBodies(Block* block) {
  for (Node* node : StableNodes(block)) {
    for (Block* inner : node->blocks()) unwrapWithBodies(inner);
    if (!node->is(extra_prim::With)) continue;
    for (Block* inner : node->blocks()) {
      while (!inner->empty()) inner->paramNode()->next()->moveBefore(node);
    }
    node->destroy();
  }
}

}  // namespace

std::optional<PassError> transformExits(Graph& graph) {
  auto refuse = [](const char* message, SourceRange range) {
    return PassError{message, range, diag::Rule::ExitAroundWith};
  };
  bool hasWith = wrapWithBodies(graph);
  for (Symbol kind : {prim::LoopContinuation, prim::ReturnStmt}) {
    if (auto unreached = ExitTransformer(graph, kind).run()) {
      return refuse(
          "TorchScript can't compile this with statement, because it is never reached and sets a "
          "variable: remove the statement",
          *unreached);
    }
  }
  if (const Node* escape = hasWith ? findEscape(graph.block()) : nullptr) {
    return refuse(
        "this value is computed after a conditional return, break or continue in a with statement "
        "and used after that statement, which TorchScript can't compile: leave the with statement "
        "on every path, or compute the value after it",
        escape->range());
  }
  const Node* shared = nullptr;
  joinConsecutiveIfs(graph.block(), shared);
  unwrapWithBodies(graph.block());
  if (shared != nullptr) {
    return refuse(
        "TorchScript can't compile this with statement: a value that it sets or returns is used "
        "after it, and an earlier return, break or continue may skip it; write that exit as an if "
        "with an else",
        shared->range());
  }
  return std::nullopt;
}

}  // namespace ts::passes
