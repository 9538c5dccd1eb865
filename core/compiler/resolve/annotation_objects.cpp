// Reads annotations as Python objects, as torch/jit/annotations.py does.

#include <algorithm>
#include <iterator>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/annotation_reader.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

using namespace syntax;
using types::TypeKind;
using types::TypePtr;

namespace {

struct ExternalType {
  std::string_view name;
  TypeKind kind;
};
constexpr ExternalType kExternalTypes[] = {
    {"builtins.int", TypeKind::Int},
    {"builtins.float", TypeKind::Float},
    {"builtins.complex", TypeKind::Complex},
    {"builtins.str", TypeKind::String},
    {"builtins.bool", TypeKind::Bool},
    {"typing.Any", TypeKind::Any},
    {"types.NoneType", TypeKind::None},
    {"torch.Tensor", TypeKind::Tensor},
    {"torch.nn.Parameter", TypeKind::Tensor},
    {"torch.nn.UninitializedParameter", TypeKind::Tensor},
    {"torch.nn.parameter.UninitializedBuffer", TypeKind::Tensor},
    {"torch.device", TypeKind::Device},
    {"torch.Stream", TypeKind::Stream},
    {"torch.dtype", TypeKind::Int},
};

// Python classes that PyTorch compiles when they are used as annotations.
constexpr std::string_view kCompiledClasses[] = {"numbers.Number", "torch.autograd.Variable"};

// Python raises when these are subscripted with another number of arguments.
bool takes(const PyObject& base, size_t arguments) {
  if (base.kind != PyKind::External) return true;
  const GenericType* type = genericOfPython(base.name);
  return !type || type->arguments == 0 || type->arguments == arguments;
}

bool isNone(const PyObject& object) {
  return object.kind == PyKind::Constant && object.constant.isNone();
}

bool isAliasOf(const PyObject& object, std::string_view name) {
  return object.kind == PyKind::Alias && object.elements[0]->kind == PyKind::External &&
         object.elements[0]->name == name;
}

bool same(const PyObject& a, const PyObject& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.elements.size() != b.elements.size()) return false;
  if (a.kind == PyKind::Constant) return identical(a.constant, b.constant);
  if (a.kind != PyKind::Alias) return false;
  return std::ranges::equal(a.elements, b.elements, [](PyRef x, PyRef y) { return same(*x, *y); });
}

// PyTorch takes an annotation with a subclass of Tensor for Tensor.
bool derivesFromTensor(const PyClass& cls, int depth = 0) {
  return std::ranges::any_of(cls.bases, [&](PyRef base) {
    if (base->kind == PyKind::Class) return depth < 64 && derivesFromTensor(*base->cls, depth + 1);
    if (base->kind != PyKind::External) return false;
    const auto* type = std::ranges::find(kExternalTypes, base->name, &ExternalType::name);
    return type != std::end(kExternalTypes) && type->kind == TypeKind::Tensor;
  });
}

// The members of typing.Union[...] or Optional[...], flattened and without duplicates, as typing
// does.
void addMembers(std::vector<PyRef>& members, const PyObject& alias, PyRef none, int depth = 0) {
  auto add = [&](PyRef member) {
    if (depth < 64 &&
        (isAliasOf(*member, "typing.Union") || isAliasOf(*member, "typing.Optional"))) {
      return addMembers(members, *member, none, depth + 1);
    }
    if (std::ranges::none_of(members, [&](PyRef old) { return same(*old, *member); }))
      members.push_back(member);
  };
  for (size_t i = 1; i < alias.elements.size(); ++i) add(alias.elements[i]);
  if (alias.elements[0]->name == "typing.Optional") add(none);
}

}  // namespace

PyRef AnnotationReader::objectNamed(std::string_view name) {
  if (PyRef member = environment_.lookup(scope_, name)) return member;
  // PyTorch falls back to typing for names that neither the scope nor builtins define.
  PyRef typing = environment_.importName("typing");
  return namespaceMember("typing." + std::string(name)) ? environment_.attribute(typing, name)
                                                        : nullptr;
}

PyRef AnnotationReader::object(const Expr& expr) {
  if (scope_.module->importer) return nullptr;  // an archive's types are only read as text
  switch (expr.kind) {
    case ExprKind::Name: return objectNamed(as<Name>(expr).id);
    case ExprKind::Attribute: {
      PyRef base = object(*as<Attribute>(expr).value);
      return base ? environment_.attribute(base, as<Attribute>(expr).attr.text) : nullptr;
    }
    case ExprKind::Subscript: {
      auto& subscript = as<Subscript>(expr);
      PyRef base = object(*subscript.value);
      if (!base) return nullptr;
      bool several = subscript.slice->kind == ExprKind::Tuple;
      std::vector<PyRef> parts;
      for (auto* argument : arguments(subscript)) {
        // Only Tuple[()] has an argument that is not a name.
        bool empty = several && as<Sequence>(*subscript.slice).elts.empty();
        PyRef part = empty ? environment_.tuple({}) : object(*argument);
        if (!part || isNone(*part)) {
          // Python evaluates a BroadcastingList to None, which is accepted as a type argument.
          if (!part || argument->kind != ExprKind::Subscript) return nullptr;
        }
        parts.push_back(part);
      }
      if (!takes(*base, parts.size())) return nullptr;
      PyRef result = environment_.subscript(
          base, parts.size() == 1 ? parts[0] : environment_.tuple(std::move(parts)));
      return result->kind == PyKind::Unknown && base->kind != PyKind::Unknown ? nullptr : result;
    }
    default: return nullptr;
  }
}

