#include "debugger/run.h"

#include <cstdlib>

#include "core/eager/jit.h"
#include "core/jit/engine.h"
#include "debugger/script.h"

namespace ts::debugger {

int run(const RunSettings& settings) {
  if (settings.jit != JitMode::Environment)
    ::setenv("PYTORCH_JIT", settings.jit == JitMode::Off ? "0" : "1", 1);
  Script script(settings.file, settings.arguments);
  if (!script.error().empty()) {
    printProblem("tsdbg", script.error());
    return kWrongUsage;
  }
  jit::Engine engine;
  if (settings.jit == JitMode::Compile)
    eager::jitOf(script.vm()).interpreter().setNativeCompiler(&engine);
  return script.run();
}

}  // namespace ts::debugger
