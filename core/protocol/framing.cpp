#include "core/protocol/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/ascii.h"

namespace ts::protocol {

namespace {

constexpr std::string_view kContentLength = "content-length";
constexpr std::string_view kContentType = "content-type";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equalNoCase(char a, char b) { return lower(a) == lower(b); }

// Returns whether a character may be part of a header's name, as in HTTP.
bool isTokenCharacter(char c) {
  return isAsciiDigit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

// Returns the offset of "Content-Length:" in the text, in any case.
size_t findContentLength(std::string_view text) {
  static constexpr std::string_view kMark = "content-length:";
  auto mark = std::search(text.begin(), text.end(), kMark.begin(), kMark.end(), equalNoCase);
  return mark == text.end() ? std::string_view::npos : static_cast<size_t>(mark - text.begin());
}

// Returns whether the text starts with a whole Content-Length line or is a prefix of one.
bool startsHeader(std::string_view text) {
  static constexpr std::string_view kMark = "content-length:";
  const size_t common = std::min(text.size(), kMark.size());
  if (!std::equal(text.begin(), text.begin() + common, kMark.begin(), equalNoCase)) return false;
  text.remove_prefix(common);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && isAsciiDigit(text.front())) text.remove_prefix(1);
  return text.empty() || text.front() == '\r' || text.front() == '\n';
}

}  // namespace

void FrameReader::feed(std::string_view bytes) {
  compact();
  buffer_ += bytes;
}

void FrameReader::compact() {
  if (at_ == 0) return;
  buffer_.erase(0, at_);
  at_ = 0;
}

std::optional<RawMessage> FrameReader::next() {
  for (;;) {
    if (state_ == State::Skip && !skipToHeader()) return std::nullopt;
    if (state_ == State::Header) {
      bool more = false;
      if (auto problem = readLine(more)) return problem;
      if (more) return std::nullopt;
      continue;
    }
    if (pending().size() < *length_) return std::nullopt;
    RawMessage message;
    if (at_ == 0 && buffer_.size() == *length_) {
      message.body = std::move(buffer_);
      buffer_.clear();
    } else {
      message.body = pending().substr(0, *length_);
      at_ += *length_;
    }
    if (!charset_.empty()) {
      message = {{}, fmt::format("the message has the charset {}; send UTF-8", charset_)};
    }
    startHeader();
    return message;
  }
}

// Sets `more` when the line is incomplete.
std::optional<RawMessage> FrameReader::readLine(bool& more) {
  const std::string_view rest = pending().substr(0, limits_.headerBytes - headerBytes_);
  const size_t end = rest.find('\n');
  if (end == std::string_view::npos) {
    more = headerBytes_ + rest.size() < limits_.headerBytes;
    if (more) return std::nullopt;
    // One byte further, so that the search for the next header does not find this header.
    if (!rest.empty()) ++at_;
    return desynchronise(
        fmt::format("a header is longer than the limit headerBytes = {}", limits_.headerBytes));
  }
  std::string_view line = rest.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (const size_t mark = findContentLength(line); mark != 0 && mark != std::string_view::npos) {
    at_ += mark;
    startHeader();
    return RawMessage{{}, "there are bytes before a header that belong to no message"};
  }
  auto problem = line.empty() ? finishHeader() : readHeaderLine(line);
  at_ += end + 1;
  headerBytes_ += end + 1;
  // Empty lines between messages are allowed, and are not part of a header.
  if (state_ == State::Header && !sawHeader_) headerBytes_ = 0;
  return problem;
}

std::optional<RawMessage> FrameReader::readHeaderLine(std::string_view line) {
  const size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  if (colon == std::string_view::npos || name.empty() ||
      !std::all_of(name.begin(), name.end(), isTokenCharacter)) {
    return desynchronise("a header line has no name and value: send \"Content-Length: N\"");
  }
  sawHeader_ = true;
  const std::string_view value = trim(line.substr(colon + 1));
  const std::string key = lowered(name);
  if (key == kContentLength) return readContentLength(value);
  if (key != kContentType)
    return desynchronise(fmt::format(
        "the header {} is unknown; the known headers are Content-Length and Content-Type", name));
  const std::string type = lowered(value);
  const size_t at = type.find("charset=");
  if (at != std::string::npos) {
    std::string charset = type.substr(at + 8, type.find(';', at) - at - 8);
    std::erase(charset, '"');
    if (charset != "utf-8" && charset != "utf8") charset_ = charset;
  }
  return std::nullopt;
}

std::optional<RawMessage> FrameReader::readContentLength(std::string_view value) {
  size_t length = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
  const bool isNumber = end == value.data() + value.size();
  if (error == std::errc::invalid_argument || !isNumber) {
    return desynchronise("Content-Length is not a number");
  }
  if (error == std::errc::result_out_of_range || length > limits_.messageBytes) {
    return desynchronise(
        fmt::format("a message of {} bytes is larger than the limit messageBytes = {}", value,
                    limits_.messageBytes));
  }
  if (length_ && *length_ != length)
    return desynchronise("a header gives two values of Content-Length");
  length_ = length;
  return std::nullopt;
}

std::optional<RawMessage> FrameReader::finishHeader() {
  if (!sawHeader_) return std::nullopt;
  if (!length_) return desynchronise("a header lacks Content-Length");
  state_ = State::Body;
  return std::nullopt;
}

RawMessage FrameReader::desynchronise(std::string problem) {
  startHeader();
  state_ = State::Skip;
  return {{}, std::move(problem)};
}

void FrameReader::startHeader() {
  state_ = State::Header;
  headerBytes_ = 0;
  sawHeader_ = false;
  length_.reset();
  charset_.clear();
}

bool FrameReader::skipToHeader() {
  const std::string_view rest = pending();
  const size_t position = findContentLength(rest);
  if (position != std::string_view::npos) {
    at_ += position;
    startHeader();
    return true;
  }
  // The received bytes may end in the middle of "Content-Length:".
  at_ += rest.size() - std::min(rest.size(), kContentLength.size());
  compact();
  return false;
}

void FrameReader::reject(std::string_view body) {
  for (size_t at = 1; at < body.size(); ++at) {
    if (lower(body[at]) == 'c' && startsHeader(body.substr(at))) {
      buffer_.replace(0, at_, body.substr(at));
      at_ = 0;
      return;
    }
  }
}

std::string frame(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace ts::protocol
