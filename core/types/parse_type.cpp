#include "core/types/parse_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/ascii.h"
#include "core/types/constant.h"

namespace ts::types {
namespace {

struct BasicWord {
  std::string_view word;
  TypeKind kind;
  // The type outside schemas, where the word names a type of its own rather than a plain value.
  TypeKind exact = kind;
};

// Sorted by word for binary search.
constexpr BasicWord kBasicWords[] = {
    {"Any", TypeKind::Any},
    {"AnyClassType", TypeKind::AnyClass},
    {"AnyEnumType", TypeKind::AnyEnum},
    {"Capsule", TypeKind::Capsule},
    {"ConstQuantizerPtr", TypeKind::Int},
    {"Device", TypeKind::Device},
    {"Dimname", TypeKind::String},
    {"Generator", TypeKind::Generator},
    {"Layout", TypeKind::Int, TypeKind::Layout},
    {"MemoryFormat", TypeKind::Int, TypeKind::MemoryFormat},
    {"None", TypeKind::None},
    {"NoneType", TypeKind::None},
    {"PyObject", TypeKind::PyObject},
    {"QScheme", TypeKind::QScheme},
    {"Quantizer", TypeKind::Quantizer},
    {"Scalar", TypeKind::Number},
    {"ScalarType", TypeKind::Int, TypeKind::ScalarType},
    {"Storage", TypeKind::Storage},
    {"Stream", TypeKind::Stream},
    {"SymBool", TypeKind::Bool},
    {"SymFloat", TypeKind::Float},
    {"SymInt", TypeKind::Int},
    {"Tensor", TypeKind::Tensor},
    {"Unknown", TypeKind::Unknown},
    {"bool", TypeKind::Bool},
    {"complex", TypeKind::Complex},
    {"float", TypeKind::Float},
    {"int", TypeKind::Int},
    {"int64_t", TypeKind::Int},
    {"list", TypeKind::AnyList},
    {"number", TypeKind::Number},
    {"str", TypeKind::String},
    {"tuple", TypeKind::AnyTuple},
};
static_assert(std::ranges::is_sorted(kBasicWords, {}, &BasicWord::word));

constexpr std::string_view kDtypes[] = {
    "BFloat16",    "Bool",   "Byte",     "Char",     "ComplexDouble", "ComplexFloat",
    "ComplexHalf", "Double", "Float",    "Half",     "Int",           "Long",
    "QInt32",      "QInt8",  "QUInt2x4", "QUInt4x2", "QUInt8",        "Short",
};
static_assert(std::ranges::is_sorted(kDtypes));

bool isDtype(std::string_view word) { return std::ranges::binary_search(kDtypes, word); }

bool isWordStart(char c) { return isAsciiLetter(c) || c == '_'; }
// Non-ASCII bytes are accepted too: class names may contain any letter.
bool isWordPart(char c) {
  return isWordStart(c) || isAsciiDigit(c) || static_cast<unsigned char>(c) >= 0x80;
}

class Parser {
 public:
  Parser(std::string_view text, const ParseTypeOptions& options) : rest_(text), options_(options) {}

  std::string_view rest() const { return rest_; }
  std::string& error() { return error_; }

  // type: base ('[' ']' | '?')*
  TypePtr type() {
    int others = std::exchange(height_, 0);
    TypePtr value = base();
    ++height_;
    while (value) {
      if (rest_.starts_with("[]")) {
        rest_.remove_prefix(2);
        value = listOf(value);
      } else if (rest_.starts_with("?")) {
        rest_.remove_prefix(1);
        value = optionalOf(value);
      } else {
        break;
      }
      if (++height_ > options_.maxDepth) return failTooDeep();
    }
    height_ = std::max(height_, others);
    return value;
  }

  // base: '(' types ')' | word ...
  TypePtr base() {
    skipSpaces();
    if (depth_ == options_.maxDepth) return failTooDeep();
    ++depth_;
    TypePtr value = rest_.starts_with("(") ? tuple() : named();
    --depth_;
    return value;
  }

