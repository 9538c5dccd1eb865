#include "core/archive/zip_writer.h"

#include <zlib.h>

#include "core/archive/archive_error.h"

namespace ts::archive {
namespace {

constexpr size_t kAlignment = 64;
constexpr uint64_t k32Bits = 0xFFFFFFFF;

void put(std::string& to, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i));
}

uint32_t checksum(std::string_view bytes) {
  uLong crc = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const size_t part = std::min<size_t>(bytes.size(), size_t{1} << 30);
    crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(part));
    bytes.remove_prefix(part);
  }
  return static_cast<uint32_t>(crc);
}

// The extra field with 64-bit sizes.
std::string wideField(std::initializer_list<uint64_t> values) {
  std::string field, payload;
  for (uint64_t value : values)
    if (value >= k32Bits) put(payload, value, 8);
  if (payload.empty()) return {};
  put(field, 1, 2);
  put(field, payload.size(), 2);
  return field + payload;
}

}  // namespace

ZipWriter::ZipWriter(std::string path) : path_(std::move(path)) {
  file_.emplace(path_);
  refuseFailure();
}

void ZipWriter::refuseFailure() {
  if (!file_->error().empty()) refuse("{} can't be written: {}", path_, file_->error());
}

void ZipWriter::write(std::string_view bytes) {
  position_ += bytes.size();
  if (!file_) {
    memory_ += bytes;
    return;
  }
  file_->write(bytes);
  refuseFailure();
}

void ZipWriter::add(std::string_view name, std::string_view bytes) {
  Entry entry{std::string(name), position_, bytes.size(), checksum(bytes)};
  // In a local header, the 64-bit field contains both sizes or neither.
  const bool isWide = entry.size >= k32Bits;
  std::string extra = isWide ? wideField({entry.size, entry.size}) : std::string();
  // An extra field "FB" pads the header so that the payload is aligned.
  const size_t before = position_ + 30 + name.size() + extra.size() + 4;
  const size_t padding = (kAlignment - before % kAlignment) % kAlignment;
  put(extra, 0x4246, 2);
  put(extra, padding, 2);
  extra.append(padding, 'Z');
  std::string header;
  put(header, 0x04034b50, 4);
  put(header, isWide ? 45 : 20, 2);
  put(header, 0x800, 2);  // names are UTF-8
  put(header, 0, 2);      // stored
  put(header, 0, 4);      // no time
  put(header, entry.crc, 4);
  put(header, std::min(entry.size, k32Bits), 4);
  put(header, std::min(entry.size, k32Bits), 4);
  put(header, name.size(), 2);
  put(header, extra.size(), 2);
  write(header + std::string(name) + extra);
  write(bytes);
  entries_.push_back(std::move(entry));
}

void ZipWriter::finish() {
  const uint64_t directory = position_;
  for (const Entry& entry : entries_) {
    const std::string extra = wideField({entry.size, entry.size, entry.header});
    std::string row;
    put(row, 0x02014b50, 4);
    put(row, extra.empty() ? 20 : 45, 2);
    put(row, extra.empty() ? 20 : 45, 2);
    put(row, 0x800, 2);
    put(row, 0, 2);
    put(row, 0, 4);
    put(row, entry.crc, 4);
    put(row, std::min(entry.size, k32Bits), 4);
    put(row, std::min(entry.size, k32Bits), 4);
    put(row, entry.name.size(), 2);
    put(row, extra.size(), 2);
    row.append(10, '\0');  // no comment, first disk, no attributes
    put(row, std::min(entry.header, k32Bits), 4);
    write(row + entry.name + extra);
  }
  const uint64_t size = position_ - directory, end64 = position_;
  std::string end;
  if (entries_.size() >= 0xFFFF || directory >= k32Bits || size >= k32Bits) {
    put(end, 0x06064b50, 4);
    put(end, 44, 8);
    put(end, 45, 2);
    put(end, 45, 2);
    put(end, 0, 8);  // disks
    put(end, entries_.size(), 8);
    put(end, entries_.size(), 8);
    put(end, size, 8);
    put(end, directory, 8);
    put(end, 0x07064b50, 4);
    put(end, 0, 4);
    put(end, end64, 8);
    put(end, 1, 4);
  }
  put(end, 0x06054b50, 4);
  put(end, 0, 4);
  put(end, std::min<uint64_t>(entries_.size(), 0xFFFF), 2);
  put(end, std::min<uint64_t>(entries_.size(), 0xFFFF), 2);
  put(end, std::min(size, k32Bits), 4);
  put(end, std::min(directory, k32Bits), 4);
  put(end, 0, 2);
  write(end);
  if (!file_) return;
  file_->commit();
  refuseFailure();
}

}  // namespace ts::archive
