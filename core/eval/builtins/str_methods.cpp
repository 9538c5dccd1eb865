// The methods of str.
#include <algorithm>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/syntax/unicode.h"
#include "core/syntax/unicode_properties.h"

namespace ts::eval {
namespace {

namespace unicode = syntax::unicode;

Value made(Vm& vm, std::string_view text) { return vm.str(std::string(text)); }

// Returns an argument that must be a str. Raises TypeError; `what` starts the message.
std::string_view needText(Vm& vm, const Value& value, const char* what) {
  std::string_view text;
  if (!asText(value, text)) vm.raiseTypeError(what + (", not " + vm.classOf(value)->name));
  return text;
}
std::string_view needText(Vm& vm, const Value& value) { return needText(vm, value, "must be str"); }

int64_t countArgument(Vm& vm, const Value& value) {
  return value.isUnbound() ? -1 : vm.toIndex(value);
}

Value strListOf(Vm& vm, const Pieces& pieces) {
  std::vector<Value> items;
  items.reserve(pieces.size());
  for (std::string_view piece : pieces) items.push_back(made(vm, piece));
  return vm.list(std::move(items));
}

// ---- case

using AppendCase = void (*)(std::u32string& to, char32_t code);

template <AppendCase append>
Value mapCase(Vm& vm, Value* args) {
  std::u32string changed;
  for (char32_t code : toCodes(textOf(args[0]))) append(changed, code);
  return vm.str(toUtf8(changed));
}

// True when the capital sigma at this position ends a word, and so has a special lower case.
bool isFinalSigma(const std::u32string& codes, size_t at) {
  size_t i = at;
  while (i > 0 && unicode::isCaseIgnorable(codes[i - 1])) --i;
  if (i == 0 || !unicode::isCased(codes[i - 1])) return false;
  i = at + 1;
  while (i < codes.size() && unicode::isCaseIgnorable(codes[i])) ++i;
  return i == codes.size() || !unicode::isCased(codes[i]);
}

void appendLowerAt(std::u32string& to, const std::u32string& codes, size_t at) {
  if (codes[at] == 0x3A3)
    to += isFinalSigma(codes, at) ? U'\u03C2' : U'\u03C3';
  else
    unicode::appendLower(to, codes[at]);
}

Value lower(Vm& vm, Value* args) {
  std::u32string codes = toCodes(textOf(args[0])), changed;
  for (size_t i = 0; i < codes.size(); ++i) appendLowerAt(changed, codes, i);
  return vm.str(toUtf8(changed));
}

Value strCapitalize(Vm& vm, Value* args) {
  std::u32string codes = toCodes(textOf(args[0])), changed;
  for (size_t i = 0; i < codes.size(); ++i) {
    if (i == 0)
      unicode::appendTitle(changed, codes[i]);
    else
      appendLowerAt(changed, codes, i);
  }
  return vm.str(toUtf8(changed));
}

Value strTitle(Vm& vm, Value* args) {
  std::u32string codes = toCodes(textOf(args[0])), changed;
  bool inWord = false;
  for (size_t i = 0; i < codes.size(); ++i) {
    if (inWord)
      appendLowerAt(changed, codes, i);
    else
      unicode::appendTitle(changed, codes[i]);
    inWord = unicode::isCased(codes[i]);
  }
  return vm.str(toUtf8(changed));
}

Value swapcase(Vm& vm, Value* args) {
  std::u32string codes = toCodes(textOf(args[0])), changed;
  for (size_t i = 0; i < codes.size(); ++i) {
    if (unicode::isUpper(codes[i]))
      appendLowerAt(changed, codes, i);
    else if (unicode::isLower(codes[i]))
      unicode::appendUpper(changed, codes[i]);
    else
      changed += codes[i];
  }
  return vm.str(toUtf8(changed));
}

// ---- character classes

using Is = bool (*)(char32_t code);

template <Is is>
Value strAll(Vm&, Value* args) {
  std::u32string codes = toCodes(textOf(args[0]));
  return Value::boolean(!codes.empty() && std::all_of(codes.begin(), codes.end(), is));
}

Value isPrintable(Vm&, Value* args) {
  std::u32string codes = toCodes(textOf(args[0]));
  return Value::boolean(std::all_of(codes.begin(), codes.end(), unicode::isPrintable));
}

Value strIsAscii(Vm&, Value* args) { return Value::boolean(strOf(args[0]).isAscii()); }

Value isIdentifier(Vm&, Value* args) {
  std::u32string codes = toCodes(textOf(args[0]));
  return Value::boolean(!codes.empty() && unicode::isIdentifierStart(codes[0]) &&
                        std::all_of(codes.begin(), codes.end(), unicode::isIdentifierContinue));
}

// True when the text has cased characters and all of them have this case.
template <Is is, Is other>
Value allCased(Vm&, Value* args) {
  bool any = false;
  for (char32_t code : toCodes(textOf(args[0]))) {
    if (other(code) || unicode::isTitle(code)) return Value::boolean(false);
    any |= is(code);
  }
  return Value::boolean(any);
}

Value strIsTitle(Vm&, Value* args) {
  bool any = false, inWord = false;
  for (char32_t code : toCodes(textOf(args[0]))) {
    bool capital = unicode::isUpper(code) || unicode::isTitle(code);
    if (capital && inWord) return Value::boolean(false);
    if (!capital && unicode::isLower(code) && !inWord) return Value::boolean(false);
    inWord = capital || unicode::isLower(code);
    any |= inWord;
  }
  return Value::boolean(any);
}

// ---- searching

// The part of self between start and end. Returns false when start is behind its end.
bool strRangeOf(Vm& vm, Value* args, std::string_view& text, int64_t& from) {
  Str& self = strOf(args[0]);
  int64_t to;
  clipRange(vm, args[2], args[3], self.length(), from, to);
  if (from > to) return false;
  size_t first = self.isAscii() ? static_cast<size_t>(from) : byteOffset(self.text, from);
  size_t last = self.isAscii() ? static_cast<size_t>(to) : byteOffset(self.text, to);
  text = std::string_view(self.text).substr(first, last - first);
  return true;
}

int64_t search(Vm& vm, Value* args, bool last) {
  std::string_view part = needText(vm, args[1]), text;
  int64_t from;
  if (!strRangeOf(vm, args, text, from)) return -1;
  size_t at = last ? findLastIn(text, part) : findIn(text, part);
  return at == std::string_view::npos ? -1 : from + countCodes(text.substr(0, at));
}

Value strFind(Vm& vm, Value* args) { return Value::integer(search(vm, args, false)); }
Value rfind(Vm& vm, Value* args) { return Value::integer(search(vm, args, true)); }

Value required(Vm& vm, int64_t index) {
  if (index < 0) vm.raiseValueError("substring not found");
  return Value::integer(index);
}
Value strIndex(Vm& vm, Value* args) { return required(vm, search(vm, args, false)); }
Value rindex(Vm& vm, Value* args) { return required(vm, search(vm, args, true)); }

Value strCount(Vm& vm, Value* args) {
  std::string_view part = needText(vm, args[1]), text;
  int64_t from;
  if (!strRangeOf(vm, args, text, from)) return Value::integer(0);
  return Value::integer(part.empty() ? countCodes(text) + 1 : countOf(text, part));
}

template <bool atStart>
Value strHasAffix(Vm& vm, Value* args) {
  std::string_view text;
  int64_t from;
  bool inside = strRangeOf(vm, args, text, from);
  auto matches = [&](std::string_view part) {
    return inside && (atStart ? text.starts_with(part) : text.ends_with(part));
  };
  std::string_view part;
  if (asText(args[1], part)) return Value::boolean(matches(part));
  const char* name = atStart ? "startswith" : "endswith";
  auto* parts = args[1].as<Tuple>();
  if (!parts)
    vm.raiseTypeError(std::string(name) + " first arg must be str or a tuple of str, not " +
                      vm.classOf(args[1])->name);
  for (const Value& item : parts->items) {
    if (item.isUnknown()) throw UnknownTruth{};
    if (!asText(item, part))
      vm.raiseTypeError("tuple for " + std::string(name) + " must only contain str, not " +
                        vm.classOf(item)->name);
    if (matches(part)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// ---- splitting and joining

template <bool last>
Value strSplit(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]);
  int64_t most = countArgument(vm, args[2]);
  if (args[1].isNone())
    return strListOf(
        vm, last ? splitLastSpaces(text, most, kTextSpaces) : splitSpaces(text, most, kTextSpaces));
  std::string_view separator = needText(vm, args[1], "must be str or None");
  if (separator.empty()) vm.raiseValueError("empty separator");
  return strListOf(vm, last ? splitLastOn(text, separator, most) : splitOn(text, separator, most));
}

template <bool last>
Value strPartition(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]), separator = needText(vm, args[1]);
  if (separator.empty()) vm.raiseValueError("empty separator");
  size_t at = last ? findLastIn(text, separator) : findIn(text, separator);
  if (at == std::string_view::npos)
    return vm.tuple(last ? std::vector<Value>{vm.str(""), vm.str(""), args[0]}
                         : std::vector<Value>{args[0], vm.str(""), vm.str("")});
  return vm.tuple(
      {made(vm, text.substr(0, at)), args[1], made(vm, text.substr(at + separator.size()))});
}

bool endsLine(char32_t code) {
  return (code >= '\n' && code <= '\r') || (code >= 0x1C && code <= 0x1E) || code == 0x85 ||
         code == 0x2028 || code == 0x2029;
}

Value strSplitlines(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]);
  bool keep = vm.truth(args[1]);
  Pieces lines;
  for (size_t start = 0; start < text.size();) {
    size_t stop = start, next = text.size();
    for (; stop < text.size();) {
      unicode::Character c = unicode::decode(text.data() + stop, text.data() + text.size());
      if (endsLine(c.code)) {
        next = stop + c.size;
        if (c.code == '\r' && next < text.size() && text[next] == '\n') ++next;
        break;
      }
      stop += c.size;
    }
    lines.push_back(text.substr(start, (keep ? next : stop) - start));
    start = next;
  }
  return strListOf(vm, lines);
}