 private:
  TypePtr fail(std::string reason) {
    if (error_.empty()) error_ = std::move(reason);
    return nullptr;
  }

  TypePtr failExpected(std::string_view expected) {
    return fail(rest_.empty()
                    ? fmt::format("expected {}, found the end", expected)
                    : fmt::format("expected {}, found '{}'", expected, rest_.substr(0, 1)));
  }

  TypePtr failTooDeep() {
    return fail(fmt::format("types are nested more than {} deep", options_.maxDepth));
  }

  void skipSpaces() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }

  bool take(std::string_view token) {
    skipSpaces();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool expect(std::string_view token) {
    if (take(token)) return true;
    failExpected(fmt::format("'{}'", token));
    return false;
  }

  // Reads a word, or several words joined by dots.
  std::string_view word() {
    if (rest_.empty() || !(isWordStart(rest_[0]) || static_cast<unsigned char>(rest_[0]) >= 0x80))
      return {};
    size_t size = 1;
    while (size < rest_.size() &&
           (isWordPart(rest_[size]) ||
            (rest_[size] == '.' && size + 1 < rest_.size() && isWordPart(rest_[size + 1])))) {
      ++size;
    }
    std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return word;
  }

  // Reads comma-separated types up to and including `close`.
  bool types(std::string_view close, std::vector<TypePtr>& into) {
    if (take(close)) return true;
    do {
      TypePtr element = type();
      if (!element) return false;
      into.push_back(element);
    } while (take(","));
    return expect(close);
  }

  TypePtr tuple() {
    std::vector<TypePtr> elements;
    take("(");
    return types(")", elements) ? tupleOf(std::move(elements)) : nullptr;
  }

  TypePtr named() {
    std::string_view start = rest_;
    std::string_view name = word();
    if (name.empty()) return failExpected("a type");
    if (name == "Dict") return dict();
    if (name == "Union") return unionType();
    if (name == "Future") return wrapper(futureOf);
    if (name == "Await") return wrapper(awaitOf);
    if (name == "RRef") return wrapper(rrefOf);
    if (name == "NamedTuple" && rest_.starts_with("(")) return namedTuple();
    if (name == "Enum" || name == "InterfaceType") {
      return bracketedName(name == "Enum" ? TypeKind::Enum : TypeKind::Interface, start);
    }
    if (name == "Function") return resolved(TypeKind::Function, name, start);
    if (options_.tensorInfo) {
      if (TypePtr tensor = refinedTensor(name); tensor || !error_.empty()) return tensor;
    }
    auto row = std::ranges::lower_bound(kBasicWords, name, {}, &BasicWord::word);
    if (row != std::end(kBasicWords) && row->word == name)
      return basic(options_.schemaNames ? row->kind : row->exact);
    if (name.find('.') != std::string_view::npos) return resolved(TypeKind::Class, name, start);
    if (isVariable(name)) return varType(name);
    return resolved(TypeKind::Class, name, start);
  }

  // In a schema every other lower-case word is a variable; elsewhere only "t" and "t1" are.
  bool isVariable(std::string_view name) const {
    if (name[0] < 'a' || name[0] > 'z') return false;
    return options_.schemaNames || std::ranges::all_of(name.substr(1), isAsciiDigit);
  }

  TypePtr resolved(TypeKind kind, std::string_view name, std::string_view start) {
    TypePtr type = options_.resolve ? options_.resolve(kind, name) : nullptr;
    if (type) return type;
    rest_ = start;
    return fail(fmt::format("'{}' is not a type", name));
  }

  TypePtr bracketedName(TypeKind kind, std::string_view start) {
    if (!expect("<")) return nullptr;
    std::string_view name = word();
    if (name.empty()) return failExpected("a name");
    if (!expect(">")) return nullptr;
    return resolved(kind, name, start);
  }

  TypePtr dict() {
    if (!expect("(")) return nullptr;
    TypePtr key = type();
    if (!key || !expect(",")) return nullptr;
    TypePtr value = type();
    return value && expect(")") ? dictOf(key, value) : nullptr;
  }

  // A Union that contains all kinds of numbers prints with empty members, or without the last
  // comma: "Union(, str, Scalar)", "Union(TensorScalar)".
  TypePtr unionType() {
    std::vector<TypePtr> members;
    if (!expect("(")) return nullptr;
    while (!take(")")) {
      if (take(",")) continue;
      constexpr std::string_view kGlued = "TensorScalar)";
      if (rest_.starts_with(kGlued)) {
        members.push_back(tensorType());
        rest_.remove_prefix(std::string_view("Tensor").size());
        continue;
      }
      TypePtr member = type();
      if (!member) return nullptr;
      members.push_back(member);
    }
    return members.empty() ? fail("a Union without members") : unionOf(std::move(members));
  }

  // "Future[int]" in graphs, "Future(int)" in schemas.
  TypePtr wrapper(TypePtr (*make)(TypePtr)) {
    bool isBracket = take("[");
    if (!isBracket && !expect("(")) return nullptr;
    TypePtr element = type();
    return element && expect(isBracket ? "]" : ")") ? make(element) : nullptr;
  }

  // ---- tensors with info

  // Returns null without an error when `name` is not a tensor type.
  TypePtr refinedTensor(std::string_view name) {
    TensorInfo info;
    if (isDtype(name)) {
      info.dtype = name;
      info.sizes.emplace();
      if (!rest_.starts_with("(")) return failExpected("'('");
    } else if (name.ends_with("Tensor") &&
               (name == "Tensor" || isDtype(name.substr(0, name.size() - 6)))) {
      info.dtype = name.substr(0, name.size() - 6);
    } else {
      return nullptr;
    }
    if (rest_.starts_with("(") && !tensorFacts(info)) return nullptr;
    return tensorType(std::move(info));
  }

  bool integer(int64_t& value) {
    skipSpaces();
    auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (problem != std::errc()) {
      failExpected("an integer");
      return false;
    }
    rest_.remove_prefix(end - rest_.data());
    return true;
  }

  // "(2, *, strides=[3, 1], requires_grad=0, device=cpu)"
  bool tensorFacts(TensorInfo& info) {
    take("(");
    // Without a dtype, a first dimension distinguishes a known rank from an unknown rank.
    skipSpaces();
    if (!info.sizes && !rest_.empty() &&
        (rest_[0] == '*' || rest_[0] == ')' || isAsciiDigit(rest_[0]))) {
      info.sizes.emplace();
    }
    if (take(")")) return true;
    do {
      if (!tensorFact(info)) return false;
    } while (take(","));
    return expect(")");
  }

  bool tensorFact(TensorInfo& info) {
    skipSpaces();
    if (info.sizes && take("*")) {
      info.sizes->push_back(-1);
      return true;
    }
    int64_t number = 0;
    if (!rest_.empty() && (isAsciiDigit(rest_[0]) || rest_[0] == '-')) {
      if (!info.sizes) return failExpected("a property of a tensor");
      if (!integer(number)) return false;
      info.sizes->push_back(number);
      return true;
    }
    std::string_view start = rest_;
    std::string_view property = word();
    if (property == "strides") return expect("=") && strides(info);
    if (property == "requires_grad") {
      if (!expect("=") || !integer(number)) return false;
      info.requiresGrad = number != 0;
      return true;
    }
    if (property == "device") return expect("=") && device(info);
    rest_ = start;
    return failExpected("a size or a property of a tensor");
  }

  bool strides(TensorInfo& info) {
    if (!expect("[")) return false;
    info.strides.emplace();
    do {
      int64_t stride = -1;
      if (!take("*") && !integer(stride)) return false;
      info.strides->push_back(stride);
    } while (take(","));
    return expect("]");
  }

  bool device(TensorInfo& info) {
    info.device = word();
    if (info.device.empty()) return failExpected("a device");
    int64_t index = 0;
    if (!rest_.starts_with(":")) return true;
    rest_.remove_prefix(1);
    if (!integer(index)) return false;
    info.device += fmt::format(":{}", index);
    return true;
  }

  // ---- named tuples

  // "NamedTuple(a : int, b : str = x)"
  TypePtr namedTuple() {
    if (!options_.table) return fail("a named tuple is not allowed here");
    take("(");
    std::vector<std::string> fields;
    std::vector<TypePtr> elements;
    std::vector<Constant> defaults;
    if (!take(")")) {
      do {
        skipSpaces();
        std::string_view field = word();
        if (field.empty()) return failExpected("a field's name");
        if (!expect(":")) return nullptr;
        TypePtr element = type();
        if (!element) return nullptr;
        fields.emplace_back(field);
        elements.push_back(element);
        if (take("=")) {
          if (!fieldDefault(element, defaults)) return nullptr;
        } else if (!defaults.empty()) {
          return failExpected("a default, because the field before has a default");
        }
      } while (take(","));
      if (!expect(")")) return nullptr;
    }
    return options_.table->namedTuple("__torch__.NamedTuple", std::move(fields),
                                      std::move(elements), std::move(defaults));
  }

  // Defaults print without quotes, so a string ends at the next comma, parenthesis or line end. A
  // container cannot be distinguished from such a string and is not read.
  bool fieldDefault(TypePtr type, std::vector<Constant>& defaults) {
    skipSpaces();
    size_t size = std::min(rest_.find_first_of(",)\n"), rest_.size());
    std::string text(rest_.substr(0, size));
    if (text == "None" && isSubtype(noneType(), type)) {
      defaults.push_back(Constant::none());
    } else {
      if (type->is(TypeKind::Optional)) type = type->element();
      std::optional<Constant> value = scalar(type, text);
      if (!value) return fail(fmt::format("'{}' is not a default of type {}", text, type->str()));
      defaults.push_back(std::move(*value));
    }
    rest_.remove_prefix(size);
    return true;
  }

  static std::optional<Constant> scalar(TypePtr type, const std::string& text) {
    if (type->is(TypeKind::String)) return Constant::string(text);
    if (type->is(TypeKind::Device)) return Constant::device(text);
    if (type->is(TypeKind::Bool) && (text == "True" || text == "False"))
      return Constant::boolean(text == "True");
    const char* end = text.data() + text.size();
    if (type->is(TypeKind::Int)) {
      int64_t value = 0;
      auto [stop, problem] = std::from_chars(text.data(), end, value);
      if (problem == std::errc() && stop == end) return Constant::integer(value);
    }
    if (type->is(TypeKind::Float)) {
      double value = 0;
      auto [stop, problem] = std::from_chars(text.data(), end, value);
      if (problem == std::errc() && stop == end) return Constant::real(value);
    }
    return std::nullopt;
  }

  std::string_view rest_;
  const ParseTypeOptions& options_;
  std::string error_;
  int depth_ = 0;   // nesting depth of the text being read
  int height_ = 0;  // height of the tallest type read so far on this level
};

TypePtr parseWith(TypePtr (Parser::*rule)(), std::string_view& text,
                  const ParseTypeOptions& options, std::string* error) {
  Parser parser(text, options);
  TypePtr type = (parser.*rule)();
  text = parser.rest();
  if (!type && error) *error = std::move(parser.error());
  return type;
}

}  // namespace

TypePtr parseTypePrefix(std::string_view& text, const ParseTypeOptions& options,
                        std::string* error) {
  return parseWith(&Parser::type, text, options, error);
}

TypePtr parseBaseType(std::string_view& text, const ParseTypeOptions& options, std::string* error) {
  return parseWith(&Parser::base, text, options, error);
}

TypePtr parseType(std::string_view text, const ParseTypeOptions& options, std::string* error) {
  TypePtr type = parseTypePrefix(text, options, error);
  if (!type) return nullptr;
  size_t more = text.find_first_not_of(' ');
  if (more == std::string_view::npos) return type;
  if (error)
    *error = fmt::format("expected the end after the type, found '{}'", text.substr(more, 16));
  return nullptr;
}

}  // namespace ts::types
