// The base protocol of the Language Server Protocol: header lines, an empty line, a JSON text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ts::lsp {

// One message, or what was wrong with the bytes in its place; exactly one of the two is not empty,
// save that a message may be announced with zero bytes.
struct Frame {
  std::string body;
  std::string error;
};

struct FrameLimits {
  size_t headerBytes = 8 << 10;
  // A file of the largest size that is read from disk, with every other byte escaped.
  size_t messageBytes = size_t{128} << 20;
};

// Cuts a stream of bytes into messages, however the stream was split. Bytes that are no message
// give one error and are skipped up to the next "Content-Length:", so a broken sender is heard
// again as soon as it sends something whole. Memory is bounded by the limits.
class FrameReader {
 public:
  explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}

  void feed(std::string_view bytes);
  // The next message or error; nothing when more bytes are needed.
  std::optional<Frame> next();
  // Tells that the body last given is no JSON. When its sender announced too many bytes, then the
  // body holds (the beginning of) the next header; reading goes on from there.
  void reject(std::string_view body);

 private:
  enum class State { Header, Body, Skip };

  std::optional<Frame> readLine(bool& more);
  std::optional<Frame> readHeaderLine(std::string_view line);
  std::optional<Frame> readContentLength(std::string_view value);
  std::optional<Frame> finishHeader();
  Frame desynchronise(std::string problem);
  void startHeader();
  bool skipToHeader();
  void compact();
  std::string_view pending() const { return std::string_view(buffer_).substr(at_); }

  FrameLimits limits_;
  std::string buffer_;
  size_t at_ = 0;  // bytes of the buffer that are done with
  State state_ = State::Header;

  // Of the header being read.
  size_t headerBytes_ = 0;
  bool sawHeader_ = false;
  std::optional<size_t> length_;
  std::string charset_;  // when it is another than UTF-8
};

// The bytes that carry a message.
std::string frame(std::string_view body);

}  // namespace ts::lsp
