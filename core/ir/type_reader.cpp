#include "core/ir/type_reader.h"

#include <algorithm>
#include <array>

namespace ts::ir {

using types::TypeKind;

namespace {

constexpr size_t kMaxDepth = 100;

constexpr std::array kDtypes = {
    "Byte",  "Char",   "Short",       "Int",          "Long",          "Half",
    "Float", "Double", "ComplexHalf", "ComplexFloat", "ComplexDouble", "Bool",
    "QInt8", "QUInt8", "QInt32",      "BFloat16",     "QUInt4x2",      "QUInt2x4",
};

bool isDtype(std::string_view name) {
  return std::find(kDtypes.begin(), kDtypes.end(), name) != kDtypes.end();
}

// The types that are one word, by that word.
const std::unordered_map<std::string, TypePtr>& basicTypes() {
  static const auto* all = [] {
    auto* map = new std::unordered_map<std::string, TypePtr>;
    for (auto kind = static_cast<size_t>(TypeKind::Any); kind < static_cast<size_t>(TypeKind::List);
         ++kind) {
      TypePtr type = types::basic(static_cast<TypeKind>(kind));
      map->emplace(type->str(), type);
    }
    return map;
  }();
  return *all;
}

// "t", "t1": the names of free variables in schemas.
bool isVariable(std::string_view name) {
  return name[0] >= 'a' && name[0] <= 'z' && name.find_first_not_of("0123456789", 1) == name.npos;
}

}  // namespace

TypePtr TypeReader::type() {
  if (depth_ >= kMaxDepth) {
    cursor_.fail("types are nested more than " + std::to_string(kMaxDepth) + " deep");
    return nullptr;
  }
  ++depth_;
  TypePtr type = primary();
  --depth_;
  // Each [] or ? nests as well, and printing recurses over it.
  for (size_t wrapped = 0; type != nullptr; ++wrapped) {
    if (wrapped > kMaxDepth) {
      cursor_.fail("types are nested more than " + std::to_string(kMaxDepth) + " deep");
      return nullptr;
    }
    if (cursor_.rest().starts_with("[]")) {
      cursor_.seek(cursor_.offset() + 2);
      type = types::listOf(type);
    } else if (cursor_.peek() == '?') {
      cursor_.seek(cursor_.offset() + 1);
      type = types::optionalOf(type);
    } else {
      break;
    }
  }
  return type;
}

bool TypeReader::typeList(std::string_view close, std::vector<TypePtr>& all) {
  while (!cursor_.take(close)) {
    if (!all.empty() && !cursor_.expect(",")) return false;
    TypePtr element = type();
    if (element == nullptr) return false;
    all.push_back(element);
  }
  return true;
}

TypePtr TypeReader::primary() {
  if (cursor_.take("(")) return tuple();
  cursor_.skipSpace();
  size_t start = cursor_.offset();
  std::string name(cursor_.word(true));
  if (name.empty()) {
    cursor_.failExpected("a type");
    return nullptr;
  }
  char next = cursor_.peek();
  bool isOpen = next == '(' || (next == '[' && !cursor_.rest().starts_with("[]"));
  if (isOpen && name == "Future") return bracketed(types::futureOf);
  if (isOpen && name == "Await") return bracketed(types::awaitOf);
  if (isOpen && name == "RRef") return bracketed(types::rrefOf);
  if (next == '(' && name == "Dict") {
    cursor_.take("(");
    TypePtr key = type();
    if (key == nullptr || !cursor_.expect(",")) return nullptr;
    TypePtr value = type();
    if (value == nullptr || !cursor_.expect(")")) return nullptr;
    return types::dictOf(key, value);
  }
  if (next == '(' && name == "Union") return unionType();
  if (next == '(' && name == "NamedTuple") return namedTuple();
  if (name == "Tensor" || isDtype(name)) {
    if (next == '(') return tensor(name == "Tensor" ? std::string() : name);
    if (name == "Tensor") return types::tensorType();
  }
  if (name.size() > 6 && name.ends_with("Tensor") && isDtype(name.substr(0, name.size() - 6))) {
    name.resize(name.size() - 6);
    return tensor(name);
  }
  if (auto basic = basicTypes().find(name); basic != basicTypes().end()) return basic->second;
  if (name == "Function") return function("");
  if (next == '<' && (name == "Enum" || name == "InterfaceType")) {
    cursor_.take("<");
    std::string inner(cursor_.word(true));
    if (inner.empty()) {
      cursor_.failExpected("a name");
      return nullptr;
    }
    return cursor_.expect(">") ? named(name + "<" + inner) : nullptr;
  }
  if (name.find('.') != name.npos) return named(name);
  if (isVariable(name)) return types::varType(name);
  cursor_.seek(start);
  cursor_.fail("'" + name + "' is no type");
  return nullptr;
}

TypePtr TypeReader::tuple() {
  std::vector<TypePtr> elements;
  return typeList(")", elements) ? types::tupleOf(std::move(elements)) : nullptr;
}

TypePtr TypeReader::bracketed(TypePtr (*make)(TypePtr)) {
  std::string_view close = cursor_.peek() == '(' ? ")" : "]";
  cursor_.seek(cursor_.offset() + 1);
  TypePtr element = type();
  return element != nullptr && cursor_.expect(close) ? make(element) : nullptr;
}

TypePtr TypeReader::unionType() {
  cursor_.take("(");
  // Where a number was left out because all three are there, only its comma is printed.
  std::vector<TypePtr> members;
  while (!cursor_.take(")")) {
    if (cursor_.take(",")) continue;
    TypePtr member = type();
    if (member == nullptr) return nullptr;
    if (member->is(TypeKind::Number)) {
      members.insert(members.end(), {types::intType(), types::floatType(), types::complexType()});
    } else {
      members.push_back(member);
    }
  }
  if (members.empty()) {
    cursor_.fail("a Union needs members");
    return nullptr;
  }
  return types::unionOf(std::move(members));
}

// A word with "<" in it is an enum or an interface, any other a class.
TypePtr TypeReader::named(std::string name) {
  TypePtr& type = named_[name];
  if (type == nullptr) {
    size_t angle = name.find('<');
    std::string inner = angle == name.npos ? name : name.substr(angle + 1);
    if (angle == name.npos) {
      type = made_->table->makeClass(inner);
    } else if (name.starts_with("Enum")) {
      type = made_->table->makeEnum(inner, types::intType(), {});
    } else {
      type = made_->table->makeInterface(inner, false, {});
    }
  }
  return type;
}

const types::FunctionType* TypeReader::function(const std::string& name) {
  const types::FunctionType*& type = functionTypes_[name];
  if (type == nullptr) {
    made_->functions.push_back(std::make_unique<Function>());
    made_->functions.back()->qualifiedName = name;
    type = made_->table->makeFunction(made_->functions.back().get());
  }
  return type;
}

TypePtr TypeReader::tensor(std::string dtype) {
  types::TensorInfo info;
  info.dtype = std::move(dtype);
  if (!cursor_.take("(")) return types::tensorType(std::move(info));
  bool first = true;
  bool hasKeyword = false;
  // Only a plain Tensor leaves open how many dimensions it has.
  if (!info.dtype.empty()) info.sizes.emplace();
  while (!cursor_.take(")")) {
    if (!first && !cursor_.expect(",")) return nullptr;
    first = false;
    size_t number = 0;
    if (cursor_.take("requires_grad=")) {
      if (!cursor_.number(number, "0 or 1")) return nullptr;
      info.requiresGrad = number != 0;
      hasKeyword = true;
    } else if (cursor_.take("device=")) {
      info.device = std::string(cursor_.word());
      if (cursor_.peek() == ':') {
        cursor_.seek(cursor_.offset() + 1);
        info.device += ":" + std::string(cursor_.word());
      }
      hasKeyword = true;
    } else if (cursor_.take("strides=[")) {
      info.strides.emplace();
      while (!cursor_.take("]")) {
        if (!info.strides->empty() && !cursor_.expect(",")) return nullptr;
        if (!cursor_.number(number, "a stride")) return nullptr;
        info.strides->push_back(static_cast<int64_t>(number & INT64_MAX));
      }
      hasKeyword = true;
    } else if (hasKeyword) {
      cursor_.failExpected("requires_grad=, device= or strides=");
      return nullptr;
    } else {
      if (!info.sizes) info.sizes.emplace();
      bool isOpen = cursor_.take("*");
      if (!isOpen && !cursor_.number(number, "a size, '*' or a keyword")) return nullptr;
      info.sizes->push_back(isOpen ? -1 : static_cast<int64_t>(number & INT64_MAX));
    }
  }
  return types::tensorType(std::move(info));
}

// The fields are all that is printed: the class is given a name of its own.
TypePtr TypeReader::namedTuple() {
  cursor_.take("(");
  size_t start = cursor_.offset();
  std::vector<std::string> fields;
  std::vector<TypePtr> elements;
  std::vector<Constant> defaults;
  while (!cursor_.take(")")) {
    if (!fields.empty() && !cursor_.expect(",")) return nullptr;
    fields.emplace_back(cursor_.word());
    if (fields.back().empty()) {
      cursor_.failExpected("the name of a field");
      return nullptr;
    }
    if (!cursor_.expect(":")) return nullptr;
    elements.push_back(type());
    if (elements.back() == nullptr) return nullptr;
    if (cursor_.take("=")) {
      if (!defaultText(elements.back(), defaults)) return nullptr;
    } else if (!defaults.empty()) {
      cursor_.failExpected("a default, as the field before has one");
      return nullptr;
    }
  }
  size_t end = cursor_.offset();
  cursor_.seek(start);
  std::string spelling = "NamedTuple(" + std::string(cursor_.rest().substr(0, end - start));
  cursor_.seek(end);
  TypePtr& type = named_[spelling];
  if (type == nullptr) {
    type = made_->table->namedTuple("__torch__.NamedTuple", std::move(fields), std::move(elements),
                                    std::move(defaults));
  }
  return type;
}

// Defaults are printed without quotes, so only the field's type says what they are.
bool TypeReader::defaultText(TypePtr type, std::vector<Constant>& defaults) {
  cursor_.skipBlanks();
  size_t end = cursor_.rest().find_first_of(",)\n");
  if (end == std::string_view::npos) return cursor_.failExpected("a default");
  std::string text(cursor_.rest().substr(0, end));
  cursor_.seek(cursor_.offset() + end);
  if (text == "None") {
    defaults.push_back(Constant::none());
    return true;
  }
  if (type->is(TypeKind::Optional)) type = type->element();
  switch (type->kind()) {
    case TypeKind::Bool:
      defaults.push_back(Constant::boolean(text == "True" || text == "1"));
      return true;
    case TypeKind::Int:
      defaults.push_back(Constant::integer(std::strtoll(text.c_str(), nullptr, 10)));
      return true;
    case TypeKind::Float:
      defaults.push_back(Constant::real(std::strtod(text.c_str(), nullptr)));
      return true;
    case TypeKind::String: defaults.push_back(Constant::string(text)); return true;
    default: return cursor_.fail("a default of type " + type->str() + " can't be read back");
  }
}

}  // namespace ts::ir
