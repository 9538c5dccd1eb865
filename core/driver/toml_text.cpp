#include "core/driver/toml_text.h"

#include <algorithm>
#include <string>

namespace ts::driver {

namespace {

bool isBeyondAscii(char c) { return (c & 0x80) != 0; }

// Returns whether a backslash ends a line, with a character beyond ASCII behind the blanks.
bool hidesCharacter(std::string_view text, size_t backslash) {
  const size_t next = text.find_first_not_of(" \t\r\n", backslash + 1);
  return next != text.npos && isBeyondAscii(text[next]);
}

// Returns the offset behind the string that begins at `at`; npos for one that toml++ does not
// survive. An unterminated string ends with its line, or with the text when it has three quotes.
size_t endOfString(std::string_view text, size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool isLong = text.substr(at).starts_with(three);
  const std::string_view close = isLong ? std::string_view(three) : text.substr(at, 1);
  size_t end = at + close.size();
  while (end < text.size() && !text.substr(end).starts_with(close)) {
    if (text[end] == '\n' && !isLong) return end;
    const bool isEscape = quote == '"' && text[end] == '\\';
    if (isEscape && hidesCharacter(text, end)) return text.npos;
    end += isEscape ? 2 : 1;
  }
  end = std::min(end + close.size(), text.size());
  // Up to two quotes before the closing ones belong to the string.
  for (int i = 0; isLong && i < 2 && end < text.size() && text[end] == quote; ++i) ++end;
  return end;
}

// Follows the structure of a text as far as it decides where strings may begin.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::optional<TomlFault> run() {
    for (at_ = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (const std::string_view reason = take(c); !reason.empty()) return TomlFault{at_, reason};
      const size_t next = c == '"' || c == '\'' ? endOfString(text_, at_) : at_ + 1;
      if (next == text_.npos)
        return TomlFault{at_, "a string has a backslash before a character beyond ASCII"};
      at_ = next;
    }
    return std::nullopt;
  }

 private:
  // Returns the reason why a character is a fault.
  std::string_view take(char c) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
      case '\'': return followsAny(isKey() ? " \t\r\n,[{=." : " \t\r\n,[{=") ? "" : kMisplaced;
      case '.':
        if (++parts_ > kMaxKeyParts) return "a key has more than 32 parts";
        return {};
      case '=':
        parts_ = 1;
        if (!isKey() || inHeader_) return "an unexpected equals sign";
        sawEquals_ = true;
        return {};
      case '[':
      case '{':
        parts_ = 1;
        if (!followsAny(" \t\r\n,[{=")) return "an unexpected bracket";
        inHeader_ |= c == '[' && open_.empty() && !sawEquals_;
        open_ += c;
        sawEquals_ = false;
        return {};
      case ']':
      case '}':
        if (!open_.empty()) open_.pop_back();
        sawEquals_ = !inHeader_;
        return {};
      case ',':
        parts_ = 1;
        if (!open_.empty() && open_.back() == '{') sawEquals_ = false;
        return {};
      case '\n':
        parts_ = 1;
        if (inHeader_) open_.clear();
        inHeader_ = false;
        if (open_.empty()) sawEquals_ = false;
        return {};
      case '\r':
      case '\t': return {};
      default: return byte < 0x20 || byte >= 0x7F ? kMisplaced : "";
    }
  }

  // Returns whether a key may be at this place.
  bool isKey() const {
    return inHeader_ || (!sawEquals_ && (open_.empty() || open_.back() == '{'));
  }
  bool followsAny(std::string_view characters) const {
    return at_ == 0 || characters.find(text_[at_ - 1]) != characters.npos;
  }

  static constexpr std::string_view kMisplaced =
      "a character that is not permitted here outside of strings and comments";

  const std::string_view text_;
  size_t at_ = 0;
  size_t parts_ = 1;        // of the key
  std::string open_;        // the open brackets
  bool sawEquals_ = false;  // in the current entry of a table
  bool inHeader_ = false;   // in a line such as [a.b]
};

}  // namespace

std::optional<TomlFault> findTomlFault(std::string_view text) { return Scan(text).run(); }

}  // namespace ts::driver
