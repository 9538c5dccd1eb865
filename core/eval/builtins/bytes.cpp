// bytes and bytearray.
#include <algorithm>
#include <bitset>

#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/syntax/python_repr.h"

namespace ts::eval {
namespace {

Bytes& bytesOf(const Value& value) { return *value.as<Bytes>(); }
std::string_view dataOf(const Value& value) { return value.as<Bytes>()->data; }

// A bytes or bytearray object, according to self's kind; never of a subclass.
Value like(Vm& vm, const Value& self, std::string_view data) {
  if (bytesOf(self).kind == Kind::Bytes) return vm.bytes(std::string(data));
  return new Bytes(Kind::ByteArray, vm.types.bytearray, std::string(data));
}

std::string_view needBytes(Vm& vm, const Value& value) {
  std::string_view data;
  if (!asBytes(value, data))
    vm.raiseTypeError("a bytes-like object is required, not '" + vm.classOf(value)->name + "'");
  return data;
}

char byteOf(Vm& vm, const Value& value, const char* kind) {
  int64_t byte = vm.toIndex(value);
  if (byte < 0 || byte > 255) vm.raiseValueError(std::string(kind) + " must be in range(0, 256)");
  return static_cast<char>(byte);
}

std::string bytesFrom(Vm& vm, const Value* value, std::string_view kind) {
  std::string_view view, encoding, errors = "strict";
  if (asText(value[0], view)) {
    if (!asText(value[1], encoding)) vm.raiseTypeError("string argument without an encoding");
    asText(value[2], errors);
    return encodeText(vm, view, encoding, errors);
  }
  if (!value[1].isUnbound()) vm.raiseTypeError("encoding without a string argument");
  if (value[0].isUnbound()) return "";
  if (asBytes(value[0], view)) return std::string(view);
  if (Value method = vm.lookupSpecial(value[0], vm.intern("__bytes__")); !method.isUnbound())
    return std::string(needBytes(vm, vm.call(method)));
  int64_t size;
  if (vm.asInt(value[0], size, true)) {
    if (size < 0) vm.raiseValueError("negative count");
    return std::string(static_cast<size_t>(size), '\0');
  }
  Class* cls = vm.classOf(value[0]);
  if (!cls->ops->iter && !cls->has(Special::Iter) && !cls->has(Special::GetItem))
    vm.raiseTypeError("cannot convert '" + cls->name + "' object to " + std::string(kind));
  std::string data;
  for (const Value& item : vm.toVector(value[0])) {
    if (item.isUnknown()) throw UnknownTruth{};
    data += byteOf(vm, item, kind == "bytes" ? "bytes" : "byte");
  }
  return data;
}

template <Kind kind>
Value makeBytes(Vm& vm, Class* cls, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {"source", "encoding", "errors"};
  const char* name = kind == Kind::Bytes ? "bytes" : "bytearray";
  Value given[3];
  readArguments(vm, name, args, kNames, given);
  return new Bytes(kind, cls, bytesFrom(vm, given, name));
}

std::string bytesRepr(Vm& vm, const Value& self) {
  std::string text;
  syntax::reprBytes(dataOf(self), text);
  return bytesOf(self).kind == Kind::Bytes ? text : vm.classOf(self)->name + "(" + text + ")";
}
size_t bytesHash(Vm& vm, const Value& self) {
  vm.burnFor(dataOf(self).size());
  return std::hash<std::string_view>()(dataOf(self));
}
int64_t bytesLen(Vm&, const Value& self) { return static_cast<int64_t>(dataOf(self).size()); }

Value bytesCompare(Vm& vm, CompareOp op, const Value& left, const Value& right) {
  std::string_view a, b;
  if (!asBytes(left, a) || !asBytes(right, b)) return Value::notImplemented();
  vm.burnFor(std::min(a.size(), b.size()));
  switch (op) {
    case CompareOp::Eq: return Value::boolean(a == b);
    case CompareOp::Ne: return Value::boolean(a != b);
    case CompareOp::Lt: return Value::boolean(a < b);
    case CompareOp::Le: return Value::boolean(a <= b);
    case CompareOp::Gt: return Value::boolean(a > b);
    case CompareOp::Ge: return Value::boolean(a >= b);
  }
  return Value::notImplemented();
}

Value bytesBinary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  std::string_view a, b;
  bool first = asBytes(left, a), second = asBytes(right, b);
  if (op == BinaryOp::Add) {
    if (first && second) return like(vm, left, std::string(a).append(b));
    if (first && !vm.classOf(right)->has(Special::Arithmetic))
      vm.raiseTypeError("can't concat " + vm.classOf(right)->name + " to " +
                        vm.classOf(left)->name);
  }
  if (op == BinaryOp::Mult) {
    int64_t count;
    if (vm.asInt(first ? right : left, count, true))
      return like(vm, first ? left : right, repeat(first ? a : b, count));
  }
  if (op == BinaryOp::Mod && first) return like(vm, left, percentFormat(vm, a, right, true));
  return Value::notImplemented();
}

Value bytesInplace(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  Bytes& self = bytesOf(left);
  if (self.kind == Kind::ByteArray && op == BinaryOp::Add) {
    vm.touch(self);
    self.data += std::string(needBytes(vm, right));
    return left;
  }
  return bytesBinary(vm, op, left, right);
}

Value bytesGetitem(Vm& vm, const Value& self, const Value& index) {
  std::string_view data = dataOf(self);
  int64_t length = static_cast<int64_t>(data.size());
  if (auto* slice = index.as<Slice>()) {
    SliceRange range = resolveSlice(vm, *slice, length);
    std::string picked;
    for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
      picked += data[static_cast<size_t>(at)];
    return like(vm, self, picked);
  }
  bool constant = bytesOf(self).kind == Kind::Bytes;
  int64_t at;
  if (!resolveIndex(vm, index, length, constant ? "byte" : "bytearray", at))
    vm.raise(vm.types.IndexError, constant ? "index out of range" : "bytearray index out of range");
  return Value::integer(static_cast<unsigned char>(data[static_cast<size_t>(at)]));
}

void arraySetitem(Vm& vm, const Value& self, const Value& index, const Value& value) {
  Bytes& array = bytesOf(self);
  int64_t length = static_cast<int64_t>(array.data.size());
  vm.touch(array);
  if (auto* slice = index.as<Slice>()) {
    SliceRange range = resolveSlice(vm, *slice, length);
    Value given[3] = {value, {}, {}};
    std::string data = bytesFrom(vm, given, "bytes");
    if (range.step == 1) {
      array.data.replace(static_cast<size_t>(range.start), static_cast<size_t>(range.count), data);
      return;
    }
    if (static_cast<int64_t>(data.size()) != range.count)
      vm.raiseValueError("attempt to assign bytes of size " + std::to_string(data.size()) +
                         " to extended slice of size " + std::to_string(range.count));
    for (int64_t i = 0; i < range.count; ++i)
      array.data[static_cast<size_t>(range.start + i * range.step)] = data[static_cast<size_t>(i)];
    return;
  }
  int64_t at;
  if (!resolveIndex(vm, index, length, "bytearray", at))
    vm.raise(vm.types.IndexError, "bytearray index out of range");
  array.data[static_cast<size_t>(at)] = byteOf(vm, value, "byte");
}

void arrayDelitem(Vm& vm, const Value& self, const Value& index) {
  Bytes& array = bytesOf(self);
  int64_t length = static_cast<int64_t>(array.data.size());
  vm.touch(array);
  if (auto* slice = index.as<Slice>()) {
    SliceRange range = resolveSlice(vm, *slice, length);
    std::vector<bool> dropped(array.data.size());
    for (int64_t i = 0; i < range.count; ++i)
      dropped[static_cast<size_t>(range.start + i * range.step)] = true;
    std::string kept;
    for (size_t i = 0; i < array.data.size(); ++i)
      if (!dropped[i]) kept += array.data[i];
    array.data = kept;
    return;
  }
  int64_t at;
  if (!resolveIndex(vm, index, length, "bytearray", at))
    vm.raise(vm.types.IndexError, "bytearray index out of range");
  vm.burnFor(array.data.size() - static_cast<size_t>(at));
  array.data.erase(static_cast<size_t>(at), 1);
}

// The bytes to search for: a bytes-like object, or one byte as an int.
std::string partOf(Vm& vm, const Value& value) {
  int64_t byte;
  if (vm.asInt(value, byte, true)) return std::string(1, byteOf(vm, value, "byte"));
  std::string_view data;
  if (!asBytes(value, data))
    vm.raiseTypeError("argument should be integer or bytes-like object, not '" +
                      vm.classOf(value)->name + "'");
  return std::string(data);
}

bool bytesContains(Vm& vm, const Value& self, const Value& element) {
  int64_t byte;
  if (vm.asInt(element, byte, true))
    return dataOf(self).find(byteOf(vm, element, "byte")) != std::string_view::npos;
  return findIn(dataOf(self), needBytes(vm, element)) != std::string_view::npos;
}

struct BytesIterator final : Iterator {
  BytesIterator(Class* cls, Ref<Bytes> bytes) : Iterator(cls), bytes(std::move(bytes)) {}
  Value next(Vm&) override {
    if (position >= bytes->data.size()) return {};
    return Value::integer(static_cast<unsigned char>(bytes->data[position++]));
  }
  Ref<Bytes> bytes;
  size_t position = 0;
};
Value bytesIter(Vm& vm, const Value& self) {
  return new BytesIterator(vm.types.iterator, &bytesOf(self));
}

// ---- methods

Value decode(Vm& vm, Value* args) {
  std::string_view encoding = "utf-8", errors = "strict";
  asText(args[1], encoding);
  asText(args[2], errors);
  return vm.str(decodeBytes(vm, dataOf(args[0]), encoding, errors));
}

Value bytesHex(Vm& vm, Value* args) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string_view data = dataOf(args[0]), separator;
  asText(args[1], separator);
  int64_t every = vm.toIndex(args[2]);
  std::string text;
  int64_t size = static_cast<int64_t>(data.size());
  for (int64_t i = 0; i < size; ++i) {
    int64_t boundary = every > 0 ? size - i : i;
    if (i && !separator.empty() && every && boundary % std::abs(every) == 0) text += separator;
    const auto byte = static_cast<unsigned char>(data[static_cast<size_t>(i)]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return vm.str(text);
}

Value bytesFromHex(Vm& vm, Value* args) {
  std::string_view text;
  if (!asText(args[1], text))
    vm.raiseTypeError("fromhex() argument must be str, not " + vm.classOf(args[1])->name);
  std::string data;
  auto digit = [&](size_t at) {
    char c = at < text.size() ? text[at] : 'x';
    int value = c >= '0' && c <= '9'                     ? c - '0'
                : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                         : -1;
    if (value < 0)
      vm.raiseValueError("non-hexadecimal number found in fromhex() arg at position " +
                         std::to_string(at));
    return value;
  };
  for (size_t at = 0; at < text.size();) {
    if (kByteSpaces.at(text, at)) {
      ++at;
      continue;
    }
    data += static_cast<char>(digit(at) * 16 + digit(at + 1));
    at += 2;
  }
  if (args[0].as<Class>() == vm.types.bytes) return vm.bytes(std::move(data));
  return vm.call(args[0], {vm.bytes(std::move(data))});
}

std::string_view bytesRangeOf(Vm& vm, Value* args, int64_t& from) {
  std::string_view data = dataOf(args[0]);
  int64_t to;
  clipRange(vm, args[2], args[3], static_cast<int64_t>(data.size()), from, to);
  if (from > to) return {nullptr, 0};
  return data.substr(static_cast<size_t>(from), static_cast<size_t>(to - from));
}

template <bool last, bool required>
Value bytesFind(Vm& vm, Value* args) {
  std::string part = partOf(vm, args[1]);
  int64_t from;
  std::string_view data = bytesRangeOf(vm, args, from);
  size_t at = !data.data() ? std::string_view::npos
              : last       ? findLastIn(data, part)
                           : findIn(data, part);
  if (at != std::string_view::npos) return Value::integer(from + static_cast<int64_t>(at));
  if (required) vm.raiseValueError("subsection not found");
  return Value::integer(-1);
}

Value bytesCount(Vm& vm, Value* args) {
  std::string part = partOf(vm, args[1]);
  int64_t from;
  std::string_view data = bytesRangeOf(vm, args, from);
  if (!data.data()) return Value::integer(0);
  return Value::integer(part.empty() ? static_cast<int64_t>(data.size()) + 1 : countOf(data, part));
}

template <bool atStart>
Value bytesHasAffix(Vm& vm, Value* args) {
  int64_t from;
  std::string_view data = bytesRangeOf(vm, args, from), part;
  auto matches = [&](std::string_view text) {
    return data.data() && (atStart ? data.starts_with(text) : data.ends_with(text));
  };
  if (asBytes(args[1], part)) return Value::boolean(matches(part));
  auto* parts = args[1].as<Tuple>();
  if (!parts)
    vm.raiseTypeError(std::string(atStart ? "startswith" : "endswith") +
                      " first arg must be bytes or a tuple of bytes, not " +
                      vm.classOf(args[1])->name);
  for (const Value& item : parts->items)
    if (matches(needBytes(vm, item))) return Value::boolean(true);
  return Value::boolean(false);
}

Value bytesListOf(Vm& vm, const Value& self, const Pieces& pieces) {
  std::vector<Value> items;
  for (std::string_view piece : pieces) items.push_back(like(vm, self, piece));
  return vm.list(std::move(items));
}

template <bool last>
Value bytesSplit(Vm& vm, Value* args) {
  std::string_view data = dataOf(args[0]);
  int64_t most = args[2].isUnbound() ? -1 : vm.toIndex(args[2]);
  if (args[1].isNone())
    return bytesListOf(
        vm, args[0],
        last ? splitLastSpaces(data, most, kByteSpaces) : splitSpaces(data, most, kByteSpaces));
  std::string_view separator = needBytes(vm, args[1]);
  if (separator.empty()) vm.raiseValueError("empty separator");
  return bytesListOf(vm, args[0],
                     last ? splitLastOn(data, separator, most) : splitOn(data, separator, most));
}

template <bool last>
Value bytesPartition(Vm& vm, Value* args) {
  std::string_view data = dataOf(args[0]), separator = needBytes(vm, args[1]);
  if (separator.empty()) vm.raiseValueError("empty separator");
  size_t at = last ? findLastIn(data, separator) : findIn(data, separator);
  Value none = like(vm, args[0], "");
  if (at == std::string_view::npos)
    return vm.tuple(last ? std::vector<Value>{none, none, args[0]}
                         : std::vector<Value>{args[0], none, none});
  return vm.tuple({like(vm, args[0], data.substr(0, at)), args[1],
                   like(vm, args[0], data.substr(at + separator.size()))});
}

Value bytesSplitlines(Vm& vm, Value* args) {
  std::string_view data = dataOf(args[0]);
  bool keep = vm.truth(args[1]);
  Pieces lines;
  for (size_t start = 0; start < data.size();) {
    size_t stop = std::min(data.find_first_of("\r\n", start), data.size()), next = stop;
    if (next < data.size()) next += data.substr(next).starts_with("\r\n") ? 2 : 1;
    lines.push_back(data.substr(start, (keep ? next : stop) - start));
    start = next;
  }
  return bytesListOf(vm, args[0], lines);
}

Value bytesJoin(Vm& vm, Value* args) {
  Class* cls = vm.classOf(args[1]);
  if (!cls->ops->iter && !cls->has(Special::Iter) && !cls->has(Special::GetItem))
    vm.raiseTypeError("can only join an iterable");
  std::string data;
  std::vector<Value> items = vm.toVector(args[1]);
  for (size_t i = 0; i < items.size(); ++i) {
    std::string_view piece;
    if (items[i].isUnknown()) throw UnknownTruth{};
    if (!asBytes(items[i], piece))
      vm.raiseTypeError("sequence item " + std::to_string(i) + ": expected a bytes-like object, " +
                        vm.classOf(items[i])->name + " found");
    if (i) data += dataOf(args[0]);
    data += piece;
  }
  return like(vm, args[0], data);
}

class ByteSet {
 public:
  explicit ByteSet(std::string_view bytes) {
    for (char byte : bytes) has_.set(static_cast<unsigned char>(byte));
  }
  bool has(char byte) const { return has_.test(static_cast<unsigned char>(byte)); }

 private:
  std::bitset<256> has_;
};

template <bool left, bool right>
Value bytesStrip(Vm& vm, Value* args) {
  std::string_view data = dataOf(args[0]);
  if (args[1].isNone()) return like(vm, args[0], stripSpaces(data, left, right, kByteSpaces));
  const ByteSet set(needBytes(vm, args[1]));
  while (left && !data.empty() && set.has(data.front())) data.remove_prefix(1);
  while (right && !data.empty() && set.has(data.back())) data.remove_suffix(1);
  return like(vm, args[0], data);
}

Value bytesReplace(Vm& vm, Value* args) {
  int64_t most = args[3].isUnbound() ? -1 : vm.toIndex(args[3]);
  return like(
      vm, args[0],
      replaceAll(vm, dataOf(args[0]), needBytes(vm, args[1]), needBytes(vm, args[2]), most));
}

template <bool prefix>
Value removeAffix(Vm& vm, Value* args) {
  std::string_view data = dataOf(args[0]), part = needBytes(vm, args[1]);
  if (prefix ? data.starts_with(part) : data.ends_with(part))
    data = prefix ? data.substr(part.size()) : data.substr(0, data.size() - part.size());
  return like(vm, args[0], data);
}

template <char align>
Value bytesJustify(Vm& vm, Value* args) {
  char fill = ' ';
  if (!args[2].isUnbound()) {
    std::string_view text = needBytes(vm, args[2]);
    if (text.size() != 1) vm.raiseTypeError("The fill character must be a byte string of length 1");
    fill = text[0];
  }
  std::string data(dataOf(args[0]));
  int64_t width = vm.toIndex(args[1]), missing = width - static_cast<int64_t>(data.size());
  if (missing <= 0) return like(vm, args[0], data);
  int64_t before = align == '<' ? 0 : align == '>' ? missing : missing / 2 + (missing & width & 1);
  data.insert(0, static_cast<size_t>(before), fill);
  data.append(static_cast<size_t>(missing - before), fill);
  return like(vm, args[0], data);
}

template <char (*change)(char)>
Value mapBytes(Vm& vm, Value* args) {
  std::string data(dataOf(args[0]));
  for (char& c : data) c = change(c);
  return like(vm, args[0], data);
}
bool isUpperAscii(char c) { return c >= 'A' && c <= 'Z'; }
bool isLowerAscii(char c) { return c >= 'a' && c <= 'z'; }
bool isDigitAscii(char c) { return c >= '0' && c <= '9'; }
bool isAlphaAscii(char c) { return isUpperAscii(c) || isLowerAscii(c); }
bool isAlnumAscii(char c) { return isAlphaAscii(c) || isDigitAscii(c); }
bool isSpaceAscii(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char bytesLowered(char c) { return isUpperAscii(c) ? static_cast<char>(c + 32) : c; }
char raisedCase(char c) { return isLowerAscii(c) ? static_cast<char>(c - 32) : c; }

template <bool (*is)(char)>
Value bytesAll(Vm&, Value* args) {
  std::string_view data = dataOf(args[0]);
  return Value::boolean(!data.empty() && std::all_of(data.begin(), data.end(), is));
}

char swappedCase(char c) { return isUpperAscii(c) ? bytesLowered(c) : raisedCase(c); }
bool bytesIsAscii(char c) { return static_cast<signed char>(c) >= 0; }

Value bytesCapitalize(Vm& vm, Value* args) {
  std::string data(dataOf(args[0]));
  for (char& c : data) c = bytesLowered(c);
  if (!data.empty()) data[0] = raisedCase(data[0]);
  return like(vm, args[0], data);
}
Value bytesTitle(Vm& vm, Value* args) {
  std::string data(dataOf(args[0]));
  bool inside = false;
  for (char& c : data) {
    c = inside ? bytesLowered(c) : raisedCase(c);
    inside = isAlphaAscii(c);
  }
  return like(vm, args[0], data);
}
// True when the bytes contain letters and all letters have this case.
template <bool (*is)(char)>
Value cased(Vm&, Value* args) {
  std::string_view data = dataOf(args[0]);
  return Value::boolean(
      std::any_of(data.begin(), data.end(), is) &&
      std::none_of(data.begin(), data.end(), [](char c) { return isAlphaAscii(c) && !is(c); }));
}
Value bytesIsTitle(Vm&, Value* args) {
  bool inside = false, any = false;
  for (char c : dataOf(args[0])) {
    if (isUpperAscii(c) ? inside : isLowerAscii(c) && !inside) return Value::boolean(false);
    inside = isAlphaAscii(c);
    any |= inside;
  }
  return Value::boolean(any);
}
Value isAllAscii(Vm&, Value* args) {
  std::string_view data = dataOf(args[0]);
  return Value::boolean(std::all_of(data.begin(), data.end(), bytesIsAscii));
}

Value bytesZfill(Vm& vm, Value* args) {
  std::string data(dataOf(args[0]));
  int64_t missing = vm.toIndex(args[1]) - static_cast<int64_t>(data.size());
  if (missing <= 0) return like(vm, args[0], data);
  const bool sign = !data.empty() && (data[0] == '+' || data[0] == '-');
  data.insert(sign, static_cast<size_t>(missing), '0');
  return like(vm, args[0], data);
}

Value expandTabs(Vm& vm, Value* args) {
  const int64_t size = vm.toIndex(args[1]);
  std::string data;
  int64_t column = 0;
  for (char c : dataOf(args[0])) {
    if (c == '\t') {
      const int64_t spaces = size > 0 ? size - column % size : 0;
      data.append(static_cast<size_t>(spaces), ' ');
      column += spaces;
      continue;
    }
    data += c;
    column = c == '\n' || c == '\r' ? 0 : column + 1;
  }
  return like(vm, args[0], data);
}

Value bytesTranslate(Vm& vm, Value* args) {
  std::string_view table, dropped;
  if (!args[1].isNone() && (table = needBytes(vm, args[1])).size() != 256)
    vm.raiseValueError("translation table must be 256 characters long");
  if (!args[2].isUnbound()) dropped = needBytes(vm, args[2]);
  const ByteSet isDropped(dropped);
  std::string data;
  for (char c : dataOf(args[0]))
    if (!isDropped.has(c)) data += table.empty() ? c : table[static_cast<unsigned char>(c)];
  return like(vm, args[0], data);
}
Value makeTable(Vm& vm, Value* args) {
  std::string_view from = needBytes(vm, args[0]), to = needBytes(vm, args[1]);
  vm.burnFor(from.size());
  if (from.size() != to.size()) vm.raiseValueError("maketrans arguments must have same length");
  std::string table(256, '\0');
  for (size_t i = 0; i < 256; ++i) table[i] = static_cast<char>(i);
  for (size_t i = 0; i < from.size(); ++i) table[static_cast<unsigned char>(from[i])] = to[i];
  return vm.bytes(std::move(table));
}

// ---- only of bytearray

Bytes& changing(Vm& vm, Value* args) {
  vm.touch(bytesOf(args[0]));
  return bytesOf(args[0]);
}
Value bytesAppend(Vm& vm, Value* args) {
  char byte = byteOf(vm, args[1], "byte");
  changing(vm, args).data += byte;
  return Value::none();
}
Value bytesExtend(Vm& vm, Value* args) {
  Value given[3] = {args[1], {}, {}};
  std::string data = bytesFrom(vm, given, "bytearray");
  changing(vm, args).data += data;
  return Value::none();
}
Value bytesClear(Vm& vm, Value* args) {
  changing(vm, args).data.clear();
  return Value::none();
}
Value bytesCopy(Vm& vm, Value* args) { return like(vm, args[0], dataOf(args[0])); }
Value bytesReverse(Vm& vm, Value* args) {
  std::string& data = changing(vm, args).data;
  std::reverse(data.begin(), data.end());
  return Value::none();
}
Value bytesPop(Vm& vm, Value* args) {
  std::string& data = changing(vm, args).data;
  if (data.empty()) vm.raise(vm.types.IndexError, "pop from empty bytearray");
  int64_t at = vm.toIndex(args[1]), size = static_cast<int64_t>(data.size());
  if (at < 0) at += size;
  if (at < 0 || at >= size) vm.raise(vm.types.IndexError, "pop index out of range");
  Value byte = Value::integer(static_cast<unsigned char>(data[static_cast<size_t>(at)]));
  vm.burnFor(data.size() - static_cast<size_t>(at));
  data.erase(static_cast<size_t>(at), 1);
  return byte;
}

Value bytesInsert(Vm& vm, Value* args) {
  const char byte = byteOf(vm, args[2], "byte");
  int64_t at = vm.toIndex(args[1]);
  std::string& data = changing(vm, args).data;
  const auto size = static_cast<int64_t>(data.size());
  at = std::clamp(at < 0 ? at + size : at, int64_t{0}, size);
  vm.burnFor(data.size() - static_cast<size_t>(at));
  data.insert(static_cast<size_t>(at), 1, byte);
  return Value::none();
}
Value bytesRemove(Vm& vm, Value* args) {
  const char byte = byteOf(vm, args[1], "byte");
  std::string& data = changing(vm, args).data;
  const size_t at = data.find(byte);
  if (at == data.npos) vm.raiseValueError("value not found in bytearray");
  vm.burnFor(data.size());
  data.erase(at, 1);
  return Value::none();
}

#define BYTES_METHODS                                                                           \
  {"decode", "self, encoding=..., errors=...", decode},                                         \
      {"hex", "self, sep=..., bytes_per_sep=1", bytesHex},                                      \
      {"fromhex", "cls, string, /", bytesFromHex, kClass},                                      \
      {"find", "self, sub, start=..., end=..., /", bytesFind<false, false>},                    \
      {"rfind", "self, sub, start=..., end=..., /", bytesFind<true, false>},                    \
      {"index", "self, sub, start=..., end=..., /", bytesFind<false, true>},                    \
      {"rindex", "self, sub, start=..., end=..., /", bytesFind<true, true>},                    \
      {"count", "self, sub, start=..., end=..., /", bytesCount},                                \
      {"startswith", "self, prefix, start=..., end=..., /", bytesHasAffix<true>},               \
      {"endswith", "self, suffix, start=..., end=..., /", bytesHasAffix<false>},                \
      {"split", "self, sep=None, maxsplit=...", bytesSplit<false>},                             \
      {"rsplit", "self, sep=None, maxsplit=...", bytesSplit<true>},                             \
      {"splitlines", "self, keepends=False", bytesSplitlines},                                  \
      {"partition", "self, sep, /", bytesPartition<false>},                                     \
      {"rpartition", "self, sep, /", bytesPartition<true>},                                     \
      {"join", "self, iterable, /", bytesJoin},                                                 \
      {"strip", "self, bytes=None, /", bytesStrip<true, true>},                                 \
      {"lstrip", "self, bytes=None, /", bytesStrip<true, false>},                               \
      {"rstrip", "self, bytes=None, /", bytesStrip<false, true>},                               \
      {"replace", "self, old, new, count=..., /", bytesReplace},                                \
      {"removeprefix", "self, prefix, /", removeAffix<true>},                                   \
      {"removesuffix", "self, suffix, /", removeAffix<false>},                                  \
      {"ljust", "self, width, fillbyte=..., /", bytesJustify<'<'>},                             \
      {"rjust", "self, width, fillbyte=..., /", bytesJustify<'>'>},                             \
      {"center", "self, width, fillbyte=..., /", bytesJustify<'^'>},                            \
      {"lower", "self", mapBytes<bytesLowered>}, {"upper", "self", mapBytes<raisedCase>},       \
      {"isalpha", "self", bytesAll<isAlphaAscii>}, {"isdigit", "self", bytesAll<isDigitAscii>}, \
      {"swapcase", "self", mapBytes<swappedCase>}, {"title", "self", bytesTitle},               \
      {"capitalize", "self", bytesCapitalize}, {"isupper", "self", cased<isUpperAscii>},        \
      {"islower", "self", cased<isLowerAscii>}, {"istitle", "self", bytesIsTitle},              \
      {"isascii", "self", isAllAscii}, {"zfill", "self, width, /", bytesZfill},                 \
      {"expandtabs", "self, tabsize=8", expandTabs},                                            \
      {"translate", "self, table, /, delete=...", bytesTranslate},                              \
      {"maketrans", "frm, to, /", makeTable, kStatic},                                          \
      {"isalnum", "self", bytesAll<isAlnumAscii>}, {                                            \
    "isspace", "self", bytesAll<isSpaceAscii>                                                   \
  }

constexpr NativeDef kBytesMethods[] = {BYTES_METHODS};
constexpr NativeDef kByteArrayMethods[] = {
    BYTES_METHODS,
    {"append", "self, item, /", bytesAppend},
    {"extend", "self, iterable, /", bytesExtend},
    {"clear", "self", bytesClear},
    {"copy", "self", bytesCopy},
    {"reverse", "self", bytesReverse},
    {"pop", "self, index=-1, /", bytesPop},
    {"insert", "self, index, item, /", bytesInsert},
    {"remove", "self, value, /", bytesRemove},
};
#undef BYTES_METHODS

constexpr TypeOps bytesOps() {
  TypeOps ops;
  ops.make = makeBytes<Kind::Bytes>;
  ops.repr = bytesRepr;
  ops.hash = bytesHash;
  ops.compare = bytesCompare;
  ops.binary = bytesBinary;
  ops.len = bytesLen;
  ops.getitem = bytesGetitem;
  ops.contains = bytesContains;
  ops.iter = bytesIter;
  return ops;
}
constexpr TypeOps byteArrayOps() {
  TypeOps ops = bytesOps();
  ops.make = makeBytes<Kind::ByteArray>;
  ops.hash = nullptr;
  ops.inplace = bytesInplace;
  ops.setitem = arraySetitem;
  ops.delitem = arrayDelitem;
  return ops;
}
constexpr TypeOps kBytesOps = bytesOps(), kByteArrayOps = byteArrayOps();

}  // namespace

void initBytes(Vm& vm) {
  vm.types.bytes = vm.defineClass({"bytes", "builtins", Kind::Bytes, &kBytesOps, kBytesMethods});
  vm.types.bytearray =
      vm.defineClass({"bytearray", "builtins", Kind::ByteArray, &kByteArrayOps, kByteArrayMethods});
  for (Class* cls : {vm.types.bytes, vm.types.bytearray})
    vm.builtins().set(vm.intern(cls->name), cls);
}

}  // namespace ts::eval
