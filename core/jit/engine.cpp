#include "core/jit/engine.h"

#include "core/jit/function_writer.h"
#include "core/jit/fused_group.h"
#include "core/jit/llvm.h"
#include "core/jit/object.h"
#include "core/jit/prepared_graph.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::IValue;

namespace {

// The code of a program that is one segment.
int32_t runSegment(interp::Machine* machine, IValue*, const interp::NativeHelpers* helpers) {
  return helpers->interpret(machine, 0);
}

}  // namespace

Engine::Engine(FusionFilter mayFuse)
    : mayFuse_(std::move(mayFuse)), loops_(std::make_shared<LoopCache>()) {}
Engine::~Engine() = default;

ir::GraphPtr Engine::prepareGraph(const ir::GraphPtr& graph) { return jit::prepareGraph(graph); }

void Engine::prepare(const interp::Program& program) {
  WrittenFunction written = writeFunction(program, mayFuse_);
  if (!written.hasCode && written.fusions.empty()) return;
  auto native = std::make_unique<interp::NativeProgram>();
  try {
    if (written.text.empty()) {
      vectorSize();  // fails without LLVM
      native->run = runSegment;
    } else {
      auto object = std::make_shared<const Object>(compileModule(written.text));
      native->run = reinterpret_cast<interp::NativeCode>(object->function("run"));
      native->code = std::move(object);
    }
  } catch (const std::runtime_error& error) {
    tensor::fail("{}", error.what());
  }
  native->segments = std::move(written.segments);
  native->origins = std::move(written.origins);
  for (Fusion& fusion : written.fusions)
    native->groups.push_back(makeGroup(std::move(fusion), loops_));
  program.setNative(std::move(native));
}

}  // namespace ts::jit
