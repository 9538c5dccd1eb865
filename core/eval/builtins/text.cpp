// Functions shared by str and bytes.
#include "core/eval/builtins/text.h"

#include <string.h>

#include <algorithm>
#include <new>

#include "core/base/heap.h"
#include "core/syntax/unicode.h"
#include "core/syntax/unicode_properties.h"

namespace ts::eval {

namespace unicode = syntax::unicode;

namespace {

bool continues(char c) { return (c & 0xC0) == 0x80; }

bool isByteSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

size_t textSpaceAt(std::string_view text, size_t position) {
  if (position >= text.size()) return 0;
  unicode::Character c = unicode::decode(text.data() + position, text.data() + text.size());
  return unicode::isSpace(c.code) ? c.size : 0;
}
size_t textSpaceBefore(std::string_view text, size_t position) {
  if (position == 0) return 0;
  size_t start = position - 1;
  while (start > 0 && continues(text[start])) --start;
  return textSpaceAt(text, start) ? position - start : 0;
}
size_t byteSpaceAt(std::string_view text, size_t position) {
  return position < text.size() && isByteSpace(text[position]);
}
size_t byteSpaceBefore(std::string_view text, size_t position) {
  return position > 0 && isByteSpace(text[position - 1]);
}

}  // namespace

const Spaces kTextSpaces{textSpaceAt, textSpaceBefore}, kByteSpaces{byteSpaceAt, byteSpaceBefore};

std::u32string toCodes(std::string_view utf8) {
  std::u32string codes;
  codes.reserve(utf8.size());
  const char* end = utf8.data() + utf8.size();
  for (const char* p = utf8.data(); p < end;) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      codes += static_cast<char32_t>(*p++);
      continue;
    }
    unicode::Character c = unicode::decode(p, end);
    codes += c.code;
    p += c.size;
  }
  return codes;
}

void appendCode(std::string& to, char32_t code) { unicode::append(to, code); }

std::string toUtf8(std::u32string_view codes) {
  std::string text;
  text.reserve(codes.size());
  for (char32_t code : codes) unicode::append(text, code);
  return text;
}

int64_t countCodes(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); });
}

size_t byteOffset(std::string_view text, int64_t index) {
  size_t offset = 0;
  for (; index > 0 && offset < text.size(); --index) do
      ++offset;
    while (offset < text.size() && continues(text[offset]));
  return offset;
}

bool asText(const Value& value, std::string_view& text) {
  auto* str = value.as<Str>();
  if (str) text = str->text;
  return str;
}

bool asBytes(const Value& value, std::string_view& data) {
  auto* bytes = value.as<Bytes>();
  if (bytes) data = bytes->data;
  return bytes;
}

size_t findIn(std::string_view text, std::string_view part, size_t from) {
  if (from > text.size()) return std::string_view::npos;
  if (part.size() == 1) return text.find(part[0], from);
  const void* match = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
  return match ? static_cast<size_t>(static_cast<const char*>(match) - text.data())
               : std::string_view::npos;
}

size_t findLastIn(std::string_view text, std::string_view part) {
  constexpr size_t kShort = 16;
  if (part.size() <= kShort || part.size() > text.size()) return text.rfind(part);
  const std::string reversed(text.rbegin(), text.rend()), wanted(part.rbegin(), part.rend());
  const size_t position = findIn(reversed, wanted);
  return position == std::string::npos ? position : text.size() - position - part.size();
}

Pieces splitOn(std::string_view text, std::string_view separator, int64_t most) {
  Pieces pieces;
  while (most-- != 0) {
    size_t position = findIn(text, separator);
    if (position == std::string_view::npos) break;
    pieces.push_back(text.substr(0, position));
    text.remove_prefix(position + separator.size());
  }
  pieces.push_back(text);
  return pieces;
}

