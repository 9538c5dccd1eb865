// Writes ZIP files of stored records. As in PyTorch, payloads start at multiples of 64 bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ts::archive {

class ZipWriter {
 public:
  // Throws ArchiveError if the file can't be written. The data goes to a temporary file beside
  // `path`, which finish() renames. So a failure doesn't change an existing file.
  explicit ZipWriter(std::string path);
  // Writes to memory: bytes() returns the result after finish().
  ZipWriter() = default;
  ~ZipWriter();
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
  [[noreturn]] void failed();

  std::string path_, temporary_;  // empty: writes to memory_
  std::string memory_;
  int file_ = -1;
  uint64_t position_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace ts::archive
