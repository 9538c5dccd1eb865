// The three spellings of a type: in graphs, in schemas and in source.
#include <fmt/format.h>

#include "core/types/constant.h"
#include "core/types/type.h"

namespace ts::types {
namespace {

struct BasicName {
  TypeKind kind;
  const char* declaration;
  const char* annotation;
};

constexpr BasicName kBasicNames[] = {
    {TypeKind::Unknown, "Unknown", "Unknown"},
    {TypeKind::Any, "Any", "Any"},
    {TypeKind::Tensor, "Tensor", "Tensor"},
    {TypeKind::None, "NoneType", "NoneType"},
    {TypeKind::Bool, "bool", "bool"},
    {TypeKind::Int, "int", "int"},
    {TypeKind::Float, "float", "float"},
    {TypeKind::Complex, "complex", "complex"},
    {TypeKind::Number, "Scalar", "number"},
    {TypeKind::String, "str", "str"},
    {TypeKind::Device, "Device", "Device"},
    {TypeKind::Layout, "Layout", "int"},
    {TypeKind::ScalarType, "ScalarType", "int"},
    {TypeKind::MemoryFormat, "MemoryFormat", "int"},
    {TypeKind::QScheme, "QScheme", "QScheme"},
    {TypeKind::Generator, "Generator", "Generator"},
    {TypeKind::Stream, "Stream", "Stream"},
    {TypeKind::Storage, "Storage", "Storage"},
    {TypeKind::Quantizer, "Quantizer", "Quantizer"},
    {TypeKind::Capsule, "Capsule", "Capsule"},
    {TypeKind::PyObject, "PyObject", "PyObject"},
    {TypeKind::AnyList, "list", "list"},
    {TypeKind::AnyTuple, "tuple", "tuple"},
    {TypeKind::AnyClass, "AnyClassType", "AnyClassType"},
    {TypeKind::AnyEnum, "AnyEnumType", "AnyEnumType"},
};
static_assert(std::size(kBasicNames) == static_cast<size_t>(TypeKind::List));

const BasicName& basicName(TypeKind kind) { return kBasicNames[static_cast<size_t>(kind)]; }

using Spelling = std::string (Type::*)() const;

std::string joined(std::span<const TypePtr> types, Spelling spell) {
  std::string text;
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) text += ", ";
    text += (types[i]->*spell)();
  }
  return text;
}

// PyTorch prints a Union that contains all three kinds of numbers with one name for them, at the
// end. It puts a comma before every other member except the first of all. It puts a comma before
// the numbers only if it printed one earlier: "Union(, str, Scalar)", "Union(TensorScalar)".
std::string unionMembers(const Type& type, Spelling spell) {
  auto isNumber = [](TypePtr t) {
    return t->is(TypeKind::Int) || t->is(TypeKind::Float) || t->is(TypeKind::Complex);
  };
  size_t numbers = 0;
  for (TypePtr member : type.contained()) numbers += isNumber(member);
  if (numbers < 3) return joined(type.contained(), spell);
  std::string text;
  bool hasComma = false;
  for (size_t i = 0; i < type.contained().size(); ++i) {
    if (isNumber(type.element(i))) continue;
    if (i > 0) {
      text += ", ";
      hasComma = true;
    }
    text += (type.element(i)->*spell)();
  }
  if (hasComma) text += ", ";
  return text + (numberType()->*spell)();
}

void addDims(std::string& text, const std::vector<int64_t>& dims) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ", ";
    text += dims[i] < 0 ? "*" : fmt::format("{}", dims[i]);
  }
}

std::string tensorText(const TensorInfo& info) {
  std::string text = info.dtype;
  if (info.dtype.empty() || !info.sizes) text += "Tensor";
  std::string inside;
  auto separate = [&] {
    if (!inside.empty()) inside += ", ";
  };
  if (info.sizes) {
    addDims(inside, *info.sizes);
    bool stridesKnown =
        !info.sizes->empty() && info.strides && info.strides->size() == info.sizes->size();
    for (size_t i = 0; stridesKnown && i < info.strides->size(); ++i)
      stridesKnown = (*info.strides)[i] >= 0;
    if (stridesKnown) {
      inside += ", strides=[";
      addDims(inside, *info.strides);
      inside += "]";
    }
  }
  if (info.requiresGrad) {
    separate();
    inside += *info.requiresGrad ? "requires_grad=1" : "requires_grad=0";
  }
  if (!info.device.empty()) {
    separate();
    inside += "device=" + info.device;
  }
  // Parentheses mean that the rank is known, even if it is 0.
  if (info.sizes || !inside.empty()) text += "(" + inside + ")";
  return text;
}

