// Formats numbers and text by a format specification (Python's "Format Specification
// Mini-Language").
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/syntax/unicode.h"

namespace ts::eval {
namespace {

bool isAlign(char32_t c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

// Reads a width or a precision. Returns -1 when the text does not begin with a digit.
int64_t readNumber(Vm& vm, const std::u32string& spec, size_t& at) {
  int64_t number = -1;
  for (; at < spec.size() && spec[at] >= '0' && spec[at] <= '9'; ++at) {
    int64_t digit = static_cast<int64_t>(spec[at] - '0');
    if (__builtin_mul_overflow(std::max<int64_t>(number, 0), 10, &number) ||
        __builtin_add_overflow(number, digit, &number))
      vm.raiseValueError("Too many decimal digits in format string");
  }
  return number;
}

[[noreturn]] void raiseUnknownCode(Vm& vm, char32_t code, const std::string& typeName) {
  std::string shown;
  if (code > 32 && code < 128) {
    shown = static_cast<char>(code);
  } else {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "\\x%x", static_cast<unsigned>(code));
    shown = buffer;
  }
  vm.raiseValueError("Unknown format code '" + shown + "' for object of type '" + typeName + "'");
}

// Inserts separators between groups of digits; zeros fill up to `width` columns in total.
std::string group(std::string digits, char separator, size_t size, int64_t width) {
  std::string text;                                                // reversed
  text.reserve(static_cast<size_t>(std::max<int64_t>(width, 0)));  // fails early
  size_t inGroup = 0;
  for (size_t i = digits.size(); i > 0 || static_cast<int64_t>(text.size()) < width;) {
    if (separator && inGroup == size) {
      // A separator never comes first, but a padding zero may precede it.
      text += separator;
      inGroup = 0;
    }
    text += i > 0 ? digits[--i] : '0';
    ++inGroup;
  }
  std::reverse(text.begin(), text.end());
  return text;
}

// The parts of a formatted number. Only `digits` are grouped.
struct NumberText {
  std::string sign, prefix, digits, rest;
};

std::string layOut(const FormatSpec& spec, const NumberText& number, size_t groupSize) {
  std::string head = number.sign + number.prefix;
  char align = spec.align ? spec.align : '>';
  int64_t width = 0;
  // Padding zeros are grouped like digits.
  if (align == '=' && spec.fill == '0' && spec.width > 0) {
    width = spec.width - static_cast<int64_t>(head.size() + number.rest.size());
  }
  std::string body = group(number.digits, spec.grouping, groupSize, width) + number.rest;
  if (align == '=') {
    int64_t left = spec.width - static_cast<int64_t>(head.size());
    return head + pad(body, spec.fill, '>', left);
  }
  return pad(head + body, spec.fill, align, spec.width);
}

std::string signOf(const FormatSpec& spec, bool negative) {
  return negative ? "-" : spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
}

bool isRealType(char32_t type) {
  switch (type) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'n':
    case '%': return true;
    default: return false;
  }
}

// The decimal exponent of a finite number, rounded to `digits` significant digits.
int exponentOf(double value, int64_t digits) {
  std::string text = realDigits(value, 'e', digits - 1, false);
  return std::atoi(text.c_str() + text.find('e') + 1);
}

void dropTrailingZeros(std::string& text) {
  size_t e = std::min(text.find('e'), text.size());
  if (text.find('.') == std::string::npos) return;
  size_t keep = text.find_last_not_of('0', e - 1) + 1;
  if (text[keep - 1] == '.') --keep;
  text.erase(keep, e - keep);
}

// Formats a float without a type: repr, or with a precision like `g`, but with at least one digit
// behind the point and exponents from one power of ten lower.
std::string untypedReal(double value, int64_t precision, bool alternate) {
  if (!std::isfinite(value)) return reprReal(value);
  std::string text;
  if (precision < 0) {
    text = reprReal(value);
  } else {
    int64_t digits = std::max<int64_t>(precision, 1);
    int exponent = exponentOf(value, digits);
    bool scientific = exponent < -4 || exponent >= digits - 1;
    text = scientific ? realDigits(value, 'e', digits - 1, false)
                      : realDigits(value, 'f', digits - 1 - exponent, false);
    if (!alternate) dropTrailingZeros(text);
    if (!scientific && text.find('.') == std::string::npos) text += ".0";
  }
  if (alternate && text.find('.') == std::string::npos)
    text.insert(std::min(text.find('e'), text.size()), 1, '.');
  return text;
}

// The magnitude of a real in the format of the spec, without a sign.
NumberText realParts(const FormatSpec& spec, double value) {
  double magnitude = std::fabs(value);
  int64_t precision = spec.precision;
  char type = static_cast<char>(spec.type);
  std::string text;
  if (type == 0) {
    text = untypedReal(magnitude, precision, spec.alternate);
  } else if (type == '%') {
    text = realDigits(magnitude * 100, 'f', precision < 0 ? 6 : precision, spec.alternate) + "%";
  } else {
    text = realDigits(magnitude, type == 'n' ? 'g' : type, precision < 0 ? 6 : precision,
                      spec.alternate);
  }
  NumberText number;
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  if (digits == 0) digits = text.size() - (type == '%' ? 1 : 0);  // inf, nan
  number.digits = text.substr(0, digits);
  number.rest = text.substr(digits);
  bool negative = std::signbit(value) && !std::isnan(value);
  if (negative && spec.noNegativeZero && text.find_first_of("123456789in") == std::string::npos)
    negative = false;
  number.sign = signOf(spec, negative);
  return number;
}

}  // namespace