Value strJoin(Vm& vm, Value* args) {
  std::string_view separator = textOf(args[0]);
  Class* cls = vm.classOf(args[1]);
  if (!cls->ops->iter && !cls->has(Special::Iter) && !cls->has(Special::GetItem))
    vm.raiseTypeError("can only join an iterable");
  std::vector<Value> items = vm.toVector(args[1]);
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].isUnknown()) throw UnknownTruth{};
    std::string_view piece;
    if (!asText(items[i], piece))
      vm.raiseTypeError("sequence item " + std::to_string(i) + ": expected str instance, " +
                        vm.classOf(items[i])->name + " found");
    if (i) text += separator;
    text += piece;
  }
  return vm.str(std::move(text));
}

// ---- trimming and padding

template <bool left, bool right>
Value strStrip(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]);
  if (args[1].isNone()) return made(vm, stripSpaces(text, left, right, kTextSpaces));
  std::string_view chars;
  if (!asText(args[1], chars))
    vm.raiseTypeError(std::string(left && right ? "strip"
                                  : left        ? "lstrip"
                                                : "rstrip") +
                      " arg must be None or str");
  std::u32string set = toCodes(chars), codes = toCodes(text);
  std::ranges::sort(set);
  size_t from = 0, to = codes.size();
  auto inSet = [&](char32_t code) { return std::ranges::binary_search(set, code); };
  if (left)
    while (from < to && inSet(codes[from])) ++from;
  if (right)
    while (to > from && inSet(codes[to - 1])) --to;
  return vm.str(toUtf8(std::u32string_view(codes).substr(from, to - from)));
}

