// Parses a schema: "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor".
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <unordered_map>

#include "core/ops/schema.h"
#include "core/types/parse_type.h"

namespace ts::ops {
namespace {

using types::Constant;
using types::TypeKind;
using types::TypePtr;

// Types whose values are ints or strings. The front end uses the type of the values; a printed
// schema contains these names.
constexpr std::string_view kDeclaredBases[] = {"ConstQuantizerPtr", "Dimname",    "Layout",
                                               "MemoryFormat",      "ScalarType", "SymBool",
                                               "SymFloat",          "SymInt",     "int64_t"};

// Returns the type of a class that schemas mention, such as
// "__torch__.torch.classes.quantized.Conv2dPackedParamsBase". Only its name is known; equal names
// have the same type.
TypePtr schemaClass(TypeKind kind, std::string_view name) {
  if (kind != TypeKind::Class) return nullptr;
  struct Classes {
    std::mutex mutex;
    types::TypeTable table;
    std::unordered_map<std::string, TypePtr> byName;
  };
  static Classes& classes = *new Classes;
  std::lock_guard lock(classes.mutex);
  TypePtr& slot = classes.byName[std::string(name)];
  if (!slot) slot = classes.table.makeClass(std::string(name));
  return slot;
}

const types::ParseTypeOptions& typeOptions() {
  static const types::ParseTypeOptions& options =
      *new types::ParseTypeOptions{schemaClass, nullptr, false};
  return options;
}

bool isWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Parser {
 public:
  Parser(std::string_view text, SizedDefaults sizedDefaults)
      : text_(text), rest_(text), sizedDefaults_(sizedDefaults) {}

  std::optional<FunctionSchema> schema() {
    if (!name() || !arguments() || !expect("->") || !returns()) return std::nullopt;
    skipSpaces();
    if (!rest_.empty()) {
      fail("expected the end after the returns");
      return std::nullopt;
    }
    return std::move(schema_);
  }

  std::string error() const {
    return fmt::format("{} (at {} of the schema)", error_.empty() ? "not a schema" : error_,
                       text_.size() - rest_.size());
  }

 private:
  bool fail(std::string reason) {
    if (error_.empty()) error_ = std::move(reason);
    return false;
  }

  void skipSpaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  bool at(std::string_view token) {
    skipSpaces();
    return rest_.starts_with(token);
  }

  bool take(std::string_view token) {
    if (!at(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool expect(std::string_view token) {
    return take(token) || fail(fmt::format("expected '{}'", token));
  }

  std::string_view word() {
    skipSpaces();
    size_t size = std::ranges::find_if_not(rest_, isWordPart) - rest_.begin();
    std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return word;
  }

  bool name() {
    size_t end = rest_.find('(');
    if (end == std::string_view::npos || end == 0) return fail("expected a name and its arguments");
    std::string_view fullName = rest_.substr(0, end);
    rest_.remove_prefix(end);
    size_t ns = fullName.find("::");
    size_t dot = fullName.find('.', ns == std::string_view::npos ? 0 : ns);
    schema_.name = fullName.substr(0, dot);
    if (dot != std::string_view::npos) schema_.overload = fullName.substr(dot + 1);
    return true;
  }

  // ---- arguments and returns

  bool arguments() {
    if (!expect("(")) return false;
    bool keywordOnly = false;
    if (take(")")) return true;
    do {
      if (take("...")) {
        schema_.isVararg = true;
        break;
      }
      if (take("*")) {
        keywordOnly = true;
        continue;
      }
      std::optional<Argument> argument = this->argument();
      if (!argument) return false;
      argument->keywordOnly = keywordOnly;
      schema_.arguments.push_back(std::move(*argument));
    } while (take(","));
    return expect(")");
  }

  bool returns() {
    if (take("...")) {
      schema_.isVarret = true;
      return true;
    }
    bool isList = take("(");
    if (isList && take(")")) return true;
    do {
      if (take("...")) {
        schema_.isVarret = true;
        break;
      }
      std::optional<Argument> argument = this->argument();
      if (!argument) return false;
      schema_.returns.push_back(std::move(*argument));
    } while (isList && take(","));
    return !isList || expect(")");
  }

  // argument: type [name] ['=' default]
  std::optional<Argument> argument() {
    Argument argument;
    if (!type(argument)) return std::nullopt;
    argument.name = word();
    if (take("=")) {
      argument.defaultValue = defaultOf(argument.type, argument.broadcastSize);
      if (!argument.defaultValue) return std::nullopt;
    }
    return argument;
  }

  // type: base [alias] (('[' [size] ']' [alias]) | '?')*
  bool type(Argument& argument) {
    skipSpaces();
    std::string_view base =
        rest_.substr(0, std::ranges::find_if_not(rest_, isWordPart) - rest_.begin());
    if (std::ranges::find(kDeclaredBases, base) != std::end(kDeclaredBases))
      argument.declaredBase = base;
    std::string problem;
    TypePtr type = types::parseBaseType(rest_, typeOptions(), &problem);
    if (!type) return fail(std::move(problem));
    argument.alias = alias();
    while (true) {
      if (rest_.starts_with("[")) {
        rest_.remove_prefix(1);
        int size = 0;
        auto [end, failed] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
        if (failed == std::errc()) {
          argument.broadcastSize = size;
          rest_.remove_prefix(end - rest_.data());
        }
        if (!expect("]")) return false;
        type = types::listOf(type);
        addContainer(argument.alias);
      } else if (rest_.starts_with("?")) {
        rest_.remove_prefix(1);
        type = types::optionalOf(type);
        if (!argument.alias) argument.alias = alias();
      } else {
        break;
      }
    }
    argument.type = type;
    return error_.empty();
  }

  // After "[]": turns the alias info of the elements into the contained info of the list.
  void addContainer(std::optional<AliasInfo>& info) {
    std::optional<AliasInfo> container = alias();
    if (info) {
      if (!container) {
        container.emplace();
        container->isWrite = info->isWrite;
      }
      container->contained.push_back(std::move(*info));
    }
    info = std::move(container);
  }

  // alias: '(' sets ['!'] ['->' sets] ')'
  std::optional<AliasInfo> alias() {
    if (!rest_.starts_with("(")) return std::nullopt;
    rest_.remove_prefix(1);
    AliasInfo info;
    info.isWildcardBefore = aliasSets(info.before);
    info.isWrite = take("!");
    if (take("->")) {
      info.isWildcardAfter = aliasSets(info.after);
    } else {
      info.after = info.before;
      info.isWildcardAfter = info.isWildcardBefore;
    }
    expect(")");
    return info;
  }

  // Returns true if the sets contain the wildcard.
  bool aliasSets(std::vector<std::string>& sets) {
    bool isWildcard = false;
    do {
      if (take("*")) {
        isWildcard = true;
        sets.emplace_back("*");
        continue;
      }
      std::string_view set = word();
      if (set.empty()) {
        fail("expected an alias set");
        return isWildcard;
      }
      sets.emplace_back(set);
    } while (take("|"));
    return isWildcard;
  }

  // ---- defaults

  std::optional<Constant> noDefault(TypePtr type) {
    fail(fmt::format("expected a default of type {}", type->annotation()));
    return std::nullopt;
  }

  std::optional<Constant> defaultOf(TypePtr type, std::optional<int> size) {
    if (take("None")) return Constant::none();
    if (type->is(TypeKind::Optional)) return defaultOf(type->element(), size);
    switch (type->kind()) {
      case TypeKind::List: return listDefault(type, size);
      case TypeKind::Tuple: return tupleDefault(type);
      case TypeKind::String: return stringDefault(type);
      case TypeKind::Device: {
        std::string_view device = word();
        if (device.empty()) return noDefault(type);
        return Constant::device(std::string(device));
      }
      default: return scalarDefault(type);
    }
  }

  std::optional<Constant> listDefault(TypePtr type, std::optional<int> size) {
    std::vector<Constant> elements;
    if (!take("[")) {
      std::optional<Constant> element = defaultOf(type->element(), std::nullopt);
      if (!element || (size && sizedDefaults_ == SizedDefaults::AreInts)) return element;
      elements.assign(size.value_or(1), *element);
    } else if (!take("]")) {
      do {
        std::optional<Constant> element = defaultOf(type->element(), std::nullopt);
        if (!element) return std::nullopt;
        elements.push_back(std::move(*element));
      } while (take(","));
      if (!expect("]")) return std::nullopt;
    }
    return Constant::list(type->element(), std::move(elements));
  }

  std::optional<Constant> tupleDefault(TypePtr type) {
    std::vector<Constant> elements;
    if (!expect("(")) return std::nullopt;
    for (TypePtr elementType : type->contained()) {
      std::optional<Constant> element = defaultOf(elementType, std::nullopt);
      if (!element) return std::nullopt;
      elements.push_back(std::move(*element));
      take(",");
    }
    if (!expect(")")) return std::nullopt;
    return Constant::tuple(std::move(elements), type);
  }

  std::optional<Constant> stringDefault(TypePtr type) {
    constexpr std::string_view kLetters = "ntfvrba";
    constexpr std::string_view kMeant = "\n\t\f\v\r\b\a";
    skipSpaces();
    if (rest_.empty() || (rest_[0] != '"' && rest_[0] != '\'')) return noDefault(type);
    char quote = rest_[0];
    std::string value;
    size_t i = 1;
    for (; i < rest_.size() && rest_[i] != quote; ++i) {
      if (rest_[i] != '\\' || i + 1 == rest_.size()) {
        value += rest_[i];
        continue;
      }
      ++i;
      size_t letter = kLetters.find(rest_[i]);
      int octal = 0;
      auto [end, failed] =
          std::from_chars(rest_.data() + i, rest_.data() + std::min(i + 3, rest_.size()), octal, 8);
      if (failed == std::errc()) {
        value += static_cast<char>(octal);
        i = end - rest_.data() - 1;
      } else {
        value += letter == std::string_view::npos ? rest_[i] : kMeant[letter];
      }
    }
    if (i >= rest_.size()) return noDefault(type);
    rest_.remove_prefix(i + 1);
    return Constant::string(std::move(value));
  }

  std::optional<Constant> scalarDefault(TypePtr type) {
    if (take("True")) return Constant::boolean(true);
    if (take("False")) return Constant::boolean(false);
    skipSpaces();
    const char* end = rest_.data() + rest_.size();
    double real = 0;
    auto [realEnd, realFailed] = std::from_chars(rest_.data(), end, real);
    if (realFailed != std::errc()) return noDefault(type);
    int64_t integer = 0;
    auto [integerEnd, integerFailed] = std::from_chars(rest_.data(), end, integer);
    bool isInteger = integerFailed == std::errc() && integerEnd == realEnd;
    rest_.remove_prefix(realEnd - rest_.data());
    if (type->is(TypeKind::Complex)) return complexDefault(real);
    return isInteger && !type->is(TypeKind::Float) ? Constant::integer(integer)
                                                   : Constant::real(real);
  }

  // Reads the imaginary part of "1.-2.5j"; `real` has already been read.
  Constant complexDefault(double real) {
    std::string_view sign = rest_.substr(0, 1);
    if (sign != "+" && sign != "-") return Constant::complex(real);
    double imaginary = 0;
    auto [end, failed] = std::from_chars(rest_.data() + 1, rest_.data() + rest_.size(), imaginary);
    if (failed == std::errc()) {
      rest_.remove_prefix(end - rest_.data());
      take("j");
    }
    return Constant::complex({real, sign == "-" ? -imaginary : imaginary});
  }

  std::string_view text_;
  std::string_view rest_;
  SizedDefaults sizedDefaults_;
  std::string error_;
  FunctionSchema schema_;
};

}  // namespace

std::optional<FunctionSchema> parseSchema(std::string_view text, std::string* error,
                                          SizedDefaults sizedDefaults) {
  Parser parser(text, sizedDefaults);
  std::optional<FunctionSchema> schema = parser.schema();
  if (!schema && error) *error = parser.error();
  return schema;
}

}  // namespace ts::ops