TypePtr AnnotationReader::fromExternal(const PyObject& object, const Expr& at) {
  if (object.name == "torch.Generator" && atLeast(TorchProfile::Torch2_6))
    return types::basic(TypeKind::Generator);
  auto* basic = std::ranges::find(kExternalTypes, object.name, &ExternalType::name);
  if (basic != std::end(kExternalTypes)) return types::basic(basic->kind);
  if (const GenericType* generic = genericOfPython(object.name)) bare(at, generic->name);
  std::string_view name = object.name;
  if (name.starts_with("torch.") && name.ends_with("Tensor") && name.rfind('.') == 5 &&
      basicTypeNamed(name.substr(6))) {
    return types::tensorType();
  }
  if (std::ranges::find(kCompiledClasses, name) != std::end(kCompiledClasses)) {
    if (TypePtr type = classes_.typeOfExternal(object.name)) return type;
    PyRef definition = environment_.definitionOf(&object);
    return definition && definition->kind == PyKind::Class ? ofClass(*definition->cls)
                                                           : types::unknownType();
  }
  return nullptr;
}

TypePtr AnnotationReader::ofClass(const PyClass& cls) {
  if (cls.kind == ClassKind::Unknown || cls.marks.unknown) return types::unknownType();
  if (cls.kind == ClassKind::Exception || cls.kind == ClassKind::NnModule) return nullptr;
  if (cls.marks.ignore || cls.marks.drop) return nullptr;
  if (derivesFromTensor(cls)) return types::tensorType();
  TypePtr type = classes_.typeOfClass(cls);
  return type ? type : types::unknownType();
}

TypePtr AnnotationReader::fromUnion(const PyObject& alias, const Expr& at) {
  PyObject none;
  none.kind = PyKind::Constant;
  std::vector<PyRef> members;
  addMembers(members, alias, &none);
  if (members.size() == 1) return fromPython(members[0], at);
  auto numbers = {"builtins.int", "builtins.float", "builtins.complex"};
  bool number = members.size() == 3 && std::ranges::all_of(members, [&](PyRef member) {
                  return member->kind == PyKind::External &&
                         std::ranges::find(numbers, member->name) != numbers.end();
                });
  if (number) return types::numberType();
  std::vector<TypePtr> typeList;
  for (PyRef member : members) {
    typeList.push_back(fromPython(member, at));
    if (!typeList.back()) unresolvable(at, *member);
    if (typeList.back()->isUnknown()) return typeList.back();
  }
  if (members.size() == 2) {
    for (size_t i : {0, 1}) {
      if (isNone(*members[i])) return types::optionalOf(typeList[1 - i]);
    }
  }
  return types::unionOf(std::move(typeList));
}

TypePtr AnnotationReader::fromAlias(const PyObject& alias, const Expr& at) {
  const PyObject& base = *alias.elements[0];
  const GenericType* type = base.kind == PyKind::External ? genericOfOrigin(base.name) : nullptr;
  if (!type) return nullptr;
  if (type->generic == Generic::Union || type->generic == Generic::Optional)
    return fromUnion(alias, at);
  size_t count = alias.elements.size() - 1;
  if (type->arguments > 0 && count != type->arguments) return nullptr;
  bool isEmptyTuple =
      type->generic == Generic::Tuple && count == 1 && alias.elements[1]->kind == PyKind::Tuple;
  std::vector<TypePtr> elements;
  for (size_t i = 1; i <= count && !isEmptyTuple; ++i) {
    TypePtr element = fromPython(alias.elements[i], at);
    if (!element && type->generic == Generic::List) return nullptr;
    if (!element) unresolvable(at, *alias.elements[i]);
    if (element->isUnknown() && type->generic == Generic::Tuple) return element;
    elements.push_back(element);
  }
  return construct(type->generic, std::move(elements), at);
}

TypePtr AnnotationReader::fromPython(PyRef object, const Expr& at) {
  switch (object->kind) {
    case PyKind::Unknown: return types::unknownType();
    case PyKind::Constant: return isNone(*object) ? types::noneType() : nullptr;
    case PyKind::External: return fromExternal(*object, at);
    case PyKind::Class: return ofClass(*object->cls);
    case PyKind::Scripted: return fromPython(object->elements[0], at);
    case PyKind::Alias: return fromAlias(*object, at);
    default: return nullptr;
  }
}

TypePtr AnnotationReader::readEvaluated(const Expr& annotation) {
  PyRef object = environment_.evaluate(scope_, annotation);
  if (object->kind == PyKind::Unknown) return types::unknownType();
  if (TypePtr type = ofField(object, annotation)) return type;
  unresolvable(annotation, *object);
}

TypePtr AnnotationReader::ofField(PyRef result, const Expr& at) {
  const bool isText = result->kind == PyKind::Constant && result->constant.isString();
  if (!isText || !atLeast(TorchProfile::Torch2_6)) return fromPython(result, at);
  auto file = std::make_shared<SourceFile>("<annotation>", result->constant.toString());
  forwardReferences_.push_back(file);
  diag::Sink problems;
  const Expr* expr =
      parseExpression(*file, {0, static_cast<uint32_t>(file->text().size())}, arena_, problems);
  PyRef named = expr && problems.size() == 0 ? object(*expr) : nullptr;
  return named ? fromPython(named, at) : nullptr;
}

}  // namespace ts::compiler
