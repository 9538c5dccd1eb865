// str % arguments and bytes % arguments.
#include <algorithm>
#include <cmath>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/syntax/python_repr.h"

namespace ts::eval {
namespace {

struct Conversion {
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  int64_t width = -1, precision = -1;
  char32_t type = 0;
};

class PercentFormatter {
 public:
  PercentFormatter(Vm& vm, std::string_view format, const Value& arguments, bool bytes)
      : vm_(vm),
        format_(format),
        arguments_(arguments),
        tuple_(arguments.as<Tuple>()),
        bytes_(bytes) {}

  std::string run() {
    std::string result;
    while (at_ < format_.size()) {
      size_t percent = std::min(format_.find('%', at_), format_.size());
      result += format_.substr(at_, percent - at_);
      at_ = percent + 1;
      if (percent < format_.size()) convert(result);
    }
    bool mapping = !tuple_ && !arguments_.as<Str>() && vm_.classOf(arguments_)->ops->getitem;
    if (tuple_ ? used_ < tuple_->items.size() : used_ == 0 && !mapping && !mappingUsed_)
      vm_.raiseTypeError(std::string("not all arguments converted during ") +
                         (bytes_ ? "bytes" : "string") + " formatting");
    return result;
  }

 private:
  char peek() {
    if (at_ == format_.size()) vm_.raiseValueError("incomplete format");
    return format_[at_];
  }

  Value nextArgument() {
    if (tuple_) {
      if (used_ >= tuple_->items.size())
        vm_.raiseTypeError("not enough arguments for format string");
      return known(tuple_->items[used_++]);
    }
    if (used_++ > 0) vm_.raiseTypeError("not enough arguments for format string");
    return known(arguments_);
  }
  static Value known(const Value& value) {
    if (value.isUnknown()) throw UnknownTruth{};
    return value;
  }

  int64_t number() {
    if (peek() == '*') {
      ++at_;
      Value argument = nextArgument();
      int64_t value;
      if (!vm_.asInt(argument, value)) vm_.raiseTypeError("* wants int");
      return value;
    }
    int64_t value = -1;
    for (; peek() >= '0' && peek() <= '9'; ++at_) {
      value = std::max<int64_t>(value, 0) * 10 + (peek() - '0');
      if (value > INT32_MAX) vm_.raiseValueError("width too big");
    }
    return value;
  }

  Value keyed() {
    size_t start = ++at_;
    for (int depth = 1; depth > 0; ++at_) {
      if (at_ == format_.size()) vm_.raiseValueError("incomplete format key");
      if (format_[at_] == '(') ++depth;
      if (format_[at_] == ')') --depth;
    }
    if (tuple_ || arguments_.as<Str>() || !canIndex())
      vm_.raiseTypeError("format requires a mapping");
    mappingUsed_ = true;
    std::string key(format_.substr(start, at_ - 1 - start));
    return known(vm_.getitem(arguments_, bytes_ ? vm_.bytes(key) : vm_.str(key)));
  }
  bool canIndex() const {
    Class* cls = vm_.classOf(arguments_);
    return cls->ops->getitem || cls->has(Special::GetItem);
  }

  void convert(std::string& created) {
    Conversion spec;
    Value keyedValue;
    if (peek() == '(') keyedValue = keyed();
    for (bool more = true; more;) {
      switch (peek()) {
        case '-': spec.left = true; break;
        case '+': spec.plus = true; break;
        case ' ': spec.space = true; break;
        case '#': spec.alternate = true; break;
        case '0': spec.zero = true; break;
        default: more = false;
      }
      if (more) ++at_;
    }
    spec.width = number();
    if (spec.width < -1) {
      spec.left = true;
      spec.width = -spec.width;
    }
    if (peek() == '.') {
      ++at_;
      spec.precision = std::max<int64_t>(number(), 0);
    }
    while (peek() == 'l' || peek() == 'h' || peek() == 'L') ++at_;
    size_t start = at_;
    size_t size = byteOffset(format_.substr(at_), 1);
    spec.type = toCodes(format_.substr(at_, size))[0];
    at_ += size;
    if (spec.type == '%') {
      created += '%';
      return;
    }
    if (spec.type > 127 ||
        std::string_view("sradiuoxXeEfFgGcb").find(static_cast<char>(spec.type)) ==
            std::string_view::npos ||
        (spec.type == 'b' && !bytes_)) {
      char code[16];
      std::snprintf(code, sizeof code, "0x%x", static_cast<unsigned>(spec.type));
      if (keyedValue.isUnbound()) nextArgument();
      vm_.raiseValueError("unsupported format character '" +
                          std::string(format_.substr(start, size)) + "' (" + code + ") at index " +
                          std::to_string(countCodes(format_.substr(0, start))));
    }
    Value value = keyedValue.isUnbound() ? nextArgument() : keyedValue;
    created += one(spec, value);
  }

