#include "core/onnx/protobuf_writer.h"

#include <bit>
#include <utility>

namespace ts::onnx {

namespace {

// Numbers of wire types.
constexpr uint32_t kVarint = 0, kBytes = 2, kFixed32 = 5;

}  // namespace

std::string& Message::tail() {
  if (pieces_.empty() || pieces_.back().borrowed.data()) pieces_.emplace_back();
  return pieces_.back().own;
}

void Message::append(std::string_view bytes) {
  tail() += bytes;
  size_ += bytes.size();
}

void Message::varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  append(bytes += static_cast<char>(value));
}

void Message::key(uint32_t field, uint32_t wire) { varint(uint64_t{field} << 3 | wire); }

void Message::integer(uint32_t field, int64_t value) {
  key(field, kVarint);
  varint(static_cast<uint64_t>(value));
}

void Message::real(uint32_t field, float value) {
  key(field, kFixed32);
  const auto bits = std::bit_cast<uint32_t>(value);
  for (int shift = 0; shift < 32; shift += 8)
    append(std::string(1, static_cast<char>(bits >> shift)));
}

void Message::text(uint32_t field, std::string_view value) {
  key(field, kBytes);
  varint(value.size());
  append(value);
}

void Message::borrowed(uint32_t field, std::string_view value) {
  if (value.empty()) return text(field, value);
  key(field, kBytes);
  varint(value.size());
  pieces_.push_back({{}, value});
  size_ += value.size();
}

void Message::message(uint32_t field, Message&& value) {
  key(field, kBytes);
  varint(value.size());
  for (Piece& piece : value.pieces_) {
    if (piece.borrowed.data())
      pieces_.push_back(std::move(piece));
    else
      tail() += piece.own;
  }
  size_ += value.size_;
}

}  // namespace ts::onnx
