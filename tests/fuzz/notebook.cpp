// Input: any bytes as a notebook. Its cells are read, or rejected with an error of one line.
#include <cstdint>
#include <cstdlib>

#include "core/notebook/notebook_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const ts::notebook::CodeCells read =
      ts::notebook::readCells({reinterpret_cast<const char*>(data), size});
  if (!read.error.empty() && (!read.texts.empty() || read.error.find('\n') != std::string::npos))
    std::abort();
  return 0;
}