FormatSpec parseSpec(Vm& vm, std::string_view text, const std::string& typeName) {
  std::u32string spec = toCodes(text);
  FormatSpec parsed;
  size_t at = 0;
  bool fillGiven = false;
  if (spec.size() > 1 && isAlign(spec[1])) {
    parsed.fill = spec[0];
    parsed.align = static_cast<char>(spec[1]);
    fillGiven = true;
    at = 2;
  } else if (!spec.empty() && isAlign(spec[0])) {
    parsed.align = static_cast<char>(spec[0]);
    at = 1;
  }
  auto is = [&](char32_t c) { return at < spec.size() && spec[at] == c; };
  if (is('+') || is('-') || is(' '))
    parsed.sign = static_cast<char>(spec[at++]);
  else
    parsed.sign = 0;
  if (is('z')) parsed.noNegativeZero = ++at;
  if (is('#')) parsed.alternate = ++at;
  if (!fillGiven && is('0')) {
    parsed.fill = '0';
    if (!parsed.align && typeName != "str") parsed.align = '=';
    ++at;
  }
  parsed.width = readNumber(vm, spec, at);
  for (char mark : {',', '_'}) {
    if (!is(static_cast<char32_t>(mark))) continue;
    if (parsed.grouping) vm.raiseValueError("Cannot specify both ',' and '_'.");
    parsed.grouping = mark;
    ++at;
  }
  if (is(',') && parsed.grouping)
    vm.raiseValueError(parsed.grouping == ',' ? "Cannot specify ',' with ','."
                                              : "Cannot specify both ',' and '_'.");
  if (is('.')) {
    ++at;
    parsed.precision = readNumber(vm, spec, at);
    if (parsed.precision < 0) vm.raiseValueError("Format specifier missing precision");
  }
  if (spec.size() - at > 1)
    vm.raiseValueError("Invalid format specifier '" + std::string(text) + "' for object of type '" +
                       typeName + "'");
  if (at < spec.size()) parsed.type = spec[at];
  if (parsed.grouping && parsed.type) {
    static constexpr std::u32string_view kComma = U"defgEG%F", kUnderscore = U"defgEG%FboxX";
    if ((parsed.grouping == ',' ? kComma : kUnderscore).find(parsed.type) ==
        std::u32string_view::npos) {
      if (parsed.type < 32 || parsed.type > 127) raiseUnknownCode(vm, parsed.type, typeName);
      vm.raiseValueError(std::string("Cannot specify '") + parsed.grouping + "' with '" +
                         static_cast<char>(parsed.type) + "'.");
    }
  }
  return parsed;
}

