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

// A whole file as memory. Mapped privately: what is written to it stays in this process.
class Bytes {
 public:
  // Throws ArchiveError when it can't be read or is no plain file.
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
  uint64_t offset = 0;  // of the payload
  uint64_t compressedSize = 0;
  uint64_t size = 0;
  uint32_t crc = 0;
  bool isDeflated = false;
};

inline constexpr size_t kMaxRecords = 1'000'000;
// The most bytes that one deflated record may become; stored ones are as large as the file lets
// them be.
inline constexpr uint64_t kMaxInflatedBytes = uint64_t{1} << 30;

class ZipReader {
 public:
  // Throws ArchiveError: no ZIP, cut off, records that reach beyond the file or over each other's
  // headers, encryption.
  explicit ZipReader(std::shared_ptr<const Bytes> file);

  const std::vector<ZipRecord>& records() const { return records_; }
  const ZipRecord* find(std::string_view name) const;
  // Inflated and checked against its checksum.
  std::string read(const ZipRecord& record) const;
  // The payload of a stored record, in place; not checked, so that large ones cost nothing.
  std::span<std::byte> payload(const ZipRecord& record) const;
  const std::shared_ptr<const Bytes>& file() const { return file_; }

 private:
  std::shared_ptr<const Bytes> file_;
  std::vector<ZipRecord> records_;
  std::unordered_map<std::string_view, size_t> byName_;
};

// Whether it starts as a ZIP file does.
bool looksLikeZip(std::string_view bytes);

}  // namespace ts::archive
