#include "core/archive/protobuf_reader.h"

#include <bit>

#include "core/archive/archive_error.h"

namespace ts::archive {

bool ProtobufReader::next() {
  if (rest_.empty()) return false;
  const uint64_t key = varint();
  field_ = static_cast<uint32_t>(key >> 3);
  wire_ = static_cast<Wire>(key & 7);
  if (key >> 3 == 0 || key >> 32 != 0) refuse("a field has the number {}", key >> 3);
  switch (wire_) {
    case Wire::Varint: number_ = varint(); return true;
    case Wire::Fixed64: number_ = fixed(8); return true;
    case Wire::Fixed32: number_ = fixed(4); return true;
    case Wire::Bytes: bytes_ = take(varint()); return true;
  }
  refuse("field {} has the unknown wire type {}", field_, key & 7);
}

int64_t ProtobufReader::integer() const {
  expect(Wire::Varint);
  return static_cast<int64_t>(number_);
}

double ProtobufReader::real() const {
  expect(Wire::Fixed32);
  return std::bit_cast<float>(static_cast<uint32_t>(number_));
}

std::string_view ProtobufReader::bytes() const {
  expect(Wire::Bytes);
  return bytes_;
}

void ProtobufReader::addIntegers(std::vector<int64_t>& into) const {
  if (wire_ != Wire::Bytes) return into.push_back(integer());
  for (ProtobufReader packed(bytes_); !packed.rest_.empty();)
    into.push_back(static_cast<int64_t>(packed.varint()));
}

void ProtobufReader::addReals(std::vector<double>& into) const {
  if (wire_ != Wire::Bytes) return into.push_back(real());
  for (ProtobufReader packed(bytes_); !packed.rest_.empty();)
    into.push_back(std::bit_cast<float>(static_cast<uint32_t>(packed.fixed(4))));
}

uint64_t ProtobufReader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<uint8_t>(take(1)[0]);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  refuse("a number has more than ten bytes");
}

uint64_t ProtobufReader::fixed(size_t size) {
  const std::string_view bytes = take(size);
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

std::string_view ProtobufReader::take(uint64_t size) {
  if (size > rest_.size()) refuse("the file ends within field {}", field_);
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

void ProtobufReader::expect(Wire wire) const {
  if (wire_ != wire) refuse("field {} has an unexpected type", field_);
}

}  // namespace ts::archive
