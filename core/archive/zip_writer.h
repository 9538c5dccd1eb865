// Writes ZIP files of stored records. As in PyTorch, payloads start at multiples of 64 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/output.h"

namespace ts::archive {

class ZipWriter {
 public:
  // Every function throws ArchiveError if the file can't be written. The file appears in finish(),
  // so a failure doesn't change an existing one (core/base/output.h).
  explicit ZipWriter(std::string path);
  // Writes to memory: bytes() returns the result after finish().
  ZipWriter() = default;
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  void add(std::string_view name, std::string_view bytes);
  void add(std::string_view name, std::span<const std::byte> bytes) {
    add(name, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  void finish();
  std::string& bytes() { return memory_; }

 private:
  struct Entry {
    std::string name;
    uint64_t header, size;
    uint32_t crc;
  };
  void write(std::string_view bytes);
  void refuseFailure();

  std::string path_;
  std::optional<OutputFile> file_;  // none: writes to memory_
  std::string memory_;
  uint64_t position_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace ts::archive
