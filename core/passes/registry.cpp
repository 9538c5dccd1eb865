#include "core/passes/registry.h"

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

// A pass that can't fail, as one that could.
template <auto pass>
std::optional<PassError> always(ir::Graph& graph) {
  pass(graph);
  return std::nullopt;
}

std::optional<PassError> peephole(ir::Graph& graph) {
  optimizePeephole(graph);
  return std::nullopt;
}

constexpr Pass kPasses[] = {
    {"annotate-warns", "gives each warning a number", always<annotateWarns>},
    {"canonicalize-modified-loops", "makes loops with a count and a condition count themselves",
     always<canonicalizeModifiedLoops>},
    {"canonicalize-outputs", "sorts the outputs of If and Loop by first use",
     always<canonicalizeOutputs>},
    {"cleanup", "runs what follows the compiler, in order", runCleanupPasses},
    {"common-subexpression-elimination", "computes equal expressions once",
     always<eliminateCommonSubexpressions>},
    {"constant-pooling", "moves constants to the front and joins equal ones",
     always<poolConstants>},
    {"constant-propagation", "computes what can be, also on containers that nobody changes",
     always<propagateConstants>},
    {"constant-propagation-immutable-types", "computes what can be, on immutable values",
     always<propagateImmutableConstants>},
    {"convert-to-ssa", "turns variables into values", convertToSsa},
    {"dead-code-elimination", "removes what nobody needs", always<eliminateDeadCode>},
    {"dead-code-elimination-without-aliases",
     "the same, and keeps everything that writes to an input",
     always<eliminateDeadCodeWithoutAliases>},
    {"exit-transforms", "turns early exits into ordinary control flow", transformExits},
    {"finish-emitted", "runs all that follows the emitter, in order", finishEmitted},
    {"inline", "replaces calls by what they call", always<inlineCalls>},
    {"inline-forked-closures", "gives forks a graph", inlineForkedClosures},
    {"inline-loop-condition", "puts the condition of a loop among its values",
     always<inlineLoopConditions>},
    {"lift-closures", "gives closures a graph", liftClosures},
    {"lower-all-tuples", "leaves no tuples", lowerAllTuples},
    {"lower-simple-tuples", "forwards the elements of tuples", always<lowerSimpleTuples>},
    {"normalize-ops", "gives each operation one name", always<normalizeOps>},
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
