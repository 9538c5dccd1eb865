#include "core/archive/zip_reader.h"

#include <sys/mman.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/archive/archive_error.h"
#include "core/archive/object_budget.h"
#include "core/source/regular_file.h"

namespace ts::archive {
namespace {

class MappedBytes final : public Bytes {
 public:
  explicit MappedBytes(const std::string& path) {
    const RegularFile file(path);
    if (file.error()) refuse("{}: {}", path, fileErrorText(file.error()));
    const auto size = static_cast<size_t>(file.size());
    if (size == 0) return;
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.descriptor(), 0);
    if (memory == MAP_FAILED) refuse("{}: {}", path, std::strerror(errno));
    bytes_ = {static_cast<std::byte*>(memory), size};
  }
  ~MappedBytes() override {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
  }
};

class OwnBytes final : public Bytes {
 public:
  explicit OwnBytes(std::string bytes) : held_(std::move(bytes)) {
    bytes_ = {reinterpret_cast<std::byte*>(held_.data()), held_.size()};
  }

 private:
  std::string held_;
};

// Reads a little-endian number at an offset that must be valid.
uint64_t number(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

constexpr uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50,
                   kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr size_t kEndSize = 22, kEnd64Size = 56, kLocatorSize = 20, kCentralSize = 46,
                 kLocalSize = 30;
constexpr size_t kMaxComment = 65535;

struct Directory {
  uint64_t offset, size, count;
};

// Finds the end record, which contains the position of the central directory.
Directory findDirectory(std::string_view bytes) {
  if (bytes.size() < kEndSize)
    refuse("is cut off: {} bytes are too few for a ZIP file", bytes.size());
  const size_t lowest = bytes.size() - std::min(bytes.size(), kEndSize + kMaxComment);
  for (size_t at = bytes.size() - kEndSize + 1; at-- > lowest;) {
    if (number(bytes, at, 4) != kEnd) continue;
    Directory directory{number(bytes, at + 16, 4), number(bytes, at + 12, 4),
                        number(bytes, at + 10, 2)};
    const bool isLarge =
        directory.offset == 0xFFFFFFFF || directory.size == 0xFFFFFFFF || directory.count == 0xFFFF;
    if (at >= kLocatorSize && number(bytes, at - kLocatorSize, 4) == kEnd64Locator) {
      const uint64_t end64 = number(bytes, at - kLocatorSize + 8, 8);
      if (bytes.size() < kEnd64Size || end64 > bytes.size() - kEnd64Size ||
          number(bytes, end64, 4) != kEnd64)
        refuse("is damaged: the 64-bit end record is not at byte {}", end64);
      return {number(bytes, end64 + 48, 8), number(bytes, end64 + 40, 8),
              number(bytes, end64 + 32, 8)};
    }
    if (isLarge) refuse("is damaged: its end record needs a 64-bit one, which is missing");
    return directory;
  }
  refuse("is cut off: the table of contents at the end of a ZIP file is missing");
}

// Reads the 64-bit values of the extra field, for header fields in which all bits are set.
void readExtra(std::string_view extra, ZipRecord& record) {
  while (extra.size() >= 4) {
    const size_t id = number(extra, 0, 2), size = number(extra, 2, 2);
    if (size > extra.size() - 4) return;
    if (id == 1) {
      size_t at = 4;
      for (uint64_t* value : {&record.size, &record.compressedSize, &record.header}) {
        if (*value != 0xFFFFFFFF) continue;
        if (at + 8 > size + 4) refuse("is damaged: '{}' has no 64-bit size", record.name);
        *value = number(extra, at, 8);
        at += 8;
      }
    }
    extra.remove_prefix(4 + size);
  }
}

}  // namespace

std::shared_ptr<const Bytes> Bytes::map(const std::string& path) {
  return std::make_shared<MappedBytes>(path);
}
std::shared_ptr<const Bytes> Bytes::own(std::string bytes) {
  return std::make_shared<OwnBytes>(std::move(bytes));
}

bool looksLikeZip(std::string_view bytes) {
  return bytes.size() >= 4 && (number(bytes, 0, 4) == kLocalHeader || number(bytes, 0, 4) == kEnd);
}

ZipReader::ZipReader(std::shared_ptr<const Bytes> file) : file_(std::move(file)) {
  const std::string_view bytes = file_->text();
  if (!looksLikeZip(bytes)) refuse("is not a ZIP file");
  const Directory directory = findDirectory(bytes);
  if (directory.offset > bytes.size() || directory.size > bytes.size() - directory.offset)
    refuse("is cut off: its table of contents ends at byte {}, but the file has {} bytes",
           directory.offset + directory.size, bytes.size());
  if (directory.count > kMaxRecords)
    refuse("has {} records, more than the limit of {} (kMaxRecords)", directory.count, kMaxRecords);
  const std::string_view table = bytes.substr(directory.offset, directory.size);
  size_t at = 0;
  for (uint64_t i = 0; i < directory.count; ++i) {
    if (at + kCentralSize > table.size() || number(table, at, 4) != kCentralHeader)
      refuse("is damaged: entry {} of its table of contents is broken", i + 1);
    const size_t flags = number(table, at + 8, 2), method = number(table, at + 10, 2);
    const size_t nameSize = number(table, at + 28, 2), extraSize = number(table, at + 30, 2),
                 commentSize = number(table, at + 32, 2);
    if (at + kCentralSize + nameSize + extraSize + commentSize > table.size())
      refuse("is damaged: entry {} of its table of contents is cut off", i + 1);
    ZipRecord record;
    record.name = table.substr(at + kCentralSize, nameSize);
    record.crc = static_cast<uint32_t>(number(table, at + 16, 4));
    record.compressedSize = number(table, at + 20, 4);
    record.size = number(table, at + 24, 4);
    record.header = number(table, at + 42, 4);
    readExtra(table.substr(at + kCentralSize + nameSize, extraSize), record);
    if (flags & 1) refuse("'{}' is encrypted, which isn't supported", record.name);
    if (method != 0 && method != 8)
      refuse("'{}' is packed with method {}; only stored and deflated records are supported",
             record.name, method);
    record.isDeflated = method == 8;
    if (record.header > bytes.size() || bytes.size() - record.header < kLocalSize ||
        number(bytes, record.header, 4) != kLocalHeader)
      refuse("is damaged: '{}' does not start at byte {}", record.name, record.header);
    record.offset = record.header + kLocalSize + number(bytes, record.header + 26, 2) +
                    number(bytes, record.header + 28, 2);
    if (record.offset > directory.offset ||
        record.compressedSize > directory.offset - record.offset)
      refuse("is damaged: '{}' reaches beyond the records", record.name);
    if (!record.isDeflated && record.compressedSize != record.size)
      refuse("is damaged: '{}' has two sizes", record.name);
    records_.push_back(std::move(record));
    at += kCentralSize + nameSize + extraSize + commentSize;
  }
  checkOverlaps();
  checkSizes();
  for (size_t i = 0; i < records_.size(); ++i) byName_.emplace(records_[i].name, i);
}

void ZipReader::checkOverlaps() const {
  std::vector<const ZipRecord*> inOrder;
  for (const ZipRecord& record : records_) inOrder.push_back(&record);
  std::ranges::stable_sort(inOrder, {}, &ZipRecord::header);
  for (size_t i = 1; i < inOrder.size(); ++i)
    if (inOrder[i]->header < inOrder[i - 1]->offset + inOrder[i - 1]->compressedSize)
      refuse("is damaged: '{}' and '{}' overlap", inOrder[i - 1]->name, inOrder[i]->name);
}

void ZipReader::checkSizes() const {
  const size_t limit = objectLimit(file_->all().size());
  uint64_t total = 0;
  for (const ZipRecord& record : records_) {
    if (!record.isDeflated) continue;
    if (record.size > kMaxInflatedBytes)
      refuse("'{}' would become {} bytes, more than the limit of {} (kMaxInflatedBytes)",
             record.name, record.size, kMaxInflatedBytes);
    total += record.size;
    if (total > limit)
      refuse(
          "its records would become more than {} MB, the limit for a file of this size "
          "(kFreeObjectBytes and kObjectBytesPerByte)",
          limit >> 20);
  }
}

const ZipRecord* ZipReader::find(std::string_view name) const {
  auto entry = byName_.find(name);
  return entry == byName_.end() ? nullptr : &records_[entry->second];
}

std::span<std::byte> ZipReader::payload(const ZipRecord& record) const {
  return file_->all().subspan(record.offset, record.compressedSize);
}

std::string ZipReader::read(const ZipRecord& record) const {
  const std::span<std::byte> packed = payload(record);
  std::string bytes;
  if (!record.isDeflated) {
    bytes.assign(reinterpret_cast<const char*>(packed.data()), packed.size());
  } else {
    // Deflate compresses by a factor of at most 1032. A larger size is invalid, and no memory is
    // allocated for it.
    if (record.size / 1032 > record.compressedSize + 1)
      refuse("is damaged: '{}' can't be as large as its header says", record.name);
    bytes.resize(record.size);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) refuse("no memory to unpack '{}'", record.name);
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int status = inflate(&stream, Z_FINISH);
    const bool isWhole = status == Z_STREAM_END && stream.total_out == bytes.size();
    inflateEnd(&stream);
    if (!isWhole) refuse("is damaged: '{}' can't be unpacked", record.name);
  }
  if (crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())) !=
      record.crc)
    refuse("is damaged: the checksum of '{}' is wrong", record.name);
  return bytes;
}

}  // namespace ts::archive
