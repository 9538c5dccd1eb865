// Numbers and texts as bytes, for entries of caches: read by the program that wrote them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ts {

class ByteWriter {
 public:
  // Seven bits a byte, the lowest first.
  ByteWriter& number(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
    return *this;
  }
  ByteWriter& text(std::string_view value) {
    number(value.size());
    bytes_ += value;
    return *this;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Behind the end, and after a number that is not one, everything is zero and empty.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  uint64_t number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    return damaged();
  }
  std::string_view text() {
    const uint64_t size = number();
    if (size > rest_.size()) {
      damaged();
      return {};
    }
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }
  // A count of parts of at least one byte each.
  uint64_t count() {
    const uint64_t value = number();
    return value <= rest_.size() ? value : damaged();
  }
  // A number that is less than a limit.
  uint64_t below(uint64_t limit) {
    const uint64_t value = number();
    return value < limit ? value : damaged();
  }
  bool isWhole() const { return isWhole_; }

 private:
  uint64_t damaged() {
    isWhole_ = false;
    rest_ = {};
    return 0;
  }

  std::string_view rest_;
  bool isWhole_ = true;
};

}  // namespace ts
