#include "core/passes/annotate_warns.h"

#include <atomic>

#include "core/ir/kinds.h"
#include "core/passes/kinds.h"

namespace ts::passes {

namespace {

constinit std::atomic<int64_t> next = 0;

void annotate(ir::Block* block) {
  for (ir::Node* node : block->nodes()) {
    for (ir::Block* inner : node->blocks()) annotate(inner);
    if (node->is(aten::warn)) node->set(ir::attr::warn_id, next++);
  }
}

}  // namespace

void annotateWarns(ir::Graph& graph) { annotate(graph.block()); }

}  // namespace ts::passes
