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

// Whether a node or a block has left for good when it is done. Throws: it never is done, so that
// what follows may be taken as left too.
enum class Status : uint8_t { Will, Might, Wont, Throws };

Status join(Status onTrue, Status onFalse) {
  if (onTrue == Status::Throws) return onFalse;
  if (onFalse == Status::Throws) return onTrue;
  return onTrue == onFalse ? onTrue : Status::Might;
}

// A bool that says whether the exit was taken, and what it takes along.
struct Exit {
  Value* taken;
  std::vector<Value*> values;
};

// A with statement shares the values of the block that it stands in: this one.
const Block* homeOf(const Block* block) {
  while (block->owningNode() != nullptr && block->owningNode()->is(more::With))
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

// A node whose values an exit inside of a with statement made conditional, while what follows the
// statement uses them where they don't exist. Null: none.
const Node* findEscape(const Block* block) {
  for (const Node* node : block->nodes()) {
    for (const Value* output : node->outputs()) {
      if (isUsedOutside(output, homeOf(block))) return node;
    }
    for (const Block* inner : node->blocks()) {
      if (const Node* found = findEscape(inner)) return found;
    }
  }
  return nullptr;
}

// One transformation, of one kind of exit.
class ExitTransformer {
 public:
  ExitTransformer(Graph& graph, Symbol exitKind) : graph_(graph), exitKind_(exitKind) {
    WithInsertPoint guard(graph.paramNode()->next());
    true_ = graph.insertConstant(Constant::boolean(true));
    false_ = graph.insertConstant(Constant::boolean(false));
    throws_ = uninitialized(types::boolType());
  }

  // Where a with statement stands that is never reached and whose values others use, if there is
  // one.
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

  // One value a type, never read.
  Value* uninitialized(TypePtr type, const Value* like = nullptr) {
    bool structural = !type->contained().empty();
    TypeSources::Id source = structural && like ? sources_.of(like) : TypeSources::kNowhere;
    for (const Uninitialized& made : uninitialized_) {
      if (made.type == type && sources_.same(made.source, source)) return made.value;
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

  // Whether exits of the kind lead to the end of this block.
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
    // Of a loop whose body always throws nobody knows that it is entered.
    Status status = statusOf(exit);
    if (status == Status::Wont || status == Status::Throws) return wont();

    // The loop ends when the exit was taken.
    WithInsertPoint guard(body);
    Node* goOn = graph_.insertNode(graph_.create(prim::If, {exit.taken}, 0));
    goOn->addBlock()->registerOutput(false_);
    goOn->addBlock()->registerOutput(body->outputs()[0]);
    Value* condition = goOn->addOutput();
    condition->setType(types::boolType());
    body->eraseOutput(0);
    body->insertOutput(0, condition);

    // Whether it was, and what it takes along, come out of the loop.
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

    auto isGone = [](Status one) { return one == Status::Wont || one == Status::Throws; };
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

  // Puts the rest of the block into an If that runs it when the exit wasn't taken.
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

  // What follows an exit never runs. Its values may be outputs of the block all the same.
  void destroyFrom(Block* block, Node* first) {
    if (first == block->returnNode()) return;
    for (Node* node = block->returnNode()->prev();;) {
      Node* before = node->prev();
      bool isLast = node == first;
      if (node->is(more::With)) giveUpValues(node->block(0), node);
      for (Value* output : node->outputs()) {
        if (output->hasUses()) output->replaceAllUsesWith(uninitialized(output->type(), output));
      }
      node->destroy();
      if (isLast) return;
      node = before;
    }
  }

  // A with statement goes away, and with it what others may use.
  void giveUpValues(Block* body, Node* with) {
    for (Node* node : body->nodes()) {
      for (Value* output : node->outputs()) {
        if (!isUsedOutside(output, with->block(0))) continue;
        output->replaceAllUsesWith(uninitialized(output->type(), output));
        unreached_ = node->range();
      }
      if (node->is(more::With)) giveUpValues(node->block(0), with);
    }
  }

  Exit transformNode(Node* node, Exit exit) {
    if (node->is(prim::RaiseException)) return {throws_, {}};
    if (node->is(exitKind_)) {
      exit = {true_, {node->inputs().begin(), node->inputs().end()}};
      node->destroy();
      return exit;
    }
    if (node->is(prim::If)) return transformIf(node);
    if (node->is(more::With)) return transform(node->block(0));
    if (node->is(prim::Loop)) return transformLoop(node);
    // What leaves a closure doesn't leave what declares it.
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

  // Where the exit leads to, its values become the block's.
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

// A node of a with statement in the block whose values others use: a copy of the statement would
// not be theirs. Null: none.
const Node* findShared(const Block* block) {
  auto isShared = [](const Node& node) {
    return std::any_of(node.outputs().begin(), node.outputs().end(), [&](const Value* output) {
      return isUsedOutside(output, node.owningBlock());
    });
  };
  const Node* owner = block->owningNode();
  bool isWith = owner != nullptr && owner->is(more::With);
  for (const Node* node : block->nodes()) {
    if (isWith && isShared(*node)) return node;
    for (const Block* inner : node->blocks()) {
      if (const Node* found = findShared(inner)) return found;
    }
  }
  return nullptr;
}

// An If right behind the If that decides it: their blocks are joined, so that
//   if x: return 1
//   return 2
// is one If and not two.
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
  // The same in both: constant propagation does it, without a copy.
  if (decided[0] == decided[1]) return false;
  for (const Block* block : second->blocks()) {
    if (const Node* found = findShared(block)) {
      shared = found;
      return false;
    }
  }

  for (size_t i = 0; i < 2; ++i) {
    Block* into = first->block(i);
    auto map = [&](Value* value) {
      return value->node() == first ? into->outputs()[value->offset()] : value;
    };
    into->cloneFrom(second->block(decided[i] ? 0 : 1), ir::ValueMapping(map));
  }
  for (Value* output : second->outputs()) {
    Value* joined = first->addOutput();
    joined->copyMetadata(output);
    output->replaceAllUsesWith(joined);
  }
  second->destroy();
  return true;
}

// Sets shared where a with statement is in the way.
void joinConsecutiveIfs(Block* block, const Node*& shared) {
  auto nodes = block->nodes();
  for (auto at = nodes.begin(); at != nodes.end();) {
    for (Block* inner : at->blocks()) joinConsecutiveIfs(inner, shared);
    // After a join the node may join with its new neighbour, too.
    if (!joinWithNext(*at, shared)) ++at;
  }
}

// ---- with statements: while exits are transformed, what stands between prim::Enter and prim::Exit
// is a block, so that Exit runs whatever happens there.

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

// Whether there are any.
bool wrapWithBodies(Graph& graph) {
  std::vector<Node*> open;
  std::vector<std::pair<Node*, Node*>> pairs;
  findWithPairs(graph.block(), open, pairs);
  // Inner ones first.
  for (auto [enter, exit] : pairs) {
    Node* with = graph.create(more::With, {}, 0);
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
  for (Node* node : SteadyNodes(block)) {
    for (Block* inner : node->blocks()) unwrapWithBodies(inner);
    if (!node->is(more::With)) continue;
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
          "this with statement is never reached and sets a variable, which TorchScript can't "
          "compile: remove it",
          *unreached);
    }
  }
  if (const Node* escape = hasWith ? findEscape(graph.block()) : nullptr) {
    return refuse(
        "what is computed here, behind a conditional return, break or continue of a with "
        "statement, is used after the with statement: TorchScript can't carry it out; leave the "
        "with statement on every path, or compute it there",
        escape->range());
  }
  const Node* shared = nullptr;
  joinConsecutiveIfs(graph.block(), shared);
  unwrapWithBodies(graph.block());
  if (shared != nullptr) {
    return refuse(
        "what this with statement sets or returns is used after it, and an earlier return, break "
        "or "
        "continue decides whether it is reached: TorchScript can't compile the two together; write "
        "the earlier one as an if with an else",
        shared->range());
  }
  return std::nullopt;
}

}  // namespace ts::passes
