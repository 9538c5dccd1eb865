// The formats of machine code.
#include "core/jit/listing.h"
#include "viz/formats.h"
#include "viz/live.h"

namespace ts::viz {
namespace {

// The tensors of the subject's call decide the code of loops. Fails when LLVM is missing or the
// call fails.
FormatResult machineCode(const FormatSubject& subject, jit::Output output) {
  const ir::Function& function = *subject.function;
  std::string failure;
  jit::SampleCall sample;
  if (subject.call != nullptr)
    sample = [&](const ir::GraphPtr& graph) {
      jit::SeenValues seen;
      failure = subject.call->run(graph, seen);
      return seen;
    };
  try {
    std::string text =
        jit::listCode(function.graph, std::string(function.simpleName()), output, sample);
    return {std::move(text), std::move(failure)};
  } catch (const jit::LlvmError& error) {
    return {{}, error.what()};
  }
}

}  // namespace

FormatResult makeLlvm(const FormatSubject& subject, const FormatOptions&) {
  return machineCode(subject, jit::Output::Ir);
}

FormatResult makeAssembly(const FormatSubject& subject, const FormatOptions&) {
  return machineCode(subject, jit::Output::Assembly);
}

FormatResult makeFusionList(const FormatSubject& subject, const FormatOptions& options) {
  const ir::Function& function = *subject.function;
  return {
      jit::listFusions(function.graph, std::string(function.simpleName()), options.explainFusion),
      {}};
}

}  // namespace ts::viz
