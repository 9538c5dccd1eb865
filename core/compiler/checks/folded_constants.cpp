#include "core/compiler/checks/folded_constants.h"

#include "core/passes/folded_then_changed.h"
#include "core/passes/pipeline.h"

namespace ts::compiler {

void checkFoldedConstants(const ir::Graph& graph,
                          const std::function<void(diag::Diagnostic)>& report) {
  if (!passes::changesInLoop(graph)) return;
  const ir::GraphPtr finished = graph.copy();
  if (passes::finishEmitted(*finished)) return;
  for (const auto& [folded, change] : passes::findFoldedThenChanged(*finished)) {
    diag::Diagnostic problem = diag::makeDiagnostic(
        diag::Rule::FoldedThenChanged, change->range(),
        "PyTorch computes this wrongly: each call changes a tensor that it has made a constant");
    problem.label(folded->node()->range(), "PyTorch makes a constant of this");
    problem.note("the loop exchanges its variables, so that the tensor is changed in a later turn");
    problem.note("compute a new tensor: `a = a + 1` in place of `a += 1`");
    report(problem);
  }
}

}  // namespace ts::compiler
