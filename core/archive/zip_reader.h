// Reads ZIP files (PKWARE's APPNOTE.TXT, with the 64-bit extensions): stored and deflated records.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ts::archive {

// The contents of a file in memory. The mapping is private: writes stay in this process.
class Bytes {
 public:
  // Throws ArchiveError if the file can't be read or is not a regular file.
  static std::shared_ptr<const Bytes> map(const std::string& path);
  static std::shared_ptr<const Bytes> own(std::string bytes);
  virtual ~Bytes() = default;
  std::span<std::byte> all() const { return bytes_; }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 protected:
  std::span<std::byte> bytes_;
};

struct ZipRecord {
  std::string name;
  uint64_t header = 0;  // offset of the local header
  uint64_t offset = 0;  // offset of the payload
  uint64_t compressedSize = 0;
  uint64_t size = 0;
  uint32_t crc = 0;
  bool isDeflated = false;
};

inline constexpr size_t kMaxRecords = 1'000'000;
// The limit on the inflated size of a record. The limit on all of them is objectLimit() of the
// file. Stored records do not overlap, so the file limits their size.
inline constexpr uint64_t kMaxInflatedBytes = uint64_t{1} << 30;

class ZipReader {
 public:
  // Throws ArchiveError if the file is not a ZIP file, is truncated or encrypted, has records that
  // exceed the file or overlap each other, or would inflate to more than the limits.
  explicit ZipReader(std::shared_ptr<const Bytes> file);

  const std::vector<ZipRecord>& records() const { return records_; }
  const ZipRecord* find(std::string_view name) const;
  // Returns the inflated record, after verifying its checksum.
  std::string read(const ZipRecord& record) const;
  // The payload of a stored record, without a copy. The checksum is not verified, so that large
  // records cost nothing.
  std::span<std::byte> payload(const ZipRecord& record) const;
  const std::shared_ptr<const Bytes>& file() const { return file_; }

 private:
  void checkOverlaps() const;
  void checkSizes() const;

  std::shared_ptr<const Bytes> file_;
  std::vector<ZipRecord> records_;
  std::unordered_map<std::string_view, size_t> byName_;
};

// True if the bytes start like a ZIP file.
bool looksLikeZip(std::string_view bytes);

}  // namespace ts::archive
