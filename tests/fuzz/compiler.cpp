// Input: any text as a Python file. Compiles every function. Imports do not reach the disk.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/diag/renderers/renderer.h"
#include "core/driver/workspace.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ts;
  driver::Options options;
  options.roots = driver::Roots::All;
  const driver::Workspace workspace(
      std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts(), nullptr), options);
  const driver::FileResult result = workspace.snapshot().checkBytes(
      "fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  for (diag::Format format : {diag::Format::Text, diag::Format::Json}) {
    auto renderer = diag::makeRenderer(format);
    for (const diag::Diagnostic& diagnostic : result.diagnostics) renderer->add(diagnostic);
    renderer->finish();
  }
  return 0;
}