template <char align>
Value strJustify(Vm& vm, Value* args) {
  char32_t fill = ' ';
  if (!args[2].isUnbound()) {
    std::string_view text;
    if (!asText(args[2], text))
      vm.raiseTypeError("The fill character must be a unicode character, not " +
                        vm.classOf(args[2])->name);
    if (countCodes(text) != 1)
      vm.raiseTypeError("The fill character must be exactly one character long");
    fill = toCodes(text)[0];
  }
  int64_t width = vm.toIndex(args[1]);
  // center puts the odd space where CPython does: on the left when the width is odd.
  if (align == '^') {
    int64_t missing = width - strOf(args[0]).length();
    if (missing <= 0) return made(vm, textOf(args[0]));
    int64_t before = missing / 2 + (missing & width & 1);
    std::string text = pad(textOf(args[0]), fill, '>', strOf(args[0]).length() + before);
    return vm.str(pad(text, fill, '<', width));
  }
  return vm.str(pad(textOf(args[0]), fill, align, width));
}

Value strZfill(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]);
  std::string sign;
  int64_t width = vm.toIndex(args[1]);
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    sign = text[0];
    text.remove_prefix(1);
    --width;
  }
  return vm.str(sign + pad(text, '0', '>', width));
}

Value removeprefix(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]), part = needText(vm, args[1]);
  return made(vm, text.starts_with(part) ? text.substr(part.size()) : text);
}
Value removesuffix(Vm& vm, Value* args) {
  std::string_view text = textOf(args[0]), part = needText(vm, args[1]);
  return made(vm, text.ends_with(part) ? text.substr(0, text.size() - part.size()) : text);
}

