// Writes messages in the wire format of Protocol Buffers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ts::onnx {

// The bytes of a message in pieces. Long texts, such as the elements of weights, are borrowed:
// they outlive the message.
class Message {
 public:
  void integer(uint32_t field, int64_t value);
  void real(uint32_t field, float value);
  void text(uint32_t field, std::string_view value);
  void borrowed(uint32_t field, std::string_view value);
  void message(uint32_t field, Message&& value);

  uint64_t size() const { return size_; }
  // Calls write(bytes) for each piece.
  template <typename Write>
  void forEachPiece(Write&& write) const {
    for (const Piece& piece : pieces_)
      write(piece.borrowed.data() ? piece.borrowed : std::string_view(piece.own));
  }

 private:
  struct Piece {
    std::string own;
    std::string_view borrowed = {};
  };
  std::string& tail();
  void varint(uint64_t value);
  void key(uint32_t field, uint32_t wire);
  void append(std::string_view bytes);

  std::vector<Piece> pieces_;
  uint64_t size_ = 0;
};

}  // namespace ts::onnx
