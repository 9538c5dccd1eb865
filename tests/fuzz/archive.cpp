// Any bytes: an archive is loaded, its code compiled and its objects filled, or it is refused with
// a reason.
#include <cstdint>
#include <cstdlib>

#include "core/archive/archive_error.h"
#include "core/archive/module_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // What __setstate__ would do isn't what is looked for here.
  const ts::archive::RunMethod run = [](ts::ir::Function*, std::vector<ts::tensor::IValue>) {
    return ts::tensor::IValue();
  };
  try {
    ts::archive::loadModule(ts::archive::TorchFile::fromBytes(
                                std::string(reinterpret_cast<const char*>(data), size), "fuzz.pt"),
                            run);
  } catch (const ts::archive::ArchiveError& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
