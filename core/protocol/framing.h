// The base protocol of LSP and DAP. A message is header lines, an empty line, and a body of JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ts::protocol {

// The body of one message, or an error about bytes that are not a message. At most one of them is
// not empty; a body of zero bytes is possible.
struct RawMessage {
  std::string body;
  std::string error;
};

struct FrameLimits {
  size_t headerBytes = 8 << 10;
  // Enough for a file of the maximum size in which every other byte is escaped.
  size_t messageBytes = size_t{128} << 20;
};

// Splits a stream of bytes into messages; the stream may arrive in any parts. Bytes that are not a
// message give one error and are skipped up to the next "Content-Length:", so that the reader
// recovers at the next valid message. The limits bound the memory.
class FrameReader {
 public:
  explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}

  void feed(std::string_view bytes);
  // Returns the next message or error; nothing when more bytes are needed.
  std::optional<RawMessage> next();
  // To be called when the last body is not JSON. If its Content-Length was too large, the body
  // contains the beginning of the next header: reading continues there.
  void reject(std::string_view body);

 private:
  enum class State { Header, Body, Skip };

  std::optional<RawMessage> readLine(bool& more);
  std::optional<RawMessage> readHeaderLine(std::string_view line);
  std::optional<RawMessage> readContentLength(std::string_view value);
  std::optional<RawMessage> finishHeader();
  RawMessage desynchronise(std::string problem);
  void startHeader();
  bool skipToHeader();
  void compact();
  std::string_view pending() const { return std::string_view(buffer_).substr(at_); }

  FrameLimits limits_;
  std::string buffer_;
  size_t at_ = 0;  // offset of the first unread byte in the buffer
  State state_ = State::Header;

  // State of the current header.
  size_t headerBytes_ = 0;
  bool sawHeader_ = false;
  std::optional<size_t> length_;
  std::string charset_;  // empty: UTF-8
};

// Returns the message with its header.
std::string frame(std::string_view body);

}  // namespace ts::protocol
