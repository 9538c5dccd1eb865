// str.format: replacement fields.
#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"

namespace ts::eval {
namespace {

class BraceFormatter {
 public:
  BraceFormatter(Vm& vm, const Tuple* positional, const Value& named)
      : vm_(vm), positional_(positional), named_(named) {}

  // depth: how many levels of nested fields are still allowed.
  std::string run(std::string_view format, int depth) {
    if (depth < 0) vm_.raiseValueError("Max string recursion exceeded");
    std::string result;
    for (size_t at = 0; at < format.size();) {
      char c = format[at];
      if (c != '{' && c != '}') {
        size_t next = std::min(format.find_first_of("{}", at), format.size());
        result += format.substr(at, next - at);
        at = next;
        continue;
      }
      if (at + 1 < format.size() && format[at + 1] == c) {
        result += c;
        at += 2;
        continue;
      }
      if (c == '}') vm_.raiseValueError("Single '}' encountered in format string");
      if (++at == format.size()) vm_.raiseValueError("Single '{' encountered in format string");
      result += field(format, at, depth);
    }
    return result;
  }

 private:
  // at: the position behind the opening brace; on return, behind the closing brace.
  std::string field(std::string_view format, size_t& at, int depth) {
    size_t start = at;
    bool inIndex = false;
    for (; at < format.size(); ++at) {
      char c = format[at];
      if (c == '[') inIndex = true;
      if (c == ']') inIndex = false;
      if (inIndex) continue;
      if (c == '{') vm_.raiseValueError("unexpected '{' in field name");
      if (c == '}' || c == ':' || c == '!') break;
    }
    if (at == format.size()) vm_.raiseValueError("expected '}' before end of string");
    std::string_view name = format.substr(start, at - start);
    char conversion = 0;
    if (format[at] == '!') {
      if (at + 2 >= format.size())
        vm_.raiseValueError(at + 1 >= format.size()
                                ? "end of string while looking for conversion specifier"
                                : "unmatched '{' in format spec");
      conversion = format[at + 1];
      at += 2;
      if (format[at] != ':' && format[at] != '}')
        vm_.raiseValueError("expected ':' after conversion specifier");
    }
    std::string_view spec;
    if (format[at] == ':') {
      start = ++at;
      int nested = 1;
      for (; at < format.size(); ++at) {
        if (format[at] == '{') ++nested;
        if (format[at] == '}' && --nested == 0) break;
      }
      if (at == format.size()) vm_.raiseValueError("unmatched '{' in format spec");
      spec = format.substr(start, at - start);
    }
    ++at;
    Value value = converted(lookUp(name), conversion);
    std::string expanded = spec.find_first_of("{}") == std::string_view::npos
                               ? std::string(spec)
                               : run(spec, depth - 1);
    return vm_.format(value, expanded);
  }

  Value converted(Value value, char conversion) {
    switch (conversion) {
      case 0: return value;
      case 'r': return vm_.str(vm_.repr(value));
      case 's': return vm_.str(vm_.toStr(value));
      case 'a': return vm_.str(asciiOf(vm_.repr(value)));
      default: vm_.raiseValueError(std::string("Unknown conversion specifier ") + conversion);
    }
  }

  static bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  }

  Value lookUp(std::string_view name) {
    size_t end = std::min(name.find_first_of(".["), name.size());
    Value value = first(name.substr(0, end));
    while (end < name.size()) {
      if (value.isUnknown()) throw UnknownTruth{};
      bool attribute = name[end] == '.';
      size_t start = end + 1;
      end = attribute ? std::min(name.find_first_of(".[", start), name.size())
                      : name.find(']', start);
      if (end == std::string_view::npos) vm_.raiseValueError("Missing ']' in format string");
      std::string_view part = name.substr(start, end - start);
      if (part.empty()) vm_.raiseValueError("Empty attribute in format string");
      if (attribute) {
        value = vm_.getattr(value, part);
        continue;
      }
      value = vm_.getitem(
          value, isNumber(part) ? Value::integer(indexOf(part)) : vm_.str(std::string(part)));
      ++end;
      if (end < name.size() && name[end] != '.' && name[end] != '[')
        vm_.raiseValueError("Only '.' or '[' may follow ']' in format field specifier");
    }
    if (value.isUnknown()) throw UnknownTruth{};
    return value;
  }

  int64_t indexOf(std::string_view digits) {
    const std::optional<int64_t> index = parseInt(digits, 10)->small();
    if (!index) vm_.raiseValueError("Too many decimal digits in format string");
    return *index;
  }

  Value first(std::string_view name) {
    if (name.empty() || isNumber(name)) {
      bool automatic = name.empty();
      Numbering wanted = automatic ? Numbering::Automatic : Numbering::Manual;
      if (numbering_ != Numbering::Open && numbering_ != wanted)
        vm_.raiseValueError(
            automatic
                ? "cannot switch from manual field specification to automatic field numbering"
                : "cannot switch from automatic field numbering to manual field specification");
      numbering_ = wanted;
      int64_t index = automatic ? next_++ : indexOf(name);
      if (!positional_) vm_.raiseValueError("Format string contains positional fields");
      if (index < 0 || index >= static_cast<int64_t>(positional_->items.size()))
        vm_.raise(vm_.types.IndexError, "Replacement index " + std::to_string(index) +
                                            " out of range for positional args tuple");
      return positional_->items[static_cast<size_t>(index)];
    }
    return vm_.getitem(named_, vm_.str(std::string(name)));
  }

  enum class Numbering : uint8_t { Open, Automatic, Manual };
  Vm& vm_;
  const Tuple* positional_;
  const Value& named_;
  Numbering numbering_ = Numbering::Open;
  int64_t next_ = 0;
};

}  // namespace

std::string braceFormat(Vm& vm, std::string_view format, const Tuple* positional,
                        const Value& named) {
  return BraceFormatter(vm, positional, named).run(format, 1);
}

}  // namespace ts::eval
