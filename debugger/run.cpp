#include "debugger/run.h"

#include <cstdio>

#include "debugger/script.h"

namespace ts::debugger {

int run(const RunSettings& settings) {
  Script script(settings.file, settings.arguments);
  if (!script.error().empty()) {
    std::fprintf(stderr, "tsdbg: %s\n", script.error().c_str());
    return kWrongUsage;
  }
  return script.run();
}

}  // namespace ts::debugger
