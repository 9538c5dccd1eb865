// Input: any bytes as an entry of the cache of results. It is read as a result whose diagnostics
// can be shown, or refused.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "core/driver/result_record.h"

namespace {

class NoFiles final : public ts::FileSystem {
 public:
  ts::ReadResult read(const std::string&) const override { return {{}, nullptr, "no such file"}; }
  ts::FileKind kind(const std::string&) const override { return ts::FileKind::Missing; }
  ts::FolderListing list(const std::string&) const override { return {}; }
  uint64_t stamp(const std::string&) const override { return 0; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const ts::RunFiles files(std::make_shared<NoFiles>());
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ts::ByteReader uses(bytes);
  (void)ts::driver::usesStillHold(uses, files);
  ts::ByteReader record(bytes);
  if (const auto result = ts::driver::readResult(record, files))
    for (const ts::diag::Diagnostic& diagnostic : result->diagnostics)
      if (ts::diag::info(diagnostic.rule).name.empty()) std::abort();
  return 0;
}
