#include "core/jit/engine.h"

#include "core/jit/function_writer.h"
#include "core/jit/fused_group.h"
#include "core/jit/llvm.h"
#include "core/jit/object.h"
#include "core/tensor/error.h"

namespace ts::jit {

Engine::Engine() : loops_(std::make_shared<LoopCache>()) {}
Engine::~Engine() = default;

void Engine::prepare(const interp::Program& program) {
  WrittenFunction written = writeFunction(program);
  if (!written.hasCode) return;
  try {
    auto object = std::make_shared<const Object>(compileModule(written.text));
    auto native = std::make_unique<interp::NativeProgram>();
    native->run = reinterpret_cast<interp::NativeCode>(object->function("run"));
    native->segments = std::move(written.segments);
    native->origins = std::move(written.origins);
    native->code = std::move(object);
    for (Fusion& fusion : written.fusions)
      native->groups.push_back(makeGroup(std::move(fusion), loops_));
    program.setNative(std::move(native));
  } catch (const std::runtime_error& error) {
    tensor::fail("{}", error.what());
  }
}

}  // namespace ts::jit