  std::string one(const Conversion& spec, const Value& value) {
    switch (spec.type) {
      case 's':
      case 'b':
        if (bytes_) {
          std::string_view data;
          if (!asBytes(value, data))
            vm_.raiseTypeError(
                "%b requires a bytes-like object, or an object that implements __bytes__, not '" +
                vm_.classOf(value)->name + "'");
          return text(spec, std::string(data));
        }
        return text(spec, vm_.toStr(value));
      case 'r': return text(spec, bytes_ ? asciiOf(vm_.repr(value)) : vm_.repr(value));
      case 'a': return text(spec, asciiOf(vm_.repr(value)));
      case 'c': return text(spec, character(value));
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': return integer(spec, value);
      default: return real(spec, value);
    }
  }

  std::string text(const Conversion& spec, std::string text) {
    if (spec.precision >= 0 && spec.type != 'c')
      text.resize(bytes_ ? std::min(text.size(), static_cast<size_t>(spec.precision))
                         : byteOffset(text, spec.precision));
    return pad(text, ' ', spec.left ? '<' : '>', spec.width);
  }

  std::string character(const Value& value) {
    int64_t code;
    std::string_view input;
    std::string text;
    if (vm_.asInt(value, code)) {
      int64_t limit = bytes_ ? 256 : 0x110000;
      if (code < 0 || code >= limit)
        vm_.raise(vm_.types.OverflowError,
                  bytes_ ? "%c arg not in range(256)" : "%c arg not in range(0x110000)");
      if (bytes_)
        text = static_cast<char>(code);
      else
        appendCode(text, static_cast<char32_t>(code));
      return text;
    }
    bool single = bytes_ ? asBytes(value, input) && input.size() == 1
                         : asText(value, input) && countCodes(input) == 1;
    if (!single)
      vm_.raiseTypeError(bytes_ ? "%c requires an integer in range(256) or a single byte"
                                : "%c requires int or char");
    return std::string(input);
  }

  // Combines sign, prefix, zeros and digits, padded to the width.
  std::string numeric(const Conversion& spec, bool negative, const std::string& prefix,
                      const std::string& digits, bool zeros) {
    std::string head = negative ? "-" : spec.plus ? "+" : spec.space ? " " : "";
    head += prefix;
    if (zeros && !spec.left)
      return head + pad(digits, '0', '>', spec.width - static_cast<int64_t>(head.size()));
    return pad(head + digits, ' ', spec.left ? '<' : '>', spec.width);
  }

  // The argument of %d, which also takes floats and objects with __int__.
  Value decimalArgument(const Value& value) {
    const Number number = numberOf(value);
    if (number.kind == Number::Kind::Real) return truncate(vm_, number.real);
    if (number.kind == Number::Kind::None && vm_.classOf(value)->lookup(vm_.intern("__int__")))
      return toInt(vm_, value);
    return value;
  }

  std::string integer(const Conversion& spec, const Value& value) {
    std::string type(1, static_cast<char>(spec.type));
    bool decimal = type == "d" || type == "i" || type == "u";
    const Value held = decimal ? decimalArgument(value) : value;
    Number number = numberOf(held);
    if (!number.isInteger()) {
      int64_t index = 0;
      if (!vm_.asInt(held, index, true)) {
        vm_.raiseTypeError(
            "%" + type + " format: " +
            (decimal ? "a real number is required, not " : "an integer is required, not ") +
            vm_.classOf(value)->name);
      }
      number = numberOf(Value::integer(index));
    }
    int base = decimal ? 10 : type == "o" ? 8 : 16;
    std::string digits = intDigits(vm_, number, base, type == "X");
    if (spec.precision > static_cast<int64_t>(digits.size()))
      digits = pad(digits, '0', '>', spec.precision);
    return numeric(spec, number.isNegative(), spec.alternate && !decimal ? "0" + type : "", digits,
                   spec.zero);
  }

  std::string real(const Conversion& spec, const Value& value) {
    double number;
    if (!vm_.asReal(value, number)) {
      if (vm_.lookupSpecial(value, vm_.special(Special::Float)).isUnbound())
        vm_.raiseTypeError("must be real number, not " + vm_.classOf(value)->name);
      number = toReal(vm_, value);
    }
    std::string digits = realDigits(std::fabs(number), static_cast<char>(spec.type),
                                    spec.precision < 0 ? 6 : spec.precision, spec.alternate);
    return numeric(spec, std::signbit(number) && !std::isnan(number), "", digits, spec.zero);
  }

  Vm& vm_;
  std::string_view format_;
  const Value& arguments_;
  const Tuple* tuple_;
  bool bytes_;
  size_t at_ = 0;
  size_t used_ = 0;
  bool mappingUsed_ = false;
};

}  // namespace

std::string percentFormat(Vm& vm, std::string_view format, const Value& arguments, bool bytes) {
  return PercentFormatter(vm, format, arguments, bytes).run();
}

}  // namespace ts::eval
