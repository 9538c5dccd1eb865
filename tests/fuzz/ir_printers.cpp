// Input: any text as IR. A graph with the right form goes through every printer. A valid graph goes
// through every pass on finished graphs, which leaves a graph with the right form or an error.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/archive/code_printer.h"
#include "core/ir/text.h"
#include "core/passes/registry.h"
#include "viz/dot.h"
#include "viz/json.h"
#include "viz/layout.h"
#include "viz/svg.h"

namespace {

using namespace ts;

void require(bool holds, const std::string& what, const ir::Graph& graph) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), ir::print(graph).c_str());
  std::abort();
}

void print(const ir::GraphPtr& graph) {
  constexpr size_t kMostDrawn = 20;  // nodes; Graphviz takes long for more
  require(!ir::print(*ir::canonicalize(*graph)).empty(), "no canonical text", *graph);
  ir::Function function;
  function.qualifiedName = "fuzz";
  function.graph = graph;
  for (const bool isMethod : {false, true}) archive::printCode(function, {.isMethod = isMethod});
  const viz::Model model = viz::buildModel(*graph, "fuzz");
  for (const uint32_t depth : {0u, 1u, UINT32_MAX})
    require(!viz::toDot(model, depth).empty(), "no dot", *graph);
  if (model.nodes.size() <= kMostDrawn) {
    const viz::LayoutResult layout = viz::layOut(model);
    require(!layout.error.empty() || !viz::toSvg(model, layout.scene).empty(), "no SVG", *graph);
  }
  require(!viz::toJson(model).empty(), "no JSON", *graph);
}

// Passes on what the emitter leaves, which has other forms of loops and variables.
constexpr std::array<std::string_view, 4> kOnEmitted = {"convert-to-ssa", "exit-transforms",
                                                        "finish-emitted", "inline-loop-condition"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ir::ParsedGraph parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  if (!parsed.graph || !ir::formFault(*parsed.graph).empty()) return 0;
  print(parsed.graph);
  if (!ir::verify(*parsed.graph).empty()) return 0;
  for (const passes::Pass& pass : passes::allPasses()) {
    if (std::ranges::find(kOnEmitted, pass.name) != kOnEmitted.end()) continue;
    const ir::GraphPtr graph = parsed.graph->copy();
    if (pass.run(*graph)) continue;
    const std::string fault = ir::formFault(*graph);
    require(fault.empty(), "after " + std::string(pass.name) + ": " + fault, *parsed.graph);
  }
  return 0;
}
