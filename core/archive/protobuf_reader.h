// Reads messages in the wire format of Protocol Buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ts::archive {

// The fields of one message, in the order of the file. A message inside is a text, which another
// reader reads. Throws ArchiveError for bytes that are not a message, and for a field of a type
// other than the caller expects.
class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view bytes) : rest_(bytes) {}

  // Goes to the next field; false at the end.
  bool next();
  uint32_t field() const { return field_; }

  int64_t integer() const;
  double real() const;  // a float
  std::string_view bytes() const;
  // Add the elements of a repeated field, of which this is one, or several in packed form.
  void addIntegers(std::vector<int64_t>& into) const;
  void addReals(std::vector<double>& into) const;

 private:
  // Numbers of wire types.
  enum class Wire : uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

  uint64_t varint();
  uint64_t fixed(size_t size);
  std::string_view take(uint64_t size);
  void expect(Wire wire) const;

  std::string_view rest_;
  uint32_t field_ = 0;
  Wire wire_ = Wire::Varint;
  uint64_t number_ = 0;  // of all wire types but Bytes
  std::string_view bytes_;
};

}  // namespace ts::archive