std::string pad(std::string_view text, char32_t fill, char align, int64_t width) {
  int64_t missing = width - countCodes(text);
  if (missing <= 0) return std::string(text);
  int64_t before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string filler, made;
  appendCode(filler, fill);
  made.reserve(text.size() + static_cast<size_t>(missing) * filler.size());  // fails early
  for (int64_t i = 0; i < before; ++i) made += filler;
  made += text;
  for (int64_t i = before; i < missing; ++i) made += filler;
  return made;
}

std::string intDigits(Vm& vm, const Number& value, int base, bool upper) {
  if (base == 10) {
    std::string text = integerText(vm, value);
    return value.isNegative() ? text.substr(1) : text;
  }
  std::string digits = value.whole().digits(base);
  if (upper)
    for (char& c : digits)
      if (c >= 'a') c = static_cast<char>(c - 32);
  return digits;
}

std::string realDigits(double value, char type, int64_t precision, bool alternate) {
  bool upper = type == 'E' || type == 'F' || type == 'G';
  if (!std::isfinite(value)) {
    std::string word = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    if (upper)
      for (char& c : word)
        if (c >= 'a') c = static_cast<char>(c - 32);
    return word;
  }
  // glibc drops zeros of %#g when rounding carries into a new digit.
  if (alternate && (type == 'g' || type == 'G')) {
    int64_t significant = std::max<int64_t>(precision, 1);
    int exponent = exponentOf(value, significant);
    if (exponent < -4 || exponent >= significant)
      return realDigits(value, upper ? 'E' : 'e', significant - 1, true);
    return realDigits(value, 'f', significant - 1 - exponent, true);
  }
  char format[] = {'%', '#', '.', '*', type, 0};
  char plain[] = {'%', '.', '*', type, 0};
  // All further digits are zeros.
  int digits = static_cast<int>(std::min<int64_t>(precision, 1100));
  char buffer[1500];
  int size = std::snprintf(buffer, sizeof buffer, alternate ? format : plain, digits, value);
  std::string text(buffer, static_cast<size_t>(size));
  if (precision > digits && (type == 'f' || type == 'F'))
    text.append(static_cast<size_t>(std::min<int64_t>(precision - digits, 1 << 20)), '0');
  return text;
}

std::string formatInt(Vm& vm, const Number& value, std::string_view text,
                      const std::string& typeName) {
  if (text.empty()) return integerText(vm, value);
  FormatSpec spec = parseSpec(vm, text, typeName);
  if (isRealType(spec.type) && spec.type != 'n')
    return formatReal(vm, finiteReal(vm, value), text, typeName);
  if (spec.type && std::u32string_view(U"bcdnoxX").find(spec.type) == std::u32string_view::npos)
    raiseUnknownCode(vm, spec.type, typeName);
  if (spec.precision >= 0) vm.raiseValueError("Precision not allowed in integer format specifier");
  if (spec.noNegativeZero)
    vm.raiseValueError("Negative zero coercion (z) not allowed in integer format specifier");
  NumberText number;
  number.sign = signOf(spec, value.isNegative());
  int base = 10;
  switch (spec.type) {
    case 0:
    case 'd':
    case 'n': break;
    case 'b': base = 2; break;
    case 'o': base = 8; break;
    case 'x':
    case 'X': base = 16; break;
    case 'c': {
      if (spec.sign) vm.raiseValueError("Sign not allowed with integer format specifier 'c'");
      if (spec.alternate)
        vm.raiseValueError("Alternate form (#) not allowed with integer format specifier 'c'");
      if (value.big || value.integer < 0 || value.integer > 0x10FFFF)
        vm.raise(vm.types.OverflowError, "%c arg not in range(0x110000)");
      std::string character;
      appendCode(character, static_cast<char32_t>(value.integer));
      return pad(character, spec.fill,
                 spec.align == '=' ? '>'
                 : spec.align      ? spec.align
                                   : '<',
                 spec.width);
    }
    default: break;
  }
  if (spec.alternate && base != 10) number.prefix = std::string("0") + static_cast<char>(spec.type);
  number.digits = intDigits(vm, value, base, spec.type == 'X');
  return layOut(spec, number, base == 10 ? 3 : 4);
}

