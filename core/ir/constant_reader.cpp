#include "core/ir/constant_reader.h"

#include <array>
#include <charconv>
#include <limits>

namespace ts::ir {

using types::TypeKind;

namespace {

constexpr size_t kMaxConstantDepth = 100;

// Returns the type without its Optional layers: the type of a literal that is not None.
TypePtr unwrap(TypePtr type) {
  while (type != nullptr && type->is(TypeKind::Optional)) type = type->element();
  if (type != nullptr &&
      (type->is(TypeKind::Union) || type->is(TypeKind::Any) || type->is(TypeKind::Number))) {
    return nullptr;
  }
  return type;
}

bool isOr(TypePtr type, TypeKind kind) { return type == nullptr || type->is(kind); }

}  // namespace

std::optional<Constant> ConstantReader::mismatch(TypePtr type) {
  cursor_.failExpected(type != nullptr ? "a constant of type " + type->str() : "a constant");
  return std::nullopt;
}

// Reads a real number as printed. `isWhole` is set when it has neither point nor exponent.
bool ConstantReader::real(double& value, bool& isWhole) {
  cursor_.skipSpace();
  std::string_view rest = cursor_.rest();
  auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (parsed.ec != std::errc()) return cursor_.failExpected("a number");
  auto taken = static_cast<size_t>(parsed.ptr - rest.data());
  isWhole = rest.substr(0, taken).find_first_of(".einEIN") == rest.npos;
  cursor_.seek(cursor_.offset() + taken);
  return true;
}

std::optional<Constant> ConstantReader::number(TypePtr type) {
  std::string_view start = cursor_.rest();
  double value = 0;
  bool isWhole = false;
  if (!real(value, isWhole)) return std::nullopt;
  char next = cursor_.peek();
  if (next == '+' || next == '-') {
    if (!isOr(type, TypeKind::Complex)) return mismatch(type);
    double imaginary = 0;
    if (next == '+') cursor_.seek(cursor_.offset() + 1);
    if (!real(imaginary, isWhole) || !cursor_.expect("j")) return std::nullopt;
    return Constant::complex({value, imaginary});
  }
  if (isWhole && isOr(type, TypeKind::Int)) {
    int64_t integer = 0;
    auto parsed = std::from_chars(start.data(), start.data() + start.size(), integer);
    if (parsed.ec != std::errc()) {
      cursor_.fail("the integer doesn't fit in 64 bits");
      return std::nullopt;
    }
    return Constant::integer(integer);
  }
  if (!isOr(type, TypeKind::Float)) return mismatch(type);
  return Constant::real(value);
}

std::optional<Constant> ConstantReader::constant(TypePtr type) {
  if (depth_ >= kMaxConstantDepth) {
    cursor_.fail("constants are nested more than " + std::to_string(kMaxConstantDepth) + " deep");
    return std::nullopt;
  }
  const bool takesNone = type == nullptr || types::isSubtype(types::noneType(), type);
  type = unwrap(type);
  cursor_.skipSpace();
  char next = cursor_.peek();
  ++depth_;
  std::optional<Constant> result;
  if (next == '"') {
    std::string text;
    if (cursor_.quoted(text)) {
      result = isOr(type, TypeKind::String) ? std::optional(Constant::string(std::move(text)))
                                            : mismatch(type);
    }
  } else if (next == '[') {
    cursor_.take("[");
    result = isOr(type, TypeKind::List) ? sequence(type, "]") : mismatch(type);
  } else if (next == '(') {
    cursor_.take("(");
    result = isOr(type, TypeKind::Tuple) ? sequence(type, ")") : mismatch(type);
  } else if (next == '{') {
    cursor_.take("{");
    result = isOr(type, TypeKind::Dict) ? dict(type) : mismatch(type);
  } else if (cursor_.take("<Tensor>")) {
    result = Constant::tensor(types::tensorType(), nullptr);
  } else if ((next >= '0' && next <= '9') || next == '-' || cursor_.sees("inf") ||
             cursor_.sees("nan")) {
    result = number(type);
  } else if (cursor_.take("annotate(")) {
    result = annotated(type);
  } else {
    result = word(type, takesNone);
  }
  --depth_;
  return result;
}

std::optional<Constant> ConstantReader::word(TypePtr type, bool takesNone) {
  if (cursor_.take("torch.device(")) {
    std::string name;
    if (!cursor_.quoted(name) || !cursor_.expect(")")) return std::nullopt;
    return isOr(type, TypeKind::Device) ? std::optional(Constant::device(std::move(name)))
                                        : mismatch(type);
  }
  std::string name(cursor_.word(true));
  if (name == "None" && takesNone) return Constant::none();
  if ((name == "True" || name == "False") && isOr(type, TypeKind::Bool))
    return Constant::boolean(name == "True");
  const auto* enumType = type != nullptr ? types::cast<types::EnumType>(type) : nullptr;
  if (enumType != nullptr && name.size() > enumType->qualifiedName().size() + 1 &&
      name.starts_with(enumType->qualifiedName() + ".")) {
    return Constant::enumValue(enumType, name.substr(enumType->qualifiedName().size() + 1));
  }
  return mismatch(type);
}

std::optional<Constant> ConstantReader::sequence(TypePtr type, std::string_view close) {
  std::vector<Constant> elements;
  bool isTuple = close == ")";
  if (type != nullptr && isTuple && type->contained().empty()) {
    return cursor_.expect(")") ? std::optional(Constant::tuple({}, type)) : std::nullopt;
  }
  while (!cursor_.take(close)) {
    if (!elements.empty() && !cursor_.expect(",")) return std::nullopt;
    if (!elements.empty() && isTuple && cursor_.take(close)) break;
    TypePtr element = nullptr;
    if (type != nullptr) {
      if (isTuple && elements.size() >= type->contained().size()) return mismatch(type);
      element = type->element(isTuple ? elements.size() : 0);
    }
    std::optional<Constant> item = constant(element);
    if (!item) return std::nullopt;
    elements.push_back(std::move(*item));
  }
  if (isTuple) {
    if (type != nullptr && elements.size() != type->contained().size()) {
      cursor_.fail("expected " + std::to_string(type->contained().size()) + " elements, found " +
                   std::to_string(elements.size()));
      return std::nullopt;
    }
    return Constant::tuple(std::move(elements), type);
  }
  TypePtr element = type != nullptr    ? type->element()
                    : elements.empty() ? types::tensorType()
                                       : elements[0].type();
  return Constant::list(element, std::move(elements));
}

std::optional<Constant> ConstantReader::dict(TypePtr type) {
  TypePtr key = type != nullptr ? type->element(0) : nullptr;
  TypePtr value = type != nullptr ? type->element(1) : nullptr;
  std::vector<Constant> items;
  while (!cursor_.take("}")) {
    if (!items.empty() && !cursor_.expect(",")) return std::nullopt;
    std::optional<Constant> k = constant(key);
    if (!k || !cursor_.expect(":")) return std::nullopt;
    std::optional<Constant> v = constant(value);
    if (!v) return std::nullopt;
    items.push_back(std::move(*k));
    items.push_back(std::move(*v));
  }
  if (key == nullptr) key = items.empty() ? types::stringType() : items[0].type();
  if (value == nullptr) value = items.empty() ? types::tensorType() : items[1].type();
  return Constant::dict(key, value, std::move(items));
}

// Reads the rest of annotate(T, value). T repeats the type in source form, so it is skipped up to
// its matching brackets.
std::optional<Constant> ConstantReader::annotated(TypePtr type) {
  size_t open = 0;
  while (!cursor_.atEnd() && (open > 0 || cursor_.peek() != ',')) {
    char c = cursor_.peek();
    if (c == '[' || c == '(') ++open;
    if (c == ']' || c == ')') {
      if (open == 0) break;
      --open;
    }
    if (c == '\n') break;
    cursor_.seek(cursor_.offset() + 1);
  }
  if (!cursor_.expect(",")) return std::nullopt;
  std::optional<Constant> result = constant(type);
  if (!result || !cursor_.expect(")")) return std::nullopt;
  return result;
}

std::optional<Constant> ConstantReader::topLevel(TypePtr type) {
  TypePtr plain = unwrap(type);
  if (plain == nullptr) return constant(type);
  switch (plain->kind()) {
    case TypeKind::Bool: {
      size_t value = 0;
      if (!cursor_.number(value, "0 or 1")) return std::nullopt;
      return Constant::boolean(value != 0);
    }
    case TypeKind::Device: {
      std::string name;
      if (!cursor_.quoted(name)) return std::nullopt;
      return Constant::device(std::move(name));
    }
    case TypeKind::Tensor: {
      // The elements of a small tensor are printed on one line; the parser discards them.
      std::string_view line = cursor_.rest().substr(0, cursor_.rest().find('\n'));
      size_t end = line.find("]()");
      if (end == line.npos) return mismatch(type);
      cursor_.seek(cursor_.offset() + end);
      return Constant::tensor(plain, nullptr);
    }
    // Constants of these types are numbers.
    case TypeKind::Layout:
    case TypeKind::ScalarType:
    case TypeKind::MemoryFormat:
    case TypeKind::QScheme:
    case TypeKind::Stream: return constant(types::intType());
    default: return constant(type);
  }
}

std::optional<AttributeValue> ConstantReader::attribute() {
  cursor_.skipSpace();
  char next = cursor_.peek();
  if (next == '[' || cursor_.sees("annotate(")) return listAttribute();
  if (next == '"') {
    std::string text;
    if (!cursor_.quoted(text)) return std::nullopt;
    return text;
  }
  size_t start = cursor_.offset();
  if (next == '(' || (next != '-' && !(next >= '0' && next <= '9') && !cursor_.sees("inf") &&
                      !cursor_.sees("nan"))) {
    if (cursor_.take("<")) {
      cursor_.seek(start);
      cursor_.fail("a graph inside an attribute can't be read back");
      return std::nullopt;
    }
    TypePtr type = types_.type();
    return type != nullptr ? std::optional<AttributeValue>(type) : std::nullopt;
  }
  std::optional<Constant> value = number(nullptr);
  if (!value) return std::nullopt;
  if (value->isInt()) return value->toInt();
  if (value->isReal()) return value->toReal();
  return AttributeValue(*value);
}

std::optional<AttributeValue> ConstantReader::listAttribute() {
  struct Empty {
    std::string_view text;
    AttributeValue value;
  };
  static const std::array<Empty, 4> kEmpty = {
      {{"[]", std::vector<TypePtr>()},
       {"annotate(List[int], [])", std::vector<int64_t>()},
       {"annotate(List[float], [])", std::vector<double>()},
       {"annotate(List[str], [])", std::vector<std::string>()}}};
  for (const Empty& empty : kEmpty) {
    if (cursor_.take(empty.text)) return empty.value;
  }
  if (!cursor_.expect("[")) return std::nullopt;
  cursor_.skipSpace();
  char next = cursor_.peek();
  bool isLiteral = next == '"' || next == '-' || (next >= '0' && next <= '9') ||
                   cursor_.sees("inf") || cursor_.sees("nan");
  if (!isLiteral) {
    std::vector<TypePtr> all;
    do {
      TypePtr type = types_.type();
      if (type == nullptr) return std::nullopt;
      all.push_back(type);
    } while (cursor_.take(","));
    return cursor_.expect("]") ? std::optional<AttributeValue>(std::move(all)) : std::nullopt;
  }
  std::optional<Constant> list = sequence(nullptr, "]");
  if (!list) return std::nullopt;
  std::vector<int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string> strings;
  for (const Constant& element : list->elements()) {
    // A whole real number of at least 1e10 prints without a point, so it may occur among reals.
    if (element.isInt()) {
      integers.push_back(element.toInt());
      reals.push_back(static_cast<double>(element.toInt()));
    }
    if (element.isReal()) reals.push_back(element.toReal());
    if (element.isString()) strings.push_back(element.toString());
  }
  size_t size = list->elements().size();
  if (integers.size() == size) return integers;
  if (reals.size() == size) return reals;
  if (strings.size() == size) return strings;
  cursor_.fail("the elements of the list are of different kinds");
  return std::nullopt;
}

}  // namespace ts::ir
