// Input: any bytes. The reader loads an archive, compiles its code and fills its objects, or
// rejects it with a reason.
#include <cstdint>
#include <cstdlib>

#include "core/archive/archive_error.h"
#include "core/archive/module_reader.h"
#include "core/tensor/value_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The fuzzer does not run __setstate__.
  const ts::archive::RunMethod run = [](ts::ir::Function*, std::vector<ts::tensor::IValue>) {
    return ts::tensor::IValue();
  };
  try {
    const auto loaded = ts::archive::loadModule(
        ts::archive::TorchFile::fromBytes(std::string(reinterpret_cast<const char*>(data), size),
                                          "fuzz.pt"),
        run);
    ts::tensor::breakCycles({&loaded->object, 1});
  } catch (const ts::archive::ArchiveError& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
