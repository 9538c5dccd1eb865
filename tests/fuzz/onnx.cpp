// Input: any bytes. The reader makes a graph whose form is right, or rejects the file with a
// reason.
#include <cstdint>
#include <cstdlib>

#include "core/archive/archive_error.h"
#include "core/archive/onnx_reader.h"
#include "core/ir/text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const ts::archive::OnnxModel model =
        ts::archive::readOnnx({reinterpret_cast<const char*>(data), size});
    if (ts::ir::print(*model.graph).empty()) std::abort();
  } catch (const ts::archive::ArchiveError& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
