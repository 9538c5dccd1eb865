#include "core/source/decode.h"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ts {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Python's encoding names that iconv spells differently; "-" also matches "_". All other names are
// the same in both, or differ only in separators.
struct Alias {
  std::string_view python;
  const char* iconv;
};
constexpr Alias kAliases[] = {
    {"ascii", "ASCII"},
    {"us-ascii", "ASCII"},
    {"646", "ASCII"},
    {"latin1", "ISO-8859-1"},
    {"latin", "ISO-8859-1"},
    {"l1", "ISO-8859-1"},
    {"8859", "ISO-8859-1"},
    {"latin-2", "ISO-8859-2"},
    {"latin2", "ISO-8859-2"},
    {"latin3", "ISO-8859-3"},
    {"latin4", "ISO-8859-4"},
    {"latin5", "ISO-8859-9"},
    {"latin6", "ISO-8859-10"},
    {"latin8", "ISO-8859-14"},
    {"latin9", "ISO-8859-15"},
    {"latin-9", "ISO-8859-15"},
    {"latin10", "ISO-8859-16"},
    {"cyrillic", "ISO-8859-5"},
    {"arabic", "ISO-8859-6"},
    {"greek", "ISO-8859-7"},
    {"hebrew", "ISO-8859-8"},
    {"windows-1250", "CP1250"},
    {"windows-1251", "CP1251"},
    {"windows-1252", "CP1252"},
    {"windows-1253", "CP1253"},
    {"windows-1254", "CP1254"},
    {"windows-1255", "CP1255"},
    {"windows-1256", "CP1256"},
    {"windows-1257", "CP1257"},
    {"windows-1258", "CP1258"},
    {"mac-roman", "MACINTOSH"},
    {"macroman", "MACINTOSH"},
    {"mac-cyrillic", "MAC-CYRILLIC"},
    {"koi8-r", "KOI8-R"},
    {"koi8-u", "KOI8-U"},
    {"shift-jis", "SHIFT_JIS"},
    {"sjis", "SHIFT_JIS"},
    {"s-jis", "SHIFT_JIS"},
    {"cp932", "CP932"},
    {"ms932", "CP932"},
    {"mskanji", "CP932"},
    {"ujis", "EUC-JP"},
    {"eucjp", "EUC-JP"},
    {"u-jis", "EUC-JP"},
    {"euckr", "EUC-KR"},
    {"korean", "EUC-KR"},
    {"cp949", "UHC"},
    {"ms949", "UHC"},
    {"gb2312", "EUC-CN"},
    {"chinese", "EUC-CN"},
    {"euc-cn", "EUC-CN"},
    {"936", "GBK"},
    {"cp936", "GBK"},
    {"gb18030-2000", "GB18030"},
    {"big5-tw", "BIG5"},
    {"csbig5", "BIG5"},
    {"big5hkscs", "BIG5-HKSCS"},
    {"cp950", "CP950"},
    {"tis620", "TIS-620"},
    {"tis-620", "TIS-620"},
    {"iso-ir-166", "TIS-620"},
    {"iso2022-jp", "ISO-2022-JP"},
    {"iso2022jp", "ISO-2022-JP"},
    {"iso-2022-jp", "ISO-2022-JP"},
    {"iso2022-kr", "ISO-2022-KR"},
};

// Encodings that glibc knows but Python rejects for source text, because ASCII bytes mean something
// else in them; and Python codecs that are not character sets.
constexpr std::string_view kUnusable[] = {
    "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be",
    "utf16",  "utf32",     "ucs-2",     "ucs-4",  "rot13",     "rot-13",
    "hex",    "base64",    "zip",       "bz2",    "uu",        "quopri"};