std::string formatReal(Vm& vm, double value, std::string_view text, const std::string& typeName) {
  if (text.empty()) return reprReal(value);
  FormatSpec spec = parseSpec(vm, text, typeName);
  if (spec.type && !isRealType(spec.type)) raiseUnknownCode(vm, spec.type, typeName);
  NumberText number = realParts(spec, value);
  bool word = !std::isfinite(value);
  if (word) {
    // inf and nan are padded, but not grouped.
    FormatSpec plain = spec;
    plain.grouping = 0;
    return layOut(plain, number, 3);
  }
  return layOut(spec, number, 3);
}

std::string formatComplex(Vm& vm, double real, double imag, std::string_view text) {
  if (text.empty()) return reprComplex(real, imag);
  FormatSpec spec = parseSpec(vm, text, "complex");
  if (spec.type && (!isRealType(spec.type) || spec.type == '%'))
    raiseUnknownCode(vm, spec.type, "complex");
  if (spec.fill == '0')
    vm.raiseValueError("Zero padding is not allowed in complex format specifier");
  if (spec.align == '=')
    vm.raiseValueError("'=' alignment flag is not allowed in complex format specifier");
  FormatSpec part = spec;
  part.width = -1;
  auto formatted = [&](double value, bool signedAlways) {
    FormatSpec own = part;
    if (signedAlways) own.sign = '+';
    NumberText number = realParts(own, value);
    // Without a type, the real and imaginary parts have no ".0".
    if (!spec.type && number.rest == ".0") number.rest.clear();
    return layOut(own, number, 3);
  };
  bool alone = !spec.type && real == 0 && !std::signbit(real);
  std::string full =
      alone ? formatted(imag, false) + "j" : formatted(real, false) + formatted(imag, true) + "j";
  if (!spec.type && !alone) full = "(" + full + ")";
  return pad(full, spec.fill, spec.align ? spec.align : '>', spec.width);
}

std::string formatText(Vm& vm, std::string_view value, std::string_view text) {
  if (text.empty()) return std::string(value);
  FormatSpec spec = parseSpec(vm, text, "str");
  if (spec.type && spec.type != 's') raiseUnknownCode(vm, spec.type, "str");
  if (spec.grouping)
    vm.raiseValueError(std::string("Cannot specify '") + spec.grouping + "' with 's'.");
  if (spec.sign) {
    vm.raiseValueError(spec.sign == ' ' ? "Space not allowed in string format specifier"
                                        : "Sign not allowed in string format specifier");
  }
  if (spec.noNegativeZero)
    vm.raiseValueError("Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate)
    vm.raiseValueError("Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=') vm.raiseValueError("'=' alignment not allowed in string format specifier");
  if (spec.precision >= 0) value = value.substr(0, byteOffset(value, spec.precision));
  return pad(value, spec.fill, spec.align ? spec.align : '<', spec.width);
}

std::string asciiOf(std::string_view repr) {
  std::string text;
  for (char32_t code : toCodes(repr)) {
    char buffer[16];
    if (code < 0x80) {
      text += static_cast<char>(code);
      continue;
    }
    std::snprintf(buffer, sizeof buffer,
                  code < 0x100     ? "\\x%02x"
                  : code < 0x10000 ? "\\u%04x"
                                   : "\\U%08x",
                  static_cast<unsigned>(code));
    text += buffer;
  }
  return text;
}

}  // namespace ts::eval
