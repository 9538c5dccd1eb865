// The text of values, format strings, and string operators that constant folding doesn't cover.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include "core/interp/operators.h"
#include "core/kernels/print.h"

namespace ts::interp {
namespace {

std::string realText(double value) {
  // Whole numbers below 1e10 are printed with a point and no digits after it.
  if (std::isfinite(value) && std::fabs(value) < 1e10 && value == std::trunc(value)) {
    return fmt::format("{}{}.", value == 0 && std::signbit(value) ? "-" : "",
                       static_cast<int64_t>(value));
  }
  return std::isnan(value) ? "nan" : fmt::format("{:.17g}", value);
}

std::string joined(std::string_view open, const std::vector<IValue>& items,
                   std::string_view close) {
  std::string text{open};
  for (size_t i = 0; i < items.size(); ++i) text += (i ? ", " : "") + textOf(items[i]);
  return text.append(close);
}

std::string dictText(const DictValue& dict) {
  std::string text = "{";
  for (const auto& [key, value] : dict.entries())
    text += (text.size() > 1 ? ", " : "") + textOf(key) + ": " + textOf(value);
  return text + "}";
}

}  // namespace

std::string textOf(const IValue& value) {
  const tensor::ValueDepth depth;
  using tensor::Tag;
  switch (value.tag()) {
    case Tag::None: return "None";
    case Tag::Bool: return value.toBool() ? "True" : "False";
    case Tag::Int: return std::to_string(value.toInt());
    case Tag::Double: return realText(value.toDouble());
    case Tag::Complex: {
      const std::complex<double> number = value.toComplex();
      const std::string imaginary = realText(number.imag());
      return realText(number.real()) + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
    }
    case Tag::Tensor: return kernels::tensorColumns(value.toTensor());
    case Tag::String: return value.toString();
    case Tag::Tuple:
      return joined("(", value.toTuple().items, value.toTuple().items.size() == 1 ? ",)" : ")");
    case Tag::List: return joined("[", value.toList().items, "]");
    case Tag::Dict: return dictText(value.toDict());
    case Tag::Object:
      return fmt::format("<{} object at {}>", value.toObject().type->qualifiedName(),
                         fmt::ptr(&value.toObject()));
    case Tag::Enum:
      return fmt::format("Enum<{}.{}>",
                         value.toEnum().type->qualifiedName().substr(
                             value.toEnum().type->qualifiedName().rfind('.') + 1),
                         value.toEnum().name);
    case Tag::Device: return value.toDevice().text();
    case Tag::Generator: return "Generator";
    case Tag::Future: return "Future";
    default: return fmt::format("<{}>", nameOf(value.tag()));
  }
}

namespace {

// Adds to a text that has no other reference. Returns false, with the text unchanged, where it is
// too long.
bool appendInPlace(IValue& to, std::string_view more) noexcept {
  std::string& text = static_cast<tensor::StringValue*>(to.counted())->text;
  if (text.size() > kMaxText) return false;
  try {
    text += more;
  } catch (...) {
    return false;
  }
  return true;
}

}  // namespace

bool appendNumber(IValue* result, IValue* text, int64_t number) noexcept {
  if (!text->isString() || text->counted()->useCount() != 1) return false;
  std::array<char, 20> digits;  // of the least number, with its sign
  const char* const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  if (!appendInPlace(*text, {digits.begin(), end})) return false;
  if (result != text) *result = std::move(*text);
  return true;
}

namespace {

std::string text(const IValue& value) { return textOf(value); }

// Only "{}" is a placeholder; other text in braces is copied.
void format(Stack& stack) {
  const std::string& pattern = stack.at(0).toString();
  std::string result;
  size_t begin = 0;
  size_t used = 1;
  for (size_t at; (at = pattern.find("{}", begin)) != pattern.npos; begin = at + 2, ++used) {
    result.append(pattern, begin, at - begin);
    if (used >= stack.size()) fail("Too few arguments for format string: {}", pattern);
    result += textOf(stack[used]);
  }
  result.append(pattern, begin);
  stack.clear();
  stack.emplace_back(std::move(result));
}

double numberFor(char specifier, const IValue& value) {
  if (!value.isNumber() || value.isComplex())
    fail("%{} requires a number for formatting, but got {}", specifier, nameOf(value.tag()));
  return value.toScalar().to<double>();
}

std::string formatted(char specifier, const IValue& value) {
  switch (specifier) {
    case 'd':
    case 'i':
      if (value.isInt()) return std::to_string(value.toInt());
      return std::to_string(static_cast<int32_t>(numberFor(specifier, value)));
    case 'e': return fmt::format("{:e}", numberFor(specifier, value));
    case 'E': return fmt::format("{:E}", numberFor(specifier, value));
    case 'f':
    case 'F': return fmt::format("{:f}", numberFor(specifier, value));
    case 'c':
      if (value.isInt()) return {static_cast<char>(value.toInt())};
      if (value.isString() && value.toString().size() == 1) return value.toString();
      fail("%c requires an int or a string of one character, but got {}", nameOf(value.tag()));
    case 's': return textOf(value);
    default: fail("The specifier %{} is not supported in TorchScript format strings", specifier);
  }
}

void percentFormat(const Stack& arguments, std::string& result) {
  const std::string& pattern = arguments.at(0).toString();
  const IValue& operand = arguments.at(1);
  const std::vector<IValue> values =
      operand.isTuple() ? operand.toTuple().items : std::vector<IValue>{operand};
  size_t used = 0;
  size_t begin = 0;
  for (size_t at; (at = pattern.find('%', begin)) != pattern.npos; begin = at + 2) {
    result.append(pattern, begin, at - begin);
    if (at + 1 == pattern.size()) fail("Incomplete format specifier");
    if (pattern[at + 1] == '%') {
      result += '%';
      continue;
    }
    if (used >= values.size()) fail("Too few arguments for format string");
    result += formatted(pattern[at + 1], values[used++]);
  }
  result.append(pattern, begin);
  if (used != values.size()) fail("Too many arguments for format string");
}

void percentFormatOperator(Stack& stack) {
  std::string result;
  percentFormat(stack, result);
  stack.clear();
  stack.emplace_back(std::move(result));
}

void print(Stack& stack) {
  std::string line;
  for (size_t i = 0; i < stack.size(); ++i) line += (i ? " " : "") + textOf(stack[i]);
  stack.clear();
  if (Interpreter* interpreter = Interpreter::current()) interpreter->host().print(line + "\n");
}

// ---- strings and lists of them

IValue listOfStrings(std::vector<std::string> parts) {
  std::vector<IValue> items(std::make_move_iterator(parts.begin()),
                            std::make_move_iterator(parts.end()));
  return tensor::makeList(types::stringType(), std::move(items));
}

IValue characters(const std::string& text) {
  std::vector<IValue> items;
  items.reserve(text.size());
  for (const char c : text) items.push_back(tensor::characterText(c));
  return tensor::makeList(types::stringType(), std::move(items));
}

std::string join(const std::string& separator, const ListValue& parts) {
  std::string result;
  for (size_t i = 0; i < parts.items.size(); ++i) {
    if (i != 0) result += separator;
    result += parts.items[i].toString();
  }
  return result;
}

// Line ends as in PyTorch, where each byte of a UTF-8 line end counts separately.
constexpr std::string_view kLineEnds = "\n\r\v\f\x1c\x1d\x1e\x85\xe2\x80\xa8\xa9";
constexpr std::string_view kBlanks = " \t\n\r\v\f\x1c\x1d\x1e\x85\xe2\x80\xa8\xa9";

IValue splitLines(const std::string& text, bool keepEnds) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t at; (at = text.find_first_of(kLineEnds, begin)) != text.npos; begin = at + 1)
    parts.push_back(text.substr(begin, at - begin + (keepEnds ? 1 : 0)));
  if (begin < text.size()) parts.push_back(text.substr(begin));
  return listOfStrings(std::move(parts));
}