std::string namedTupleText(const TupleType& tuple) {
  std::string text = "NamedTuple(";
  size_t firstDefault = tuple.fieldNames().size() - tuple.defaults().size();
  for (size_t i = 0; i < tuple.fieldNames().size(); ++i) {
    if (i > 0) text += ", ";
    text += tuple.fieldNames()[i] + " : " + tuple.element(i)->str();
    if (i >= firstDefault) text += " = " + tuple.defaults()[i - firstDefault].str();
  }
  return text + ")";
}

}  // namespace

std::string Type::str() const {
  switch (kind_) {
    case TypeKind::Tensor: {
      const TensorInfo* info = cast<TensorType>(this)->info();
      return info ? tensorText(*info) : "Tensor";
    }
    case TypeKind::List: return element()->str() + "[]";
    case TypeKind::Optional: return element()->str() + "?";
    case TypeKind::Future: return "Future[" + element()->str() + "]";
    case TypeKind::Await: return "Await[" + element()->str() + "]";
    case TypeKind::RRef: return "RRef[" + element()->str() + "]";
    case TypeKind::Tuple: {
      const auto& tuple = *cast<TupleType>(this);
      if (tuple.isNamed()) return namedTupleText(tuple);
      return "(" + joined(contained_, &Type::str) + ")";
    }
    default: return declaration();
  }
}

std::string Type::declaration() const {
  switch (kind_) {
    case TypeKind::List: return element()->declaration() + "[]";
    case TypeKind::Optional: return element()->declaration() + "?";
    case TypeKind::Dict: return "Dict(" + joined(contained_, &Type::declaration) + ")";
    case TypeKind::Union: return "Union(" + unionMembers(*this, &Type::declaration) + ")";
    case TypeKind::Future: return "Future(" + element()->declaration() + ")";
    case TypeKind::Await: return "Await(" + element()->declaration() + ")";
    case TypeKind::RRef: return "RRef(" + element()->declaration() + ")";
    case TypeKind::Tuple: {
      const std::string& name = cast<TupleType>(this)->qualifiedName();
      return name.empty() ? "(" + joined(contained_, &Type::declaration) + ")" : name;
    }
    case TypeKind::Class: return cast<ClassType>(this)->qualifiedName();
    case TypeKind::Interface: {
      std::string_view name = cast<InterfaceType>(this)->qualifiedName();
      return fmt::format("InterfaceType<{}>", name.substr(name.rfind('.') + 1));
    }
    case TypeKind::Enum: return "Enum<" + cast<EnumType>(this)->qualifiedName() + ">";
    case TypeKind::Function: return "Function";
    case TypeKind::Var: return cast<VarType>(this)->name();
    default: return basicName(kind_).declaration;
  }
}

std::string Type::annotation() const {
  switch (kind_) {
    case TypeKind::List: return "List[" + element()->annotation() + "]";
    case TypeKind::Optional: return "Optional[" + element()->annotation() + "]";
    case TypeKind::Dict: return "Dict[" + joined(contained_, &Type::annotation) + "]";
    case TypeKind::Union: return "Union[" + unionMembers(*this, &Type::annotation) + "]";
    case TypeKind::Future: return "Future[" + element()->annotation() + "]";
    case TypeKind::Await: return "Await[" + element()->annotation() + "]";
    case TypeKind::RRef: return "RRef[" + element()->annotation() + "]";
    case TypeKind::Tuple: {
      const std::string& name = cast<TupleType>(this)->qualifiedName();
      if (!name.empty()) return name;
      return contained_.empty() ? "Tuple[()]"
                                : "Tuple[" + joined(contained_, &Type::annotation) + "]";
    }
    case TypeKind::Class: return cast<ClassType>(this)->qualifiedName();
    case TypeKind::Interface: return cast<InterfaceType>(this)->qualifiedName();
    case TypeKind::Enum: return cast<EnumType>(this)->qualifiedName();
    case TypeKind::Function: return cast<FunctionType>(this)->qualifiedName();
    case TypeKind::Var: return cast<VarType>(this)->name();
    default: return basicName(kind_).annotation;
  }
}

}  // namespace ts::types