Value strReplace(Vm& vm, Value* args) {
  std::string_view from = needText(vm, args[1], "replace() argument 1 must be str");
  std::string_view to = needText(vm, args[2], "replace() argument 2 must be str");
  return vm.str(replaceAll(vm, textOf(args[0]), from, to, countArgument(vm, args[3])));
}

Value expandtabs(Vm& vm, Value* args) {
  return vm.str(expandTabs(textOf(args[0]), vm.toIndex(args[1])));
}

// ---- translating

Value maketrans(Vm& vm, Value* args) {
  Ref<Dict> table = vm.dict();
  auto key = [](char32_t code) { return Value::integer(static_cast<int64_t>(code)); };
  if (args[1].isUnbound()) {
    auto* dict = args[0].as<Dict>();
    if (!dict) vm.raiseTypeError("if you give only one argument to maketrans it must be a dict");
    dict->each([&](const Value& from, const Value& to) {
      std::string_view text;
      if (!asText(from, text)) {
        table->set(vm, from, to);
        return;
      }
      if (countCodes(text) != 1)
        vm.raiseValueError("string keys in translate table must be of length 1");
      table->set(vm, key(toCodes(text)[0]), to);
    });
    return table;
  }
  std::u32string from = toCodes(needText(vm, args[0])), to = toCodes(needText(vm, args[1]));
  if (from.size() != to.size())
    vm.raiseValueError("the first two maketrans arguments must have equal length");
  for (size_t i = 0; i < from.size(); ++i) table->set(vm, key(from[i]), key(to[i]));
  if (!args[2].isUnbound())
    for (char32_t code : toCodes(needText(vm, args[2]))) table->set(vm, key(code), Value::none());
  return table;
}

Value strTranslate(Vm& vm, Value* args) {
  std::string text;
  for (char32_t code : toCodes(textOf(args[0]))) {
    Value key = Value::integer(static_cast<int64_t>(code)), to;
    if (auto* dict = args[1].as<Dict>(); dict && dict->cls.get() == vm.types.dict) {
      if (Value* value = dict->find(vm, key))
        to = *value;
      else
        to = key;
    } else {
      try {
        to = vm.getitem(args[1], key);
      } catch (const Raised& raised) {
        if (!raised.exception->cls->isSubclass(vm.types.LookupError)) throw;
        to = key;
      }
    }
    if (to.isUnknown()) throw UnknownTruth{};
    int64_t replacement;
    std::string_view piece;
    if (to.isNone()) continue;
    if (asText(to, piece))
      text += piece;
    else if (vm.asInt(to, replacement))
      appendCode(text, static_cast<char32_t>(replacement));
    else
      vm.raiseTypeError("character mapping must return integer, None or str");
  }
  return vm.str(std::move(text));
}

