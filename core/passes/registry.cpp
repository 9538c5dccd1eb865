#include "core/passes/registry.h"

#include "core/ir/kinds.h"
#include "core/passes/annotate_warns.h"
#include "core/passes/canonicalize_modified_loops.h"
#include "core/passes/canonicalize_outputs.h"
#include "core/passes/common_subexpression_elimination.h"
#include "core/passes/constant_pooling.h"
#include "core/passes/constant_propagation.h"
#include "core/passes/convert_to_ssa.h"
#include "core/passes/dead_code_elimination.h"
#include "core/passes/exit_transforms.h"
#include "core/passes/inline_forked_closures.h"
#include "core/passes/inline_loop_condition.h"
#include "core/passes/inliner.h"
#include "core/passes/lift_closures.h"
#include "core/passes/lower_tuples.h"
#include "core/passes/normalize_ops.h"
#include "core/passes/peephole.h"
#include "core/passes/pipeline.h"

namespace ts::passes {

namespace {

// Wraps a pass that can't fail.
template <auto pass>
std::optional<PassError> always(ir::Graph& graph) {
  pass(graph);
  return std::nullopt;
}

bool hasFinishedLoop(const ir::Block* block) {
  for (const ir::Node* node : block->nodes()) {
    if (node->is(ir::prim::Loop) && node->blocks().size() == 1) return true;
    for (const ir::Block* inside : node->blocks())
      if (hasFinishedLoop(inside)) return true;
  }
  return false;
}

// Wraps a pass for graphs as the compiler emits them: their loops have a block for the condition.
template <auto pass>
std::optional<PassError> ofEmitted(ir::Graph& graph) {
  if (hasFinishedLoop(graph.block()))
    return PassError{"it is for graphs that the compiler has just emitted; this one is finished",
                     {}};
  return pass(graph);
}

std::optional<PassError> peephole(ir::Graph& graph) {
  optimizePeephole(graph);
  return std::nullopt;
}

constexpr Pass kPasses[] = {
    {"annotate-warns", "numbers each warning", always<annotateWarns>},
    {"canonicalize-modified-loops", "turns loops with a count and a condition into while loops",
     always<canonicalizeModifiedLoops>},
    {"canonicalize-outputs", "sorts the outputs of If and Loop by first use",
     always<canonicalizeOutputs>},
    {"cleanup", "runs the cleanup passes after compilation, in order", runCleanupPasses},
    {"common-subexpression-elimination", "computes equal expressions once",
     always<eliminateCommonSubexpressions>},
    {"constant-pooling", "moves constants to the front and merges equal ones",
     always<poolConstants>},
    {"constant-propagation", "evaluates constant nodes, also on containers without writes",
     always<propagateConstants>},
    {"constant-propagation-immutable-types", "evaluates constant nodes on immutable values",
     always<propagateImmutableConstants>},
    {"convert-to-ssa", "turns variables into values", ofEmitted<convertToSsa>},
    {"dead-code-elimination", "removes nodes whose results are not needed",
     always<eliminateDeadCode>},
    {"dead-code-elimination-without-aliases",
     "the same, but keeps every node that writes to an input",
     always<eliminateDeadCodeWithoutAliases>},
    {"exit-transforms", "turns early exits into ordinary control flow", transformExits},
    {"finish-emitted", "runs all passes after the emitter, in order", ofEmitted<finishEmitted>},
    {"inline", "inlines calls of functions and methods", always<inlineCalls>},
    {"inline-forked-closures", "converts forked closures to fork nodes with a graph",
     inlineForkedClosures},
    {"inline-loop-condition", "moves the condition of a loop into its inputs and outputs",
     ofEmitted<always<inlineLoopConditions>>},
    {"lift-closures", "moves closures into graphs of their own", liftClosures},
    {"lower-all-tuples", "removes all tuples", lowerAllTuples},
    {"lower-simple-tuples", "replaces tuple accesses by the tuple elements",
     always<lowerSimpleTuples>},
    {"normalize-ops", "replaces operator aliases by canonical names", always<normalizeOps>},
    {"peephole", "simplifies small patterns", peephole},
};

}  // namespace

std::span<const Pass> allPasses() { return kPasses; }

const Pass* findPass(std::string_view name) {
  for (const Pass& pass : kPasses) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

}  // namespace ts::passes
