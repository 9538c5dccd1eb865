#include "core/passes/inliner.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "core/base/limit_error.h"
#include "core/ir/kinds.h"
#include "core/passes/constant_pooling.h"
#include "core/passes/constant_propagation.h"
#include "core/passes/peephole.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::CallStack;
using ir::CallStackPtr;
using ir::Function;
using ir::Graph;
using ir::GraphPtr;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;

namespace {

class Inliner {
 public:
  explicit Inliner(bool notesAll) : notesAll_(notesAll) {}

  void run(Block* block) {
    for (Node* node : StableNodes(block)) {
      if (node->is(prim::CallFunction)) {
        const auto* type = types::cast<types::FunctionType>(node->input(0)->type());
        if (type == nullptr || !canInline(type->function())) continue;
        node->removeInput(0);
        inlineCall(node, type->function());
      } else if (node->is(prim::CallMethod)) {
        const auto* type = types::cast<types::ClassType>(node->input(0)->type());
        Function* method =
            type == nullptr ? nullptr : type->method(node->get<std::string>(ir::attr::name));
        if (canInline(method)) inlineCall(node, method);
      } else {
        for (Block* inner : node->blocks()) run(inner);
      }
    }
  }

 private:
  // Recursive calls are not inlined.
  bool canInline(const Function* function) const {
    return function != nullptr && function->graph != nullptr && !open_.contains(function);
  }

  GraphPtr optimized(const Function* function) {
    GraphPtr& graph = optimized_[function];
    if (graph == nullptr) {
      open_.insert(function);
      GraphPtr copy = function->graph->copy();
      run(copy->block());
      optimizePeephole(*copy, {.shapes = false});
      propagateImmutableConstants(*copy);
      poolConstants(*copy);
      open_.erase(function);
      optimized_[function] = copy;
      return copy;
    }
    return graph;
  }

  static size_t countNodes(const Block& block) {
    size_t count = 0;
    for (const Node* node : block.nodes()) {
      ++count;
      for (const Block* inner : node->blocks()) count += countNodes(*inner);
    }
    return count;
  }

  void inlineCall(Node* call, Function* callee) {
    ir::WithInsertPoint guard(call);
    GraphPtr body = optimized(callee);
    copied_ += countNodes(*body->block());
    if (copied_ > kMaxInlinedNodes)
      throw LimitError(
          fmt::format("inlining the calls makes more than {} nodes", kMaxInlinedNodes));
    ir::ValueMap values;
    const Node* before = call->prev();
    std::vector<Value*> outputs = call->owningGraph()->inlineCopy(*body, call->inputs(), &values);
    if (notesAll_) {
      Extended extended;
      for (Node* node = before->next(); node != call; node = node->next())
        noteAll(node, extended, call, callee);
    } else {
      noteCall(*body, values, call, callee);
    }
    for (size_t i = 0; i < outputs.size() && i < call->outputs().size(); ++i) {
      Value* old = call->output(i);
      if (old->hasDebugName()) outputs[i]->setDebugName(old->debugName());
      old->replaceAllUsesWith(outputs[i]);
    }
    call->destroy();
  }

  // Nodes share call stacks.
  using Extended = std::unordered_map<const CallStack*, CallStackPtr>;
  static void note(Node* node, Extended& extended, const Node* call, Function* callee) {
    CallStackPtr& stack = extended[node->callStack().get()];
    if (stack == nullptr) stack = extend(node->callStack(), callee, call->range());
    node->setCallStack(stack);
  }
  static void noteAll(Node* node, Extended& extended, const Node* call, Function* callee) {
    note(node, extended, call, callee);
    for (Block* inner : node->blocks())
      for (Node* nested : inner->nodes()) noteAll(nested, extended, call, callee);
  }
  // As in PyTorch, only top-level nodes with outputs get the call.
  void noteCall(const Graph& body, const ir::ValueMap& values, const Node* call, Function* callee) {
    Extended extended;
    for (Node* original : body.nodes())
      if (!original->outputs().empty())
        note(values.at(original->output(0))->node(), extended, call, callee);
  }

  // The new call becomes the outermost one.
  static CallStackPtr extend(const CallStackPtr& inner, Function* callee, SourceRange site) {
    if (inner == nullptr) return std::make_shared<CallStack>(CallStack{nullptr, callee, site});
    return std::make_shared<CallStack>(
        CallStack{extend(inner->caller, callee, site), inner->function, inner->callSite});
  }

  const bool notesAll_;  // else as PyTorch
  std::unordered_map<const Function*, GraphPtr> optimized_;
  std::unordered_set<const Function*> open_;
  size_t copied_ = 0;  // nodes
};

}  // namespace

void inlineCalls(Graph& graph) { Inliner(false).run(graph.block()); }
void inlineCallsToRun(Graph& graph) { Inliner(true).run(graph.block()); }

}  // namespace ts::passes
