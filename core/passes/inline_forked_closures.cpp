#include "core/passes/inline_forked_closures.h"

#include "core/ir/kinds.h"
#include "core/passes/kinds.h"
#include "core/passes/pipeline.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;
namespace attr = ir::attr;

namespace {

class ClosureInliner {
 public:
  std::optional<PassError> run(Block* block) {
    visit(block);
    return std::move(error_);
  }

 private:
  void visit(Block* block) {
    for (Node* node : StableNodes(block)) {
      if (node->is(prim::forkClosure)) {
        inlineClosure(node, prim::fork);
      } else if (node->is(extra_prim::awaitableClosure)) {
        inlineClosure(node, prim::awaitable);
      } else {
        for (Block* inner : node->blocks()) visit(inner);
      }
    }
  }

  void fail(const char* message, const Node* node) {
    if (!error_) error_ = {message, node->range(), diag::Rule::NotCallable};
  }

  void inlineClosure(Node* forkClosure, Symbol kind) {
    const Node* both = forkClosure->input()->node();
    if (both->inputs().size() != 2 || !both->input(0)->node()->is(prim::Closure) ||
        !both->input(1)->node()->is(prim::TupleConstruct)) {
      return fail("only a function can be forked", forkClosure);
    }
    const Node* context = both->input(1)->node();
    Graph* outer = forkClosure->owningGraph();
    ir::GraphPtr body = both->input(0)->node()->get<ir::GraphPtr>(attr::Subgraph)->copy();
    if (body->inputs().size() != 1 ||
        types::cast<types::TupleType>(body->inputs()[0]->type()) == nullptr) {
      return fail("a lambda with parameters can't be forked", forkClosure);
    }
    Node* fork = outer->create(kind)->insertAfter(forkClosure)->setRange(forkClosure->range());

    Value* packed = body->inputs()[0];
    Node* unpack = packed->uses().empty() ? nullptr : packed->uses()[0].user;
    for (size_t i = 0; i < context->inputs().size(); ++i) {
      Value* captured = context->input(i);
      fork->addInput(captured);
      Value* input = body->insertInput(i);
      input->copyMetadata(captured);
      if (unpack != nullptr) unpack->output(i)->replaceAllUsesWith(input);
    }
    if (unpack != nullptr) unpack->destroy();
    body->eraseInput(body->inputs().size() - 1);
    fork->output()->copyMetadata(forkClosure->output());
    forkClosure->output()->replaceAllUsesWith(fork->output());
    forkClosure->destroy();
    fork->set(attr::Subgraph, body);
    auto error = runCleanupPasses(*body);
    if (error && !error_) error_ = std::move(error);
  }

  std::optional<PassError> error_;
};

}  // namespace

std::optional<PassError> inlineForkedClosures(Graph& graph) {
  return ClosureInliner().run(graph.block());
}

}  // namespace ts::passes
