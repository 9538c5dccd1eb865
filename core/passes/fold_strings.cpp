// The methods of str, with the results of PyTorch's interpreter: on bytes, in the C locale.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/ascii.h"
#include "core/passes/fold_table.h"

namespace ts::passes {

using types::Constant;

namespace {

const std::string& text(const Constant& value) { return value.toString(); }
int64_t lengthOf(std::string_view s) { return static_cast<int64_t>(s.size()); }

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isAlpha(char c) { return isUpper(c) || isLower(c); }
bool isAlnum(char c) { return isAlpha(c) || isAsciiDigit(c); }
bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool isPrintable(char c) { return c >= ' ' && c <= '~'; }
char toUpper(char c) { return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char toLower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char swapCase(char c) { return isUpper(c) ? toLower(c) : toUpper(c); }

template <char (*f)(char)>
bool mapped(Arguments a, Results& r) {
  std::string result = text(a[0]);
  std::transform(result.begin(), result.end(), result.begin(), f);
  return addResult(r, std::move(result));
}

template <auto f>
bool allAre(Arguments a, Results& r) {
  const std::string& s = text(a[0]);
  return addResult(r, !s.empty() && std::all_of(s.begin(), s.end(), f));
}

bool isPrintableText(Arguments a, Results& r) {
  return addResult(r, std::all_of(text(a[0]).begin(), text(a[0]).end(), isPrintable));
}

// Unlike in Python, an underscore is not allowed.
bool isIdentifier(Arguments a, Results& r) {
  const std::string& s = text(a[0]);
  return addResult(r,
                   !s.empty() && !isAsciiDigit(s[0]) && std::all_of(s.begin(), s.end(), isAlnum));
}

template <bool (*f)(char)>
bool lettersAre(Arguments a, Results& r) {
  const std::string& s = text(a[0]);
  bool any = std::any_of(s.begin(), s.end(), isAlpha);
  return addResult(
      r, any && std::all_of(s.begin(), s.end(), [](char c) { return !isAlpha(c) || f(c); }));
}

bool isTitle(Arguments a, Results& r) {
  bool afterLetter = false;
  bool any = false;
  for (char c : text(a[0])) {
    if (c != (afterLetter ? toLower(c) : toUpper(c))) return addResult(r, false);
    afterLetter = isAlpha(c);
    any |= afterLetter;
  }
  return addResult(r, any);
}

bool capitalize(Arguments a, Results& r) {
  std::string result = text(a[0]);
  std::transform(result.begin(), result.end(), result.begin(), toLower);
  if (!result.empty()) result[0] = toUpper(result[0]);
  return addResult(r, std::move(result));
}

bool title(Arguments a, Results& r) {
  std::string result = text(a[0]);
  bool afterLetter = false;
  for (char& c : result) {
    c = afterLetter ? toLower(c) : toUpper(c);
    afterLetter = isAlpha(c);
  }
  return addResult(r, std::move(result));
}

// ---- padding

bool pad(Results& r, const std::string& s, int64_t width, const std::string& fill, int64_t left) {
  if (fill.size() != 1 || width > (int64_t{1} << 24)) return false;
  int64_t missing = std::max<int64_t>(0, width - lengthOf(s));
  left = std::min(left, missing);
  return addResult(r, std::string(static_cast<size_t>(left), fill[0]) + s +
                          std::string(static_cast<size_t>(missing - left), fill[0]));
}

bool center(Arguments a, Results& r) {
  int64_t width = a[1].toInt();
  int64_t missing = width - lengthOf(text(a[0]));
  return pad(r, text(a[0]), width, text(a[2]),
             std::max<int64_t>(0, width % 2 != 0 ? (missing + 1) / 2 : missing / 2));
}
bool ljust(Arguments a, Results& r) { return pad(r, text(a[0]), a[1].toInt(), text(a[2]), 0); }
bool rjust(Arguments a, Results& r) {
  return pad(r, text(a[0]), a[1].toInt(), text(a[2]), INT64_MAX);
}
bool zfill(Arguments a, Results& r) { return pad(r, text(a[0]), a[1].toInt(), "0", INT64_MAX); }

bool expandTabs(Arguments a, Results& r) {
  int64_t width = a[1].toInt();
  if (width > (int64_t{1} << 16)) return false;
  std::string result;
  int64_t column = 0;
  for (char c : text(a[0])) {
    if (c != '\t') {
      result += c;
      ++column;
    } else if (width > 0) {
      do {
        result += ' ';
      } while (++column % width != 0);
    }
  }
  return addResult(r, std::move(result));
}

template <bool left, bool right>
bool strip(Arguments a, Results& r) {
  const std::string& s = text(a[0]);
  size_t begin = left ? s.find_first_not_of(text(a[1])) : 0;
  if (begin == s.npos) return addResult(r, std::string());
  size_t end = right ? s.find_last_not_of(text(a[1])) + 1 : s.size();
  return addResult(r, end <= begin ? std::string() : s.substr(begin, end - begin));
}

// ---- searching

// The part of a text that a search from `start` to `end` covers. As in PyTorch, the end -1 is the
// end of the text, and an end before the start is ignored.
struct Part {
  size_t begin;
  std::string_view view;
};

struct Bounds {
  int64_t start;
  int64_t end;
};

Bounds boundsOf(Arguments a) {
  int64_t length = lengthOf(text(a[0]));
  return {a[2].toInt() < 0 ? std::max<int64_t>(0, a[2].toInt() + length) : a[2].toInt(),
          a[3].toInt() < 0 ? std::max<int64_t>(0, a[3].toInt() + length + 1)
                           : std::min(a[3].toInt(), length)};
}

// Returns nullopt when the start is past the end of the text, which raises.
std::optional<Part> partOf(Arguments a) {
  if (a.size() != 4 || !a[0].isString()) return std::nullopt;
  std::string_view s = text(a[0]);
  auto [start, end] = boundsOf(a);
  if (start > lengthOf(s)) return std::nullopt;
  auto begin = static_cast<size_t>(start);
  return Part{begin,
              end < start ? s.substr(begin) : s.substr(begin, static_cast<size_t>(end - start))};
}

// The position of the text searched for; -1 if it is not found.
template <bool fromEnd>
std::optional<int64_t> position(Arguments a) {
  auto part = partOf(a);
  if (!part) return std::nullopt;
  size_t position = fromEnd ? part->view.rfind(text(a[1])) : part->view.find(text(a[1]));
  return position == part->view.npos ? -1 : static_cast<int64_t>(position + part->begin);
}

template <bool fromEnd>
bool find(Arguments a, Results& r) {
  auto at = position<fromEnd>(a);
  return at && addResult(r, *at);
}
template <bool fromEnd>
bool index(Arguments a, Results& r) {
  auto at = position<fromEnd>(a);
  return at && *at >= 0 && addResult(r, *at);
}

bool startsWith(Arguments a, Results& r) {
  auto part = partOf(a);
  return part && addResult(r, part->view.starts_with(text(a[1])));
}
bool endsWith(Arguments a, Results& r) {
  auto part = partOf(a);
  return part && addResult(r, part->view.ends_with(text(a[1])));
}

bool count(Arguments a, Results& r) {
  // PyTorch's loop doesn't terminate when it counts the empty string.
  if (a.size() != 4 || !a[0].isString() || text(a[1]).empty()) return false;
  std::string_view s = text(a[0]);
  auto [start, end] = boundsOf(a);
  int64_t result = 0;
  if (start > lengthOf(s)) return addResult(r, result);
  for (size_t at = s.find(text(a[1]), static_cast<size_t>(start));
       at != s.npos && static_cast<int64_t>(at) < end;
       at = s.find(text(a[1]), at + text(a[1]).size())) {
    ++result;
  }
  return addResult(r, result);
}

bool replace(Arguments a, Results& r) {
  const std::string& from = text(a[1]);
  if (from.empty()) return false;
  std::string result = text(a[0]);
  int64_t most = a[3].toInt();
  size_t at = 0;
  for (int64_t done = 0; done != most && (at = result.find(from, at)) != result.npos; ++done) {
    result.replace(at, from.size(), text(a[2]));
    at += text(a[2]).size();
    if (result.size() > (size_t{1} << 24)) return false;
  }
  return addResult(r, std::move(result));
}

template <bool fromEnd>
bool partition(Arguments a, Results& r) {
  const std::string& s = text(a[0]);
  const std::string& separator = text(a[1]);
  size_t at = fromEnd ? s.rfind(separator) : s.find(separator);
  if (at == s.npos) {
    if (fromEnd)
      return addResult(r, std::string()) && addResult(r, std::string()) && addResult(r, s);
    return addResult(r, s) && addResult(r, std::string()) && addResult(r, std::string());
  }
  return addResult(r, s.substr(0, at)) && addResult(r, separator) &&
         addResult(r, s.substr(at + separator.size()));
}

// ---- elements

bool item(Arguments a, Results& r) {
  if (a[0].isContainer() && a[1].isInt() && a[0].type()->is(types::TypeKind::List)) {
    auto size = static_cast<int64_t>(a[0].elements().size());
    int64_t at = a[1].toInt() < 0 ? a[1].toInt() + size : a[1].toInt();
    return at >= 0 && at < size && addResult(r, a[0].elements()[static_cast<size_t>(at)]);
  }
  if (!a[0].isString() || !a[1].isInt()) return false;
  int64_t at = a[1].toInt() < 0 ? a[1].toInt() + lengthOf(text(a[0])) : a[1].toInt();
  return at >= 0 && at < lengthOf(text(a[0])) &&
         addResult(r, std::string(1, text(a[0])[static_cast<size_t>(at)]));
}

bool slice(Arguments a, Results& r) {
  if (a.size() != 4 || !a[0].isString() || !a[3].isInt()) return false;
  int64_t length = lengthOf(text(a[0]));
  int64_t step = a[3].toInt();
  if (step == 0 || step == INT64_MIN) return false;
  auto bound = [&](const Constant& value, int64_t standard) {
    if (!value.isInt()) return standard;
    int64_t at = value.toInt() < 0 ? value.toInt() + length : value.toInt();
    return step < 0 ? std::clamp<int64_t>(at, -1, length - 1) : std::clamp<int64_t>(at, 0, length);
  };
  int64_t begin = bound(a[1], step < 0 ? length - 1 : 0);
  int64_t end = bound(a[2], step < 0 ? -1 : length);
  std::string result;
  if (step > 0) {
    for (int64_t i = begin; i < end; i += std::min(step, end - i))
      result += text(a[0])[static_cast<size_t>(i)];
  } else {
    for (int64_t i = begin; i > end; i -= std::min(-step, i - end))
      result += text(a[0])[static_cast<size_t>(i)];
  }
  return addResult(r, std::move(result));
}

bool length(Arguments a, Results& r) {
  if (a[0].isString()) return addResult(r, lengthOf(text(a[0])));
  if (!a[0].isContainer()) return false;
  auto size = static_cast<int64_t>(a[0].elements().size());
  return addResult(r, a[0].type()->is(types::TypeKind::Dict) ? size / 2 : size);
}

bool ord(Arguments a, Results& r) {
  return text(a[0]).size() == 1 && addResult(r, int64_t{static_cast<unsigned char>(text(a[0])[0])});
}
bool chr(Arguments a, Results& r) {
  int64_t code = a[0].toInt();
  return code >= 0 && code <= 0x10ffff && addResult(r, std::string(1, static_cast<char>(code)));
}

template <unsigned base>
bool digits(Arguments a, Results& r) {
  if (!a[0].isInt()) return false;
  bool isNegative = a[0].toInt() < 0;
  auto rest =
      isNegative ? 0 - static_cast<uint64_t>(a[0].toInt()) : static_cast<uint64_t>(a[0].toInt());
  std::string result;
  do {
    result += "0123456789abcdef"[rest % base];
    rest /= base;
  } while (rest != 0);
  result += base == 2 ? "b0" : base == 8 ? "o0" : "x0";
  if (isNegative) result += '-';
  std::reverse(result.begin(), result.end());
  return addResult(r, std::move(result));
}

constexpr FoldRow kStringFolds[] = {
    {"aten::bin", digits<2>},
    {"aten::capitalize", capitalize},
    {"aten::center", center},
    {"aten::chr", chr},
    {"aten::count", count},
    {"aten::endswith", endsWith},
    {"aten::expandtabs", expandTabs},
    {"aten::find", find<false>},
    {"aten::__getitem__", item},
    {"aten::hex", digits<16>},
    {"aten::index", index<false>},
    {"aten::isalnum", allAre<isAlnum>},
    {"aten::isalpha", allAre<isAlpha>},
    {"aten::isdecimal", allAre<isAsciiDigit>},
    {"aten::isdigit", allAre<isAsciiDigit>},
    {"aten::isidentifier", isIdentifier},
    {"aten::islower", lettersAre<isLower>},
    {"aten::isnumeric", allAre<isAsciiDigit>},
    {"aten::isprintable", isPrintableText},
    {"aten::isspace", allAre<isSpace>},
    {"aten::istitle", isTitle},
    {"aten::isupper", lettersAre<isUpper>},
    {"aten::len", length},
    {"aten::ljust", ljust},
    {"aten::lower", mapped<toLower>},
    {"aten::lstrip", strip<true, false>},
    {"aten::oct", digits<8>},
    {"aten::ord", ord},
    {"aten::partition", partition<false>},
    {"aten::replace", replace},
    {"aten::rfind", find<true>},
    {"aten::rindex", index<true>},
    {"aten::rjust", rjust},
    {"aten::rpartition", partition<true>},
    {"aten::rstrip", strip<false, true>},
    {"aten::slice", slice},
    {"aten::startswith", startsWith},
    {"aten::strip", strip<true, true>},
    {"aten::swapcase", mapped<swapCase>},
    {"aten::title", title},
    {"aten::upper", mapped<toUpper>},
    {"aten::zfill", zfill},
    {"prim::StringIndex", item},
};

}  // namespace

std::span<const FoldRow> stringFolds() { return kStringFolds; }

}  // namespace ts::passes
