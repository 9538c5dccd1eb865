// str: its operators. str_methods.cpp has its methods.
#include <algorithm>

#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/format.h"
#include "core/eval/builtins/init.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/syntax/python_repr.h"

namespace ts::eval {
namespace {

Value makeStr(Vm& vm, Class* cls, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {"object", "encoding", "errors"};
  Value given[3];
  readArguments(vm, "str", args, kNames, given);
  std::string_view data;
  std::string text;
  if (!given[1].isUnbound() || !given[2].isUnbound()) {
    std::string_view encoding = "utf-8", errors = "strict";
    asText(given[1], encoding);
    asText(given[2], errors);
    if (given[0].as<Str>()) vm.raiseTypeError("decoding str is not supported");
    if (!given[0].isUnbound() && !asBytes(given[0], data))
      vm.raiseTypeError("decoding to str: need a bytes-like object, " + vm.classOf(given[0])->name +
                        " found");
    text = decodeBytes(vm, data, encoding, errors);
  } else if (!given[0].isUnbound()) {
    if (auto* str = given[0].as<Str>();
        str && str->cls.get() == vm.types.str && cls == vm.types.str)
      return given[0];
    text = vm.toStr(given[0]);
  }
  return new Str(cls, std::move(text));
}

std::string strRepr(Vm&, const Value& self) {
  std::string text;
  syntax::reprString(textOf(self), text);
  return text;
}
std::string strStr(Vm&, const Value& self) { return std::string(textOf(self)); }
std::string strFormat(Vm& vm, const Value& self, std::string_view spec) {
  return formatText(vm, textOf(self), spec);
}
size_t strHash(Vm&, const Value& self) { return strOf(self).hash(); }
int64_t strLen(Vm&, const Value& self) { return strOf(self).length(); }
bool strTruth(Vm&, const Value& self) { return !textOf(self).empty(); }

Value strCompare(Vm& vm, CompareOp op, const Value& left, const Value& right) {
  auto *a = left.as<Str>(), *b = right.as<Str>();
  if (!a || !b) return Value::notImplemented();
  vm.burnFor(std::min(a->text.size(), b->text.size()));
  // UTF-8 sorts like code points.
  switch (op) {
    case CompareOp::Eq: return Value::boolean(a == b || a->text == b->text);
    case CompareOp::Ne: return Value::boolean(a != b && a->text != b->text);
    case CompareOp::Lt: return Value::boolean(a->text < b->text);
    case CompareOp::Le: return Value::boolean(a->text <= b->text);
    case CompareOp::Gt: return Value::boolean(a->text > b->text);
    case CompareOp::Ge: return Value::boolean(a->text >= b->text);
  }
  return Value::notImplemented();
}

Value strBinary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  auto *a = left.as<Str>(), *b = right.as<Str>();
  switch (op) {
    case BinaryOp::Add:
      if (!a || !b) {
        if (a && !vm.classOf(right)->has(Special::Arithmetic))
          vm.raiseTypeError("can only concatenate str (not \"" + vm.classOf(right)->name +
                            "\") to str");
        break;
      }
      return vm.str(a->text + b->text);
    case BinaryOp::Mult: {
      const Value& times = a ? right : left;
      int64_t count;
      if (vm.asInt(times, count, true)) return vm.str(repeat((a ? a : b)->text, count));
      if (!vm.classOf(times)->has(Special::Arithmetic))
        vm.raiseTypeError("can't multiply sequence by non-int of type '" + vm.classOf(times)->name +
                          "'");
      break;
    }
    case BinaryOp::Mod:
      if (a) return vm.str(percentFormat(vm, a->text, right, false));
      break;
    default: break;
  }
  return Value::notImplemented();
}

Value strGetitem(Vm& vm, const Value& self, const Value& index) {
  Str& str = strOf(self);
  int64_t length = str.length();
  if (auto* slice = index.as<Slice>()) {
    SliceRange range = resolveSlice(vm, *slice, length);
    if (str.isAscii() && range.step == 1)
      return vm.str(
          str.text.substr(static_cast<size_t>(range.start), static_cast<size_t>(range.count)));
    std::u32string codes = toCodes(str.text), picked;
    for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
      picked += codes[static_cast<size_t>(at)];
    return vm.str(toUtf8(picked));
  }
  if (!str.isAscii()) vm.burnFor(str.text.size());
  int64_t position;
  if (!vm.asInt(index, position, true))
    vm.raiseTypeError("string indices must be integers, not '" + vm.classOf(index)->name + "'");
  if (position < 0) position += length;
  if (position < 0 || position >= length)
    vm.raise(vm.types.IndexError, "string index out of range");
  if (str.isAscii())
    return vm.intern(std::string_view(str.text).substr(static_cast<size_t>(position), 1));
  size_t offset = byteOffset(str.text, position);
  std::string_view rest = std::string_view(str.text).substr(offset);
  return vm.str(std::string(rest.substr(0, byteOffset(rest, 1))));
}

bool strContains(Vm& vm, const Value& self, const Value& element) {
  if (element.isUnknown()) throw UnknownTruth{};
  std::string_view part;
  if (!asText(element, part))
    vm.raiseTypeError("'in <string>' requires string as left operand, not " +
                      vm.classOf(element)->name);
  vm.burnFor(textOf(self).size());
  return findIn(textOf(self), part) != std::string_view::npos;
}

struct StrIterator final : Iterator {
  StrIterator(Class* cls, Ref<Str> str) : Iterator(cls), str(std::move(str)) {}
  Value next(Vm& vm) override {
    std::string_view rest = std::string_view(str->text).substr(position);
    if (rest.empty()) return {};
    size_t size = byteOffset(rest, 1);
    position += size;
    return vm.intern(rest.substr(0, size));
  }
  Ref<Str> str;
  size_t position = 0;
};

Value strIter(Vm& vm, const Value& self) {
  return new StrIterator(vm.types.iterator, &strOf(self));
}

constexpr TypeOps strOps() {
  TypeOps ops;
  ops.make = makeStr;
  ops.repr = strRepr;
  ops.str = strStr;
  ops.format = strFormat;
  ops.hash = strHash;
  ops.compare = strCompare;
  ops.binary = strBinary;
  ops.truth = strTruth;
  ops.len = strLen;
  ops.getitem = strGetitem;
  ops.contains = strContains;
  ops.iter = strIter;
  return ops;
}
constexpr TypeOps kStrOps = strOps();

}  // namespace

void initText(Vm& vm) {
  vm.types.str = vm.defineClass({"str", "builtins", Kind::Str, &kStrOps, strMethods()});
  vm.builtins().set(vm.intern("str"), vm.types.str);
  initBytes(vm);
}

}  // namespace ts::eval
