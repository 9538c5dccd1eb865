// Converts numbers from and to text, and reads the arguments of constructors.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/syntax/python_repr.h"
#include "core/syntax/unicode_properties.h"

namespace ts::eval {
namespace {

int digitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

bool isDecimal(char c) { return c >= '0' && c <= '9'; }

// The text without underscores; nullopt when an underscore isn't between digits.
std::optional<std::string> withoutUnderscores(std::string_view text) {
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      digits += text[i];
    } else if (i == 0 || i + 1 == text.size() || !isDecimal(text[i - 1]) ||
               !isDecimal(text[i + 1])) {
      return std::nullopt;
    }
  }
  return digits;
}

std::string textLowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return lower;
}

// Strips white space and replaces decimal digits of any script by ASCII digits.
std::string plainNumber(std::string_view text) {
  text = stripSpaces(text, true, true, kTextSpaces);
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return std::string(text);
  std::u32string codes = toCodes(text);
  for (char32_t& code : codes)
    if (int value = syntax::unicode::decimalValue(code); value >= 0)
      code = U'0' + static_cast<char32_t>(value);
  return toUtf8(codes);
}

}  // namespace

std::optional<ParsedInt> parseInt(std::string_view argument, int base) {
  const std::string plain = plainNumber(argument);
  std::string_view text = plain;
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  bool prefixed = false;
  if (text.size() > 1 && text[0] == '0') {
    int letter = text[1] | 0x20;
    int meant = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (meant != 0 && (base == 0 || base == meant)) {
      base = meant;
      prefixed = true;
      text.remove_prefix(2);
    }
  }
  bool decimalLiteral = base == 0;
  if (base == 0) base = 10;
  ParsedInt parsed;
  parsed.isNegative = negative;
  parsed.base = base;
  char last = prefixed ? '0' : '_';  // an underscore may follow a prefix
  for (char c : text) {
    if (c == '_') {
      if (last == '_') return std::nullopt;
      last = c;
      continue;
    }
    if (digitValue(c) >= base) return std::nullopt;
    parsed.digits += c;
    last = c;
  }
  if (parsed.digits.empty() || last == '_') return std::nullopt;
  if (decimalLiteral && text[0] == '0' && parsed.digits.find_first_not_of('0') != std::string::npos)
    return std::nullopt;
  return parsed;
}

std::optional<int64_t> ParsedInt::small() const {
  uint64_t magnitude = 0;
  for (const char c : digits) {
    if (__builtin_mul_overflow(magnitude, static_cast<uint64_t>(base), &magnitude) ||
        __builtin_add_overflow(magnitude, static_cast<uint64_t>(digitValue(c)), &magnitude))
      return std::nullopt;
  }
  if (magnitude > static_cast<uint64_t>(INT64_MAX) + (isNegative ? 1 : 0)) return std::nullopt;
  return static_cast<int64_t>(isNegative ? ~magnitude + 1 : magnitude);
}

std::optional<double> parseReal(std::string_view argument) {
  const std::string plain = plainNumber(argument);
  std::string_view text = plain;
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  double sign = negative ? -1.0 : 1.0;
  std::string word = textLowered(text);
  if (word == "inf" || word == "infinity") return sign * INFINITY;
  if (word == "nan") return std::copysign(static_cast<double>(NAN), sign);
  std::optional<std::string> digits = withoutUnderscores(word);
  if (!digits || digits->empty() || (!isDecimal((*digits)[0]) && (*digits)[0] != '.'))
    return std::nullopt;
  double value = 0;
  const char* end = digits->data() + digits->size();
  auto [stop, error] = std::from_chars(digits->data(), end, value);
  if (stop != end) return std::nullopt;
  if (error == std::errc::result_out_of_range)
    value = std::strtod(digits->c_str(), nullptr);
  else if (error != std::errc())
    return std::nullopt;
  return sign * value;
}

std::string reprReal(double value) {
  std::string text;
  syntax::reprDouble(value, ".0", text);
  return text;
}

std::string reprComplex(double real, double imag) {
  std::string text;
  if (real == 0 && !std::signbit(real)) {
    syntax::reprDouble(imag, "", text);
    return text + "j";
  }
  text = "(";
  syntax::reprDouble(real, "", text);
  std::string second;
  syntax::reprDouble(imag, "", second);
  if (second[0] != '-') text += '+';
  return text + second + "j)";
}

bool anyUnknown(const CallArgs& args) {
  for (const Value& value : args.all())
    if (value.isUnknown()) return true;
  return false;
}

void readArguments(Vm& vm, const char* function, const CallArgs& args,
                   std::span<const char* const> names, Value* out) {
  std::string called(function);
  if (args.all().size() > names.size())
    vm.raiseTypeError(called +
                      (names.size() == 1
                           ? " expected at most 1 argument, got "
                           : "() takes at most " + std::to_string(names.size()) + " arguments (") +
                      std::to_string(args.all().size()) + (names.size() == 1 ? "" : " given)"));
  for (size_t i = 0; i < args.positional; ++i) out[i] = args.values[i];
  for (size_t i = 0; i < args.names.size(); ++i) {
    size_t count = 0;
    while (count < names.size() && (!*names[count] || args.names[i]->text != names[count])) ++count;
    if (count == names.size()) {
      bool takesNames = false;
      for (const char* name : names) takesNames |= *name != 0;
      if (!takesNames) vm.raiseTypeError(called + "() takes no keyword arguments");
      vm.raiseTypeError("'" + args.names[i]->text + "' is an invalid keyword argument for " +
                        called + "()");
    }
    if (!out[count].isUnbound())
      vm.raiseTypeError("argument for " + called + "() given by name ('" + args.names[i]->text +
                        "') and position (" + std::to_string(count + 1) + ")");
    out[count] = args.values[args.positional + i];
  }
}

}  // namespace ts::eval