Pieces splitLastOn(std::string_view text, std::string_view separator, int64_t most) {
  Pieces pieces;
  while (most-- != 0) {
    size_t position = findLastIn(text, separator);
    if (position == std::string_view::npos) break;
    pieces.push_back(text.substr(position + separator.size()));
    text = text.substr(0, position);
  }
  pieces.push_back(text);
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

Pieces splitSpaces(std::string_view text, int64_t most, const Spaces& spaces) {
  Pieces pieces;
  for (text = stripSpaces(text, true, false, spaces); !text.empty();
       text = stripSpaces(text, true, false, spaces)) {
    if (most-- == 0) {
      pieces.push_back(text);
      break;
    }
    size_t end = 0;
    while (end < text.size() && !spaces.at(text, end)) do
        ++end;
      while (end < text.size() && &spaces == &kTextSpaces && continues(text[end]));
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return pieces;
}

Pieces splitLastSpaces(std::string_view text, int64_t most, const Spaces& spaces) {
  Pieces pieces;
  for (text = stripSpaces(text, false, true, spaces); !text.empty();
       text = stripSpaces(text, false, true, spaces)) {
    if (most-- == 0) {
      pieces.push_back(text);
      break;
    }
    size_t start = text.size();
    while (start > 0 && !spaces.before(text, start)) --start;
    pieces.push_back(text.substr(start));
    text = text.substr(0, start);
  }
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

std::string_view stripSpaces(std::string_view text, bool left, bool right, const Spaces& spaces) {
  if (left)
    while (size_t size = spaces.at(text, 0)) text.remove_prefix(size);
  if (right)
    while (size_t size = spaces.before(text, text.size())) text.remove_suffix(size);
  return text;
}

int64_t countOf(std::string_view text, std::string_view part) {
  int64_t count = 0;
  for (size_t at = findIn(text, part); at != std::string_view::npos;
       at = findIn(text, part, at + part.size()))
    ++count;
  return count;
}

std::string replaceAll(Vm& vm, std::string_view text, std::string_view from, std::string_view to,
                       int64_t most) {
  constexpr size_t kMatches = 32;  // that cost kFuel
  constexpr uint64_t kFuel = 16;
  size_t matches = 0;
  const auto charge = [&] {
    if (++matches % kMatches == 0) vm.burn(kFuel);
  };
  std::string result;
  size_t position = 0;
  if (from.empty()) {
    // An empty pattern matches between all characters, before the first and behind the last.
    while (most-- != 0) {
      charge();
      result += to;
      if (position == text.size()) return result;
      do result += text[position++];
      while (position < text.size() && continues(text[position]));
    }
    return result.append(text.substr(position));
  }
  while (most-- != 0) {
    size_t match = findIn(text, from, position);
    if (match == std::string_view::npos) break;
    charge();
    result += text.substr(position, match - position);
    result += to;
    position = match + from.size();
  }
  return result.append(text.substr(position));
}

std::string expandTabs(std::string_view text, int64_t size) {
  std::string result;
  int64_t column = 0;
  for (char c : text) {
    if (c == '\t') {
      int64_t add = size > 0 ? size - column % size : 0;
      result.append(static_cast<size_t>(add), ' ');
      column += add;
      continue;
    }
    result += c;
    if (!continues(c)) ++column;
    if (c == '\n' || c == '\r') column = 0;
  }
  return result;
}

std::string repeat(std::string_view text, int64_t times) {
  std::string result;
  if (times <= 0 || text.empty()) return result;
  size_t size;
  if (__builtin_mul_overflow(text.size(), static_cast<size_t>(times), &size)) size = SIZE_MAX / 2;
  // Not every allocator throws: ThreadSanitizer's ends the program.
  if (size > heap::limit()) throw std::bad_alloc();
  result.reserve(size);
  while (times-- > 0) result += text;
  return result;
}

void clipRange(Vm& vm, const Value& start, const Value& end, int64_t length, int64_t& from,
               int64_t& to) {
  auto position = [&](const Value& value, int64_t otherwise) {
    if (value.isUnbound() || value.isNone()) return otherwise;
    int64_t index = vm.toIndex(value);
    return index < 0 ? std::max<int64_t>(index + length, 0) : index;
  };
  from = position(start, 0);
  to = std::min(position(end, length), length);
}

// ---- encodings

namespace {

enum class Encoding { Utf8, Ascii, Latin1 };

Encoding encodingOf(Vm& vm, std::string_view name) {
  std::string plain;
  for (char c : name)
    plain += c == '_' || c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  static constexpr std::pair<std::string_view, Encoding> kNames[] = {
      {"utf-8", Encoding::Utf8},        {"utf8", Encoding::Utf8},
      {"u8", Encoding::Utf8},           {"ascii", Encoding::Ascii},
      {"us-ascii", Encoding::Ascii},    {"646", Encoding::Ascii},
      {"latin-1", Encoding::Latin1},    {"latin1", Encoding::Latin1},
      {"iso-8859-1", Encoding::Latin1}, {"iso8859-1", Encoding::Latin1},
      {"l1", Encoding::Latin1}};
  for (auto [alias, encoding] : kNames)
    if (plain == alias) return encoding;
  vm.raise(vm.types.LookupError, "unknown encoding: " + std::string(name));
}

constexpr const char* kEncodingNames[] = {"utf-8", "ascii", "latin-1"};

std::string escapeOf(char32_t code) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer,
                code < 0x100     ? "\\x%02x"
                : code < 0x10000 ? "\\u%04x"
                                 : "\\U%08x",
                static_cast<unsigned>(code));
  return buffer;
}

bool isSurrogate(char32_t code) { return code >= 0xD800 && code < 0xE000; }

}  // namespace

std::string encodeText(Vm& vm, std::string_view text, std::string_view encodingName,
                       std::string_view errors) {
  Encoding encoding = encodingOf(vm, encodingName);
  char32_t limit = encoding == Encoding::Ascii    ? 0x80
                   : encoding == Encoding::Latin1 ? 0x100
                                                  : 0x110000;
  std::string result;
  int64_t position = 0;
  for (char32_t code : toCodes(text)) {
    if (code < limit && !isSurrogate(code)) {
      if (encoding == Encoding::Utf8)
        appendCode(result, code);
      else
        result += static_cast<char>(code);
    } else if (errors == "replace") {
      result += '?';
    } else if (errors == "backslashreplace") {
      result += escapeOf(code);
    } else if (errors == "xmlcharrefreplace") {
      result += "&#" + std::to_string(static_cast<uint32_t>(code)) + ";";
    } else if (errors == "surrogatepass" && isSurrogate(code)) {
      appendCode(result, code);
    } else if (errors != "ignore") {
      const char* reason = encoding == Encoding::Utf8    ? "surrogates not allowed"
                           : encoding == Encoding::Ascii ? "ordinal not in range(128)"
                                                         : "ordinal not in range(256)";
      vm.raise(vm.types.UnicodeEncodeError,
               {vm.str(kEncodingNames[static_cast<int>(encoding)]), vm.str(std::string(text)),
                Value::integer(position), Value::integer(position + 1), vm.str(reason)});
    }
    ++position;
  }
  return result;
}

std::string decodeBytes(Vm& vm, std::string_view data, std::string_view encodingName,
                        std::string_view errors) {
  Encoding encoding = encodingOf(vm, encodingName);
  std::string text;
  const char* end = data.data() + data.size();
  for (const char* p = data.data(); p < end;) {
    auto byte = static_cast<unsigned char>(*p);
    if (byte < 0x80 || encoding == Encoding::Latin1) {
      appendCode(text, byte);
      ++p;
      continue;
    }
    unicode::Character c = unicode::decode(p, end);
    if (encoding == Encoding::Utf8 && c.size > 1 && !isSurrogate(c.code)) {
      text.append(p, c.size);
      p += c.size;
      continue;
    }
    char shown[8];
    std::snprintf(shown, sizeof shown, "%02x", byte);
    if (errors == "replace") {
      appendCode(text, 0xFFFD);
    } else if (errors == "backslashreplace") {
      text += std::string("\\x") + shown;
    } else if (errors != "ignore") {
      bool starts = byte >= 0xC2 && byte <= 0xF4;
      const char* reason = encoding == Encoding::Ascii ? "ordinal not in range(128)"
                           : !starts                   ? "invalid start byte"
                           : p + 1 == end              ? "unexpected end of data"
                                                       : "invalid continuation byte";
      vm.raise(
          vm.types.UnicodeDecodeError,
          {vm.str(kEncodingNames[static_cast<int>(encoding)]), vm.bytes(std::string(data)),
           Value::integer(p - data.data()), Value::integer(p - data.data() + 1), vm.str(reason)});
    }
    ++p;
  }
  return text;
}

}  // namespace ts::eval
