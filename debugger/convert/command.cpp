#include "debugger/convert/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/output.h"
#include "core/driver/target.h"
#include "core/eager/jit.h"
#include "core/onnx/export.h"
#include "core/onnx/write.h"
#include "debugger/compare/engine.h"
#include "debugger/convert/dynamic.h"

namespace ts::debugger {
namespace {

std::string placeText(SourceRange at) {
  if (!at) return {};
  while (at.file->origin()) at = at.file->origin();
  const LineColumn place = at.file->position(at.span.begin);
  return fmt::format("{}:{}:{}: ", at.file->path(), place.line, place.column + 1);
}

std::string sizeText(uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  return bytes < 10'000'000 ? fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3)
                            : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string typeText(const onnx::ValueInfo& value) {
  std::string text =
      fmt::format("{}{}", value.isSequence ? "sequence of " : "", tensor::nameOf(value.dtype));
  if (!value.shape.hasRank()) return text;
  text += " [";
  for (size_t i = 0; i < value.shape.rank(); ++i) {
    const int64_t size = value.shape.sizes()[i];
    const bool isNamed = i < value.symbols.size() && !value.symbols[i].empty();
    text += i == 0 ? "" : ", ";
    text += size >= 0 ? std::to_string(size) : isNamed ? value.symbols[i] : "?";
  }
  return text + "]";
}

std::string plural(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string reportOf(const onnx::Exported& exported, const onnx::Written& written,
                     const std::string& path) {
  const onnx::Graph& graph = exported.model.graph;
  const onnx::Counts& counts = exported.counts;
  std::string text =
      fmt::format("{}: {}, opset {}\n", path, sizeText(written.bytes), exported.model.opset);
  if (!written.weightFile.empty()) text += fmt::format("  weights: {}\n", written.weightFile);
  for (const onnx::ValueInfo& input : graph.inputs)
    text += fmt::format("  input {}: {}\n", input.name, typeText(input));
  for (const onnx::ValueInfo& output : graph.outputs)
    text += fmt::format("  output {}: {}\n", output.name, typeText(output));
  text += fmt::format("  {} from {}, {}\n", plural(graph.nodes.size(), "node", "nodes"),
                      plural(counts.operators, "call of an operator", "calls of operators"),
                      plural(graph.initializers.size(), "constant", "constants"));
  text += fmt::format("  {} computed in advance\n", plural(counts.folded, "call", "calls"));
  if (counts.unrolled > 0)
    text += fmt::format("  {} of loops written one after another\n",
                        plural(counts.unrolled, "round", "rounds"));
  if (counts.assertions > 0)
    text += fmt::format("  {} left out\n",
                        plural(counts.assertions, "branch that raises", "branches that raise"));
  if (exported.renamed > 0)
    text += fmt::format("  {} renamed, because the names occur twice\n",
                        plural(exported.renamed, "parameter", "parameters"));
  return text;
}

// Shows the step that is running, where a person sees it.
void showStep(std::string_view step) {
  if (::isatty(STDERR_FILENO) != 0) writeStandardError(fmt::format("tsdbg: {}\n", step));
}

}  // namespace

int convert(const ConvertSettings& settings) {
  const driver::ParsedTarget target = driver::parseTarget(settings.target);
  if (!target) return wrongUsage(target.error);
  if (settings.output.empty()) return wrongUsage("-o FILE.onnx is missing");
  Request request =
      programs::requestOf(*target.target, settings.init, {settings.inputs}, settings.example);
  findExample(request, {});
  if (const auto found = findInit(request, {}); !found.error.empty())
    return wrongUsage(found.error);
  showStep("loading " + settings.target);
  const EngineKind kind = settings.traces ? EngineKind::Trace : EngineKind::Script;
  Engine engine = makeEngine(kind, request);
  if (!engine.failure && engine.program->isTraining()) {
    request.evaluates = true;
    engine = makeEngine(kind, request);
  }
  if (engine.failure)
    return wrongUsage(fmt::format("{}{}", placeText(engine.failure->at), engine.failure->text()));
  eval::Vm& vm = engine.program->vm();
  const programs::CompiledCallee callee = programs::compiledCallee(vm, engine.callee);
  if (callee.function == nullptr)
    return wrongUsage(settings.target +
                      " has no graph to convert: it is not a function or a module");
  std::optional<Failure> failure;
  std::optional<onnx::Exported> exported;
  std::string wrong, inexpressible;
  const auto lower = [&] {
    const Arguments arguments = prepareCall(engine, Call::First, request.inputs);
    std::vector<IValue> self;
    if (callee.self) self.emplace_back(callee.self);
    try {
      const interp::Stack stack =
          eager::jitOf(vm).bind(*callee.function, std::move(self), arguments.call());
      onnx::ExportOptions options{.opset = settings.opset};
      wrong =
          readDynamic(settings.dynamic, onnx::inputsOf(*callee.function, stack), options.dynamic);
      if (!wrong.empty()) return;
      showStep("lowering");
      exported = onnx::exportFunction(*callee.function, stack, options);
    } catch (const onnx::ExportError& error) {
      inexpressible = fmt::format("{}error: {}", placeText(error.at), error.what());
    } catch (const tensor::Error& error) {
      wrong = error.what();
    }
  };
  vm.output = [](std::string_view) {};
  const bool isRun = guarded(vm, failure, lower);
  vm.output = nullptr;
  if (!isRun) return wrongUsage(fmt::format("{}{}", placeText(failure->at), failure->text()));
  if (!wrong.empty()) return wrongUsage(wrong);
  if (!inexpressible.empty()) {
    printProblem("tsdbg", inexpressible);
    return kProblems;
  }
  exported->model.metadata = {{"target", settings.target}};
  showStep("writing " + settings.output);
  const onnx::Written written = onnx::writeOnnx(exported->model, settings.output);
  if (!written.error.empty()) return wrongUsage(settings.output + ": " + written.error);
  standardOutput().write(reportOf(*exported, written, settings.output));
  return kFine;
}

}  // namespace ts::debugger
