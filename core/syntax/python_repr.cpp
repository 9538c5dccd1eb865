#include "core/syntax/python_repr.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/syntax/char_class.h"
#include "core/syntax/unicode.h"

namespace ts::syntax {

namespace {

// CPython uses double quotes only for a text that contains only single quotes.
char quoteFor(std::string_view text) {
  return text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos
             ? '"'
             : '\'';
}

void appendHex(std::string& to, const char* format, unsigned value) {
  char buffer[16];
  to.append(buffer, static_cast<size_t>(std::snprintf(buffer, sizeof buffer, format, value)));
}

// The letter of a short escape such as \n; 0 if there is none.
char shortEscape(char c) {
  switch (c) {
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\\': return '\\';
    default: return 0;
  }
}

double toDouble(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    return std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

}  // namespace

void reprString(std::string_view utf8, std::string& to) {
  char quote = quoteFor(utf8);
  to += quote;
  const char* end = utf8.data() + utf8.size();
  for (const char* p = utf8.data(); p < end;) {
    auto byte = static_cast<unsigned char>(*p);
    if (byte >= 0x20 && byte < 0x7F) {
      if (*p == quote || *p == '\\') to += '\\';
      to += *p++;
      continue;
    }
    unicode::Character c = unicode::decode(p, end);
    if (char letter = byte < 0x80 ? shortEscape(*p) : '\0') {
      to += '\\';
      to += letter;
    } else if (unicode::isPrintable(c.code)) {
      to.append(p, c.size);
    } else if (c.code < 0x100) {
      appendHex(to, "\\x%02x", c.code);
    } else if (c.code < 0x10000) {
      appendHex(to, "\\u%04x", c.code);
    } else {
      appendHex(to, "\\U%08x", c.code);
    }
    p += c.size;
  }
  to += quote;
}

void reprBytes(std::string_view bytes, std::string& to) {
  char quote = quoteFor(bytes);
  to += 'b';
  to += quote;
  for (char c : bytes) {
    if (char letter = shortEscape(c)) {
      to += '\\';
      to += letter;
    } else if (c == quote) {
      to += '\\';
      to += c;
    } else if (c < 0x20 || c >= 0x7F) {
      appendHex(to, "\\x%02x", static_cast<unsigned char>(c));
    } else {
      to += c;
    }
  }
  to += quote;
}

void reprInt(std::string_view digits, std::string& to) {
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0' && !isDigit(digits[1])) {
    char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    digits.remove_prefix(2);
  }
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  if (base == 10) {
    to += digits;
    return;
  }
  // Limbs of nine decimal digits, lowest first.
  constexpr uint64_t kLimb = 1000000000;
  std::vector<uint32_t> limbs{0};
  for (char c : digits) {
    uint64_t carry = static_cast<uint64_t>(hexValue(c));
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint64_t>(limb) * static_cast<uint64_t>(base);
      limb = static_cast<uint32_t>(carry % kLimb);
      carry /= kLimb;
    }
    if (carry) limbs.push_back(static_cast<uint32_t>(carry));
  }
  to += std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%09u", limbs[i]);
    to += buffer;
  }
}

void reprDouble(double value, std::string_view integralSuffix, std::string& to) {
  if (std::isinf(value)) {
    to += value < 0 ? "-inf" : "inf";
    return;
  }
  if (std::isnan(value)) {
    to += "nan";
    return;
  }
  char buffer[40];
  auto written =
      std::to_chars(buffer, buffer + sizeof buffer - 1, value, std::chars_format::scientific);
  *written.ptr = '\0';
  std::string_view text(buffer, static_cast<size_t>(written.ptr - buffer));
  size_t e = text.find('e');
  int exponent = std::atoi(text.data() + e + 1);
  std::string digits;
  if (text[0] == '-') to += '-';
  for (char c : text.substr(0, e)) {
    if (isDigit(c)) digits += c;
  }
  int count = static_cast<int>(digits.size());
  // The decimal point is before digits[exponent + 1].
  if (exponent < -4 || exponent >= 16) {
    to += digits[0];
    if (count > 1) {
      to += '.';
      to.append(digits, 1);
    }
    char buffer2[16];
    std::snprintf(buffer2, sizeof buffer2, "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
    to += buffer2;
  } else if (exponent < 0) {
    to += "0.";
    to.append(static_cast<size_t>(-exponent - 1), '0');
    to += digits;
  } else if (count <= exponent + 1) {
    to += digits;
    to.append(static_cast<size_t>(exponent + 1 - count), '0');
    to += integralSuffix;
  } else {
    to.append(digits, 0, static_cast<size_t>(exponent) + 1);
    to += '.';
    to.append(digits, static_cast<size_t>(exponent) + 1);
  }
}

void reprFloat(std::string_view text, std::string& to) { reprDouble(toDouble(text), ".0", to); }

void reprImaginary(std::string_view text, std::string& to) {
  reprDouble(toDouble(text.substr(0, text.size() - 1)), "", to);
  to += 'j';
}

}  // namespace ts::syntax