// As in PyTorch, splits at all blanks and ignores the maximum number of parts.
IValue splitAtBlanks(const std::string& text) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while ((begin = text.find_first_not_of(kBlanks, begin)) != text.npos) {
    const size_t end = text.find_first_of(kBlanks, begin);
    if (end == text.npos) {
      parts.push_back(text.substr(begin));
      break;
    }
    parts.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return listOfStrings(std::move(parts));
}

IValue split(const std::string& text, const std::optional<std::string>& separator, int64_t most) {
  if (!separator) return splitAtBlanks(text);
  if (separator->empty()) fail(ErrorKind::Value, "ValueError: empty separator");
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t at; (at = text.find(*separator, begin)) != text.npos;
       begin = at + separator->size()) {
    if (most >= 0 && static_cast<int64_t>(parts.size()) == most) break;
    parts.push_back(text.substr(begin, at - begin));
  }
  parts.push_back(text.substr(begin));
  return listOfStrings(std::move(parts));
}

IValue splitFromEnd(const std::string& text, const std::string& separator, int64_t most) {
  if (separator.empty()) fail(ErrorKind::Value, "ValueError: empty separator");
  std::vector<std::string> parts;
  size_t end = text.size();
  while (most < 0 || static_cast<int64_t>(parts.size()) < most) {
    if (end < separator.size()) break;
    const size_t at = text.rfind(separator, end - separator.size());
    if (at == text.npos) break;
    parts.push_back(text.substr(at + separator.size(), end - at - separator.size()));
    end = at;
  }
  parts.push_back(text.substr(0, end));
  std::ranges::reverse(parts);
  return listOfStrings(std::move(parts));
}

