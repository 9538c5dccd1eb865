#include "lsp/protocol/json_parser.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json_writer.h"

namespace ts::lsp {

using nlohmann::json;

namespace {

constexpr uint32_t kReplacement = 0xFFFD;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void appendUtf8(std::string& to, uint32_t code) {
  if (code < 0x80) {
    to += static_cast<char>(code);
    return;
  }
  if (code < 0x800) {
    to += static_cast<char>(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      to += static_cast<char>(0xE0 | code >> 12);
    } else {
      to += static_cast<char>(0xF0 | code >> 18);
      to += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    }
    to += static_cast<char>(0x80 | (code >> 6 & 0x3F));
  }
  to += static_cast<char>(0x80 | (code & 0x3F));
}

// Functions are false when the text is wrong there; then nothing goes on.
class Parser {
 public:
  Parser(std::string_view text, int maxNesting) : at_(text.data()), end_(at_ + text.size()), left_(maxNesting) {}

  bool document(json& to) {
    if (std::string_view(at_, end_).starts_with("\xEF\xBB\xBF")) at_ += 3;
    if (!value(to)) return false;
    skipSpace();
    return at_ == end_;
  }
  bool isTooDeep() const { return left_ < 0; }

 private:
  void skipSpace() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  bool take(char c) {
    skipSpace();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view wanted) {
    if (!std::string_view(at_, end_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  bool value(json& to) {
    skipSpace();
    if (at_ == end_) return false;
    switch (*at_) {
      case '{': return object(to);
      case '[': return array(to);
      case '"': to = std::string(); return string(to.get_ref<std::string&>());
      case 't': to = true; return word("true");
      case 'f': to = false; return word("false");
      case 'n': to = nullptr; return word("null");
      default: return number(to);
    }
  }

  // What stands between brackets, an element at a time.
  template <typename Element>
  bool list(char close, Element&& element) {
    ++at_;
    if (--left_ < 0) return false;
    if (!take(close)) {
      do {
        if (!element()) return false;
      } while (take(','));
      if (!take(close)) return false;
    }
    ++left_;
    return true;
  }
  bool array(json& to) {
    to = json::array();
    return list(']', [&] { return value(to.emplace_back()); });
  }
  bool object(json& to) {
    to = json::object();
    return list('}', [&] {
      std::string key;
      skipSpace();
      return at_ < end_ && *at_ == '"' && string(key) && take(':') && value(to[std::move(key)]);
    });
  }

  bool string(std::string& to) {
    ++at_;
    for (;;) {
      const char* begin = at_;
      while (at_ < end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) {
        const auto size = static_cast<unsigned char>(*at_) < 0x80 ? 1 : utf8Length({at_, end_});
        if (size == 0) return false;
        at_ += size;
      }
      to.append(begin, at_);
      if (at_ == end_ || (*at_ != '"' && *at_ != '\\')) return false;
      if (*at_++ == '"') return true;
      if (!escape(to)) return false;
    }
  }
  bool escape(std::string& to) {
    if (at_ == end_) return false;
    static constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const char c = *at_++;
    if (const size_t simple = kEscapes.find(c); simple != std::string_view::npos) {
      to += kMeanings[simple];
      return true;
    }
    uint32_t unit = 0, low = 0;
    if (c != 'u' || !hex(unit)) return false;
    if (isHighSurrogate(unit)) {
      const char* behind = at_;
      const bool isPair = word("\\u") && hex(low) && isLowSurrogate(low);
      if (!isPair) at_ = behind;
      unit = isPair ? 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00) : kReplacement;
    }
    appendUtf8(to, isLowSurrogate(unit) ? kReplacement : unit);
    return true;
  }
  bool hex(uint32_t& unit) {
    if (end_ - at_ < 4) return false;
    const auto [end, error] = std::from_chars(at_, at_ + 4, unit, 16);
    if (error != std::errc() || end != at_ + 4) return false;
    at_ = end;
    return true;
  }

  bool digits() {
    const char* begin = at_;
    while (at_ < end_ && isDigit(*at_)) ++at_;
    return at_ > begin;
  }
  // Whole ones that fit are integers.
  bool number(json& to) {
    const char* begin = at_;
    if (at_ < end_ && *at_ == '-') ++at_;
    const char* first = at_;
    if (!digits() || (*first == '0' && at_ > first + 1)) return false;
    bool isWhole = true;
    if (at_ < end_ && *at_ == '.') {
      ++at_;
      isWhole = false;
      if (!digits()) return false;
    }
    if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      isWhole = false;
      if (at_ < end_ && (*at_ == '+' || *at_ == '-')) ++at_;
      if (!digits()) return false;
    }
    const auto read = [&](auto number) {
      if (std::from_chars(begin, at_, number).ec != std::errc()) return false;
      to = number;
      return true;
    };
    if (isWhole && (*begin == '-' ? read(int64_t{}) : read(uint64_t{}))) return true;
    // What is too small for a number of this kind is zero.
    double number = 0;
    const auto [end, error] = std::from_chars(begin, at_, number);
    if (error == std::errc::result_out_of_range) number = std::strtod(std::string(begin, at_).c_str(), nullptr);
    to = number;
    return std::isfinite(number);
  }

  const char* at_;
  const char* const end_;
  int left_;  // how deep the nesting may still go
};

}  // namespace

bool parseJson(std::string_view text, int maxNesting, json& value, std::string& problem) {
  Parser parser(text, maxNesting);
  if (parser.document(value)) return true;
  problem = parser.isTooDeep() ? fmt::format("the JSON is nested deeper than the limit kMaxNesting = {}", maxNesting)
                               : "the message is not valid JSON in UTF-8";
  return false;
}

}  // namespace ts::lsp