// Returns the name in lower case with "-" in place of "_".
std::string normalName(std::string_view name) {
  std::string normal;
  for (char c : name) {
    normal += c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return normal;
}

bool isUtf8Name(const std::string& name) {
  return name == "utf-8" || name.starts_with("utf-8-") || name == "utf8" || name == "u8" ||
         name == "utf" || name == "cp65001";
}
bool isLatin1Name(const std::string& name) {
  for (std::string_view latin :
       {"latin-1", "iso-8859-1", "iso-latin-1", "iso8859-1", "latin1", "l1", "latin", "8859"}) {
    if (name == latin || (name.starts_with(latin) && name[latin.size()] == '-')) return true;
  }
  return false;
}

// Returns the size of the valid UTF-8 character at `p`; 0 when the bytes are invalid.
size_t validCharacter(const unsigned char* p, const unsigned char* end) {
  auto follows = [&](int i, unsigned char low = 0x80, unsigned char high = 0xBF) {
    return p + i < end && p[i] >= low && p[i] <= high;
  };
  unsigned char lead = p[0];
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return follows(1) ? 2 : 0;
  if (lead < 0xF0) {
    unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (lead < 0xF5) {
    unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Returns the offset of the first byte at or after `at` that is not part of valid UTF-8.
size_t findInvalid(std::string_view bytes, size_t at) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* end = begin + bytes.size();
  const auto* p = begin + at;
  while (p < end) {
    uint64_t block;
    if (end - p >= 8 && (std::memcpy(&block, p, 8), (block & 0x8080808080808080) == 0)) {
      p += 8;
      continue;
    }
    size_t size = validCharacter(p, end);
    if (size == 0) break;
    p += size;
  }
  return static_cast<size_t>(p - begin);
}

std::string byteName(char byte) {
  char text[8];
  std::snprintf(text, sizeof text, "0x%02X", static_cast<unsigned char>(byte));
  return text;
}

void noteBadByte(DecodedText& result, char byte) {
  if (!result.error) {
    auto at = static_cast<uint32_t>(result.text.size());
    result.error =
        DecodeError{{at, at + static_cast<uint32_t>(kReplacement.size())},
                    "the byte " + byteName(byte) + " is not valid in " + result.encoding};
  }
  result.text += kReplacement;
}

void decodeUtf8(std::string_view bytes, DecodedText& result) {
  size_t at = 0;
  for (;;) {
    size_t bad = findInvalid(bytes, at);
    result.text.append(bytes, at, bad - at);
    if (bad == bytes.size()) return;
    noteBadByte(result, bytes[bad]);
    at = bad + 1;
  }
}

void decodeLatin1(std::string_view bytes, DecodedText& result) {
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result.text += c;
    } else {
      result.text += static_cast<char>(0xC0 | byte >> 6);
      result.text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
}

class Converter {
 public:
  explicit Converter(const std::string& name) {
    auto alias = std::find_if(std::begin(kAliases), std::end(kAliases),
                              [&](const Alias& a) { return a.python == name; });
    if (alias != std::end(kAliases)) {
      handle_ = iconv_open("UTF-8", alias->iconv);
    } else if (std::find(std::begin(kUnusable), std::end(kUnusable), name) == std::end(kUnusable)) {
      std::string other = name;
      handle_ = iconv_open("UTF-8", other.c_str());
      std::replace(other.begin(), other.end(), '-', '_');
      if (!good()) handle_ = iconv_open("UTF-8", other.c_str());
    }
  }
  ~Converter() {
    if (good()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool good() const { return handle_ != kNone; }

  void run(std::string_view bytes, DecodedText& result) {
    char* in = const_cast<char*>(bytes.data());
    size_t left = bytes.size();
    char buffer[4096];
    while (left > 0) {
      char* out = buffer;
      size_t room = sizeof buffer;
      size_t done = iconv(handle_, &in, &left, &out, &room);
      result.text.append(buffer, sizeof buffer - room);
      if (done != static_cast<size_t>(-1) || errno == E2BIG) continue;
      noteBadByte(result, *in);
      ++in;
      --left;
      iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    }
  }

 private:
  static inline const iconv_t kNone = reinterpret_cast<iconv_t>(-1);
  iconv_t handle_ = kNone;
};

bool isNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

}  // namespace

EncodingDeclaration findEncodingDeclaration(std::string_view bytes) {
  size_t begin = 0;
  for (int line = 0; line < 2 && begin < bytes.size(); ++line) {
    size_t end = std::min(bytes.find_first_of("\r\n", begin), bytes.size());
    std::string_view text = bytes.substr(begin, end - begin);
    size_t first = text.find_first_not_of(" \t\f");
    if (first != std::string_view::npos) {
      // PEP 263: code on the first line means that the second line cannot declare an encoding.
      if (text[first] != '#') return {};
      for (size_t at = text.find("coding", first); at != std::string_view::npos;
           at = text.find("coding", at + 1)) {
        size_t name = at + 6;
        if (name >= text.size() || (text[name] != ':' && text[name] != '=')) continue;
        do ++name;
        while (name < text.size() && (text[name] == ' ' || text[name] == '\t'));
        size_t last = name;
        while (last < text.size() && isNameByte(text[last])) ++last;
        if (last == name) continue;
        return {text.substr(name, last - name),
                {static_cast<uint32_t>(begin + name), static_cast<uint32_t>(begin + last)}};
      }
    }
    begin = end + (bytes.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  return {};
}

DecodedText decodeSource(std::string_view bytes) {
  DecodedText result;
  bool mark = bytes.starts_with("\xEF\xBB\xBF");
  if (mark) bytes.remove_prefix(3);
  EncodingDeclaration declared = findEncodingDeclaration(bytes);
  result.encoding = declared.name.empty() ? "utf-8" : normalName(declared.name);
  // After a byte order mark CPython accepts only the name "utf-8" itself, not its aliases.
  bool plainName = result.encoding == "utf-8" || result.encoding.starts_with("utf-8-");
  if (mark ? plainName : isUtf8Name(result.encoding)) {
    result.encoding = "utf-8";
    decodeUtf8(bytes, result);
    return result;
  }
  if (mark) {
    result.error = DecodeError{
        declared.span, "the file begins with the mark of UTF-8 but declares " + result.encoding};
    result.encoding = "utf-8";
  } else if (isLatin1Name(result.encoding)) {
    decodeLatin1(bytes, result);
    return result;
  } else if (Converter converter(result.encoding); converter.good()) {
    converter.run(bytes, result);
    return result;
  } else {
    result.error = DecodeError{declared.span, "the encoding '" + result.encoding + "' is unknown"};
    result.encoding = "utf-8";
  }
  decodeUtf8(bytes, result);
  return result;
}

}  // namespace ts
