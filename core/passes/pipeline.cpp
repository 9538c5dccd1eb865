#include "core/passes/pipeline.h"

#ifndef NDEBUG
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "core/ir/text.h"
#endif

#include "core/passes/annotate_warns.h"
#include "core/passes/canonicalize_modified_loops.h"
#include "core/passes/canonicalize_outputs.h"
#include "core/passes/constant_pooling.h"
#include "core/passes/constant_propagation.h"
#include "core/passes/convert_to_ssa.h"
#include "core/passes/erase_list_literals.h"
#include "core/passes/inline_forked_closures.h"
#include "core/passes/lift_closures.h"
#include "core/passes/lower_tuples.h"
#include "core/passes/normalize_ops.h"

namespace ts::passes {

namespace {

// In debug builds, verifies the graph after each pass, so that the pass that broke it is known.
void check([[maybe_unused]] const ir::Graph& graph, [[maybe_unused]] const char* pass) {
#ifndef NDEBUG
  std::string fault = ir::verify(graph);
  if (fault.empty()) return;
  fmt::print(stderr, "the graph is invalid after the pass {}: {}\n{}", pass, fault,
             ir::print(graph));
  std::abort();
#endif
}

}  // namespace

std::optional<PassError> finishEmitted(ir::Graph& graph) {
  if (auto error = convertToSsa(graph)) return error;
  check(graph, "convert-to-ssa");
  canonicalizeModifiedLoops(graph);
  check(graph, "canonicalize-modified-loops");
  normalizeOps(graph);
  check(graph, "normalize-ops");
  return runCleanupPasses(graph);
}

std::optional<PassError> runCleanupPasses(ir::Graph& graph) {
  if (auto error = liftClosures(graph)) return error;
  check(graph, "lift-closures");
  if (auto error = inlineForkedClosures(graph)) return error;
  check(graph, "inline-forked-closures");
  eraseListLiterals(graph);
  check(graph, "erase-list-literals");
  lowerSimpleTuples(graph);
  check(graph, "lower-simple-tuples");
  propagateImmutableConstants(graph);
  check(graph, "constant-propagation-immutable-types");
  poolConstants(graph);
  check(graph, "constant-pooling");
  canonicalizeOutputs(graph);
  check(graph, "canonicalize-outputs");
  annotateWarns(graph);
  return std::nullopt;
}

}  // namespace ts::passes
