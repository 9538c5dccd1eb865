#include "debugger/run.h"

#include "debugger/script.h"

namespace ts::debugger {

int run(const RunSettings& settings) {
  Script script(settings.file, settings.arguments);
  if (!script.error().empty()) {
    printProblem("tsdbg", script.error());
    return kWrongUsage;
  }
  return script.run();
}

}  // namespace ts::debugger
