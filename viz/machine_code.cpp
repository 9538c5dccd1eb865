#include "viz/machine_code.h"

#include "core/jit/listing.h"

namespace ts::viz {

bool isMachineCode(OutputFormat format) {
  return format == OutputFormat::Llvm || format == OutputFormat::Assembly ||
         format == OutputFormat::Fusion;
}

MachineCode machineCode(const ir::Function& function, LiveCall* call, const Settings& settings) {
  const std::string name(function.simpleName());
  if (settings.format == OutputFormat::Fusion)
    return {jit::listFusions(function.graph, name, settings.explainFusion), {}};
  const auto output =
      settings.format == OutputFormat::Llvm ? jit::Output::Ir : jit::Output::Assembly;
  std::string failure;
  jit::SampleCall sample;
  if (call != nullptr)
    sample = [&](const ir::GraphPtr& graph) {
      jit::SeenValues seen;
      failure = call->run(graph, seen);
      return seen;
    };
  try {
    return {jit::listCode(function.graph, name, output, sample), failure};
  } catch (const jit::LlvmError& error) {
    return {{}, error.what()};
  }
}

}  // namespace ts::viz
