#include "api/src/loaded_program.h"

#include "api/src/errors.h"
#include "core/diag/renderers/renderer.h"

namespace ts::api {
namespace {

void refuseErrors(const std::vector<diag::Diagnostic>& diagnostics) {
  const auto renderer = diag::makeRenderer(diag::Format::Text);
  const diag::Diagnostic* first = nullptr;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != diag::Severity::Error) continue;
    if (first == nullptr) first = &diagnostic;
    renderer->add(diagnostic);
  }
  if (first == nullptr) return;
  renderer->finish();
  throw Failure{{JITSCOPE_ERROR_COMPILE, "RuntimeError", first->message, renderer->take(), {}}};
}

}  // namespace

LoadedProgram::LoadedProgram(const std::shared_ptr<SharedRuntime>& runtime,
                             std::shared_ptr<archive::TorchFile> file)
    : loader_(runtime), loaded_(loader_.runtime().load(std::move(file))), workers_(runtime) {
  refuseErrors(loaded_->unit->sink().diagnostics());
}

}  // namespace ts::api