// ---- frequent operators, which constant folding covers, too, on copies of its operands

std::string concatenate(const std::string& a, const std::string& b) {
  checkText(a);
  checkText(b);
  std::string text;
  text.reserve(a.size() + b.size());
  return std::move(text.append(a).append(b));
}
// Appends in place to a text without another reference, so that a loop of additions takes linear
// time.
bool concatenateDirect(IValue* result, IValue* a, IValue* b, IValue* c, IValue* d,
                       uint32_t taken) noexcept {
  if ((taken & 1) == 0 || !a->isString() || !b->isString() || a->counted()->useCount() != 1)
    return Direct<concatenate>::run(result, a, b, c, d, taken);
  const std::string& more = static_cast<const tensor::StringValue*>(b->counted())->text;
  if (more.size() > kMaxText || !appendInPlace(*a, more)) return false;
  if ((taken & 2) != 0) *b = IValue();
  if (result != a) *result = std::move(*a);
  return true;
}

int64_t textLength(const std::string& text) { return static_cast<int64_t>(text.size()); }

IValue textItem(const std::string& text, int64_t index) {
  const int64_t at = index < 0 ? index + textLength(text) : index;
  if (at < 0 || at >= textLength(text)) fail("string index out of range");
  return tensor::characterText(text[static_cast<size_t>(at)]);
}

template <typename Comparison>
bool compare(const std::string& a, const std::string& b) {
  return Comparison()(a, b);
}

int64_t ord(const std::string& text) {
  if (text.size() != 1) fail("expected a string of one character");
  return static_cast<unsigned char>(text[0]);
}
IValue chr(int64_t code) {
  if (code < 0 || code > kMaxCharacter) fail("chr() arg not in range(0x110000)");
  return tensor::characterText(static_cast<char>(code));
}

std::string textSlice(const std::string& text, const std::optional<int64_t>& start,
                      const std::optional<int64_t>& end, int64_t step) {
  if (step == 0 || step == INT64_MIN) fail("an argument of aten::slice is out of range");
  const auto [begin, count] = sliceOf(start, end, step, text.size());
  if (step == 1) return text.substr(static_cast<size_t>(begin), static_cast<size_t>(count));
  std::string result;
  for (int64_t i = 0; i < count; ++i) result += text[static_cast<size_t>(begin + i * step)];
  return result;
}

// ---- searches whose edge cases constant folding leaves out

// The range of a search: -1 is the end of the text.
struct Bounds {
  int64_t start, end;
};
Bounds boundsOf(const std::string& text, int64_t start, int64_t end) {
  const auto length = static_cast<int64_t>(text.size());
  return {start < 0 ? std::max<int64_t>(0, start + length) : start,
          end < 0 ? std::max<int64_t>(0, end + length + 1) : std::min(end, length)};
}

