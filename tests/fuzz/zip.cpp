// Input: any bytes as a ZIP file. It is read to its last record, or rejected with a reason.
#include <cstdint>
#include <cstdlib>

#include "core/archive/archive_error.h"
#include "core/archive/zip_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    ts::archive::ZipReader zip(
        ts::archive::Bytes::own(std::string(reinterpret_cast<const char*>(data), size)));
    for (const ts::archive::ZipRecord& record : zip.records()) {
      if (!record.isDeflated && zip.payload(record).size() != record.size) std::abort();
      try {
        zip.read(record);
      } catch (const ts::archive::ArchiveError&) {  // mostly a wrong checksum
      }
    }
  } catch (const ts::archive::ArchiveError& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