// ---- formatting and encoding

Value format(Vm& vm, Value* args) {
  return vm.str(braceFormat(vm, textOf(args[0]), args[1].as<Tuple>(), args[2]));
}
Value formatMap(Vm& vm, Value* args) {
  return vm.str(braceFormat(vm, textOf(args[0]), nullptr, args[1]));
}

Value encode(Vm& vm, Value* args) {
  std::string_view encoding = "utf-8", errors = "strict";
  asText(args[1], encoding);
  asText(args[2], errors);
  return vm.bytes(encodeText(vm, textOf(args[0]), encoding, errors));
}

constexpr NativeDef kStrMethods[] = {
    {"capitalize", "self", strCapitalize},
    {"casefold", "self", mapCase<unicode::appendFolded>},
    {"lower", "self", lower},
    {"upper", "self", mapCase<unicode::appendUpper>},
    {"title", "self", strTitle},
    {"swapcase", "self", swapcase},
    {"isalnum", "self", strAll<unicode::isAlnum>},
    {"isalpha", "self", strAll<unicode::isAlpha>},
    {"isascii", "self", strIsAscii},
    {"isdecimal", "self", strAll<unicode::isDecimal>},
    {"isdigit", "self", strAll<unicode::isDigit>},
    {"isnumeric", "self", strAll<unicode::isNumeric>},
    {"isspace", "self", strAll<unicode::isSpace>},
    {"isidentifier", "self", isIdentifier},
    {"isprintable", "self", isPrintable},
    {"islower", "self", allCased<unicode::isLower, unicode::isUpper>},
    {"isupper", "self", allCased<unicode::isUpper, unicode::isLower>},
    {"istitle", "self", strIsTitle},
    {"find", "self, sub, start=..., end=..., /", strFind},
    {"rfind", "self, sub, start=..., end=..., /", rfind},
    {"index", "self, sub, start=..., end=..., /", strIndex},
    {"rindex", "self, sub, start=..., end=..., /", rindex},
    {"count", "self, sub, start=..., end=..., /", strCount},
    {"startswith", "self, prefix, start=..., end=..., /", strHasAffix<true>},
    {"endswith", "self, suffix, start=..., end=..., /", strHasAffix<false>},
    {"split", "self, sep=None, maxsplit=...", strSplit<false>},
    {"rsplit", "self, sep=None, maxsplit=...", strSplit<true>},
    {"splitlines", "self, keepends=False", strSplitlines},
    {"partition", "self, sep, /", strPartition<false>},
    {"rpartition", "self, sep, /", strPartition<true>},
    {"join", "self, iterable, /", strJoin},
    {"strip", "self, chars=None, /", strStrip<true, true>},
    {"lstrip", "self, chars=None, /", strStrip<true, false>},
    {"rstrip", "self, chars=None, /", strStrip<false, true>},
    {"ljust", "self, width, fillchar=..., /", strJustify<'<'>},
    {"rjust", "self, width, fillchar=..., /", strJustify<'>'>},
    {"center", "self, width, fillchar=..., /", strJustify<'^'>},
    {"zfill", "self, width, /", strZfill},
    {"removeprefix", "self, prefix, /", removeprefix},
    {"removesuffix", "self, suffix, /", removesuffix},
    {"replace", "self, old, new, count=..., /", strReplace},
    {"expandtabs", "self, tabsize=8", expandtabs},
    {"maketrans", "x, y=..., z=..., /", maketrans, kStatic},
    {"translate", "self, table, /", strTranslate},
    {"format", "self, *args, **kwargs", format},
    {"format_map", "self, mapping, /", formatMap},
    {"encode", "self, encoding=..., errors=...", encode},
};

}  // namespace

std::span<const NativeDef> strMethods() { return kStrMethods; }

}  // namespace ts::eval