template <bool kFromEnd>
int64_t find(const std::string& text, const std::string& wanted, int64_t first, int64_t last) {
  const auto [start, end] = boundsOf(text, first, last);
  if (start > textLength(text)) return -1;
  const auto begin = static_cast<size_t>(start);
  const std::string_view part = std::string_view(text).substr(
      begin, end < start ? text.npos : static_cast<size_t>(end - start));
  const size_t at = kFromEnd ? part.rfind(wanted) : part.find(wanted);
  return at == part.npos ? -1 : static_cast<int64_t>(at + begin);
}

int64_t count(const std::string& text, const std::string& wanted, int64_t first, int64_t last) {
  const auto [start, end] = boundsOf(text, first, last);
  if (start > static_cast<int64_t>(text.size())) return 0;
  // PyTorch's loop doesn't terminate for the empty string. As in Python, the result is the number
  // of gaps.
  if (wanted.empty()) return start < end ? end - start + 1 : 0;
  int64_t count = 0;
  for (size_t at = text.find(wanted, static_cast<size_t>(start));
       at != text.npos && static_cast<int64_t>(at) < end;
       at = text.find(wanted, at + wanted.size()))
    ++count;
  return count;
}

// The text from `start` to `end`.
std::string_view part(std::string_view name, const std::string& text, int64_t first, int64_t last) {
  const auto [start, end] = boundsOf(text, first, last);
  if (start > textLength(text)) fail("an argument of {} is out of range", name);
  return std::string_view(text).substr(static_cast<size_t>(start),
                                       end < start ? text.npos : static_cast<size_t>(end - start));
}
bool startsWith(const std::string& text, const std::string& wanted, int64_t start, int64_t end) {
  return part("aten::startswith", text, start, end).starts_with(wanted);
}
bool endsWith(const std::string& text, const std::string& wanted, int64_t start, int64_t end) {
  return part("aten::endswith", text, start, end).ends_with(wanted);
}

std::string replace(const std::string& text, const std::string& from, const std::string& to,
                    int64_t most) {
  // PyTorch inserts the replacement at the front and doesn't terminate without a limit.
  if (from.empty() && most < 0)
    fail(ErrorKind::Value, "ValueError: replace() of an empty string needs a maximum count");
  std::string result = text;
  size_t at = 0;
  for (int64_t done = 0; done != most && (at = result.find(from, at)) != result.npos; ++done) {
    if (result.size() + to.size() > (size_t{1} << 30))
      fail("the result of replace() exceeds the limit of 1 GiB");
    result.replace(at, from.size(), to);
    at += to.size();
  }
  return result;
}

constexpr OperatorEntry kTextOperators[] = {
    {"aten::add.str", boxed<concatenate>, concatenateDirect},
    direct<textLength>("aten::len.str"),
    direct<textItem>("aten::__getitem__.str"),
    direct<textItem>("prim::StringIndex"),
    direct<textSlice>("aten::slice.str"),
    direct<compare<std::equal_to<>>>("aten::eq.str"),
    direct<compare<std::not_equal_to<>>>("aten::ne.str"),
    direct<compare<std::less<>>>("aten::lt.str"),
    direct<compare<std::less_equal<>>>("aten::le.str"),
    direct<compare<std::greater<>>>("aten::gt.str"),
    direct<compare<std::greater_equal<>>>("aten::ge.str"),
    direct<ord>("aten::ord"),
    direct<chr>("aten::chr"),
    direct<find<false>>("aten::find"),
    direct<find<true>>("aten::rfind"),
    direct<count>("aten::count"),
    direct<replace>("aten::replace"),
    direct<startsWith>("aten::startswith"),
    direct<endsWith>("aten::endswith"),
    direct<text>("aten::str"),
    {"aten::format", format},
    {"aten::percentFormat", percentFormatOperator},
    {"prim::Print", print},
    direct<characters>("aten::list"),
    direct<join>("aten::join"),
    direct<splitLines>("aten::splitlines"),
    direct<split>("aten::split.str"),
    direct<splitFromEnd>("aten::rsplit"),
};

}  // namespace

std::span<const OperatorEntry> textOperators() { return kTextOperators; }

}  // namespace ts::interp
