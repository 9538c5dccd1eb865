// Named tuples and enums: classes that become TorchScript types without being compiled.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/annotation_reader.h"
#include "core/compiler/resolve/torch_names.h"
#include "core/eval/vm/vm.h"

namespace ts::compiler {

using namespace syntax;
using diag::Rule;
using types::Constant;
using types::TypeKind;
using types::TypePtr;

namespace {

// "__torch__.module.Color": the class's own name, without the names of enclosing classes.
std::string typeName(const PyClass& cls) {
  std::string_view name = cls.qualifiedName;
  return torchName(fmt::format("{}.{}", cls.module->name, name.substr(name.rfind('.') + 1)));
}

std::string_view shortName(const PyClass& cls) {
  std::string_view name = cls.qualifiedName;
  return name.substr(name.rfind('.') + 1);
}

SourceRange rangeOf(const PyClass& cls) {
  return {cls.module->tree->file.get(), cls.def ? cls.def->name.span : Span{}};
}
SourceRange rangeOf(const PyClass& cls, const Expr& expr) {
  return {cls.module->tree->file.get(), expr.span};
}

// ---- named tuples

const PyClass* baseTuple(const PyClass& cls) {
  for (PyRef base : cls.bases) {
    if (base->kind == PyKind::Class && base->cls->kind == ClassKind::NamedTuple) return base->cls;
  }
  return nullptr;
}

bool hasAnnotations(const PyClass& cls) {
  return std::ranges::any_of(cls.fields,
                             [](const PyField& field) { return field.annotation != nullptr; });
}

// Returns the base class that defines the fields: a subclass cannot add fields.
const PyClass& rootTuple(const PyClass& cls) {
  const PyClass* root = &cls;
  for (int depth = 0; depth < 64; ++depth) {
    const PyClass* base = baseTuple(*root);
    if (!base) break;
    root = base;
  }
  return *root;
}

// ---- enums

// Returns a base such as int or str, which PyTorch does not support; null when there is none.
PyRef mixinOf(const PyClass& cls, int depth = 0) {
  for (PyRef base : cls.bases) {
    if (base->kind == PyKind::Class && depth < 64) {
      if (PyRef mixin = mixinOf(*base->cls, depth + 1)) return mixin;
    }
    if (base->kind == PyKind::External && base->name != "enum.Enum" && base->name != "enum.Flag" &&
        base->name != "builtins.object") {
      return base;
    }
  }
  return nullptr;
}

bool isAnyOf(PyRef base, std::initializer_list<std::string_view> names) {
  return base && std::ranges::find(names, std::string_view(base->name)) != names.end();
}

// Returns the value of an enum member whose class derives from the base, such as int, which
// converts the value. A member of another enum that is a number counts as this number.
std::optional<Constant> convertedBy(PyRef base, PyRef value, PyEnvironment& environment) {
  const bool isInt = isAnyOf(base, {"enum.IntEnum", "builtins.int"});
  if (!isInt && !isAnyOf(base, {"builtins.float"})) return std::nullopt;
  for (int depth = 0; value && value->kind == PyKind::EnumMember && depth < 64; ++depth) {
    PyRef ownBase = value->cls ? mixinOf(*value->cls) : nullptr;
    if (!isAnyOf(ownBase, {"enum.IntEnum", "enum.IntFlag", "builtins.int", "builtins.float"}))
      return std::nullopt;
    value = environment.attribute(value, "value");
  }
  if (!value || value->kind != PyKind::Constant) return std::nullopt;
  const Constant& number = value->constant;
  if (number.isReal()) {
    if (!isInt) return number;
    if (!(std::abs(number.toReal()) < 0x1p63)) return std::nullopt;
    return Constant::integer(static_cast<int64_t>(number.toReal()));
  }
  if (!number.isInt() && !number.isBool()) return std::nullopt;
  const int64_t whole = number.isBool() ? number.toBool() : number.toInt();
  return isInt ? Constant::integer(whole) : Constant::real(static_cast<double>(whole));
}

// The value of a member whose class derives from str: the text that Python makes of the member's
// value. Null when the evaluator does not know it.
std::optional<Constant> textOf(const PyClass& cls, const std::string& member,
                               PyEnvironment& environment) {
  if (!cls.evaluated) return std::nullopt;
  eval::Vm& vm = environment.vm();
  eval::Value found, text;
  try {
    if (!vm.tryGetattr(eval::Value(cls.evaluated), vm.intern(member), found) ||
        !vm.tryGetattr(found, vm.intern("_value_"), text))
      return std::nullopt;
  } catch (const eval::Raised&) {
    return std::nullopt;
  } catch (const eval::UnknownTruth&) {
    return std::nullopt;
  } catch (const eval::LimitReached&) {
    return std::nullopt;
  }
  const auto* value = text.as<eval::Str>();
  return value ? std::optional(Constant::string(value->text)) : std::nullopt;
}

bool isFlag(const PyClass& cls) {
  return std::ranges::any_of(cls.bases, [](PyRef base) {
    return base->kind == PyKind::External && base->name == "enum.Flag";
  });
}

bool equalInPython(const Constant& a, const Constant& b) {
  auto number = [](const Constant& value) -> std::optional<double> {
    if (value.isBool()) return value.toBool();
    if (value.isInt()) return static_cast<double>(value.toInt());
    if (value.isReal()) return value.toReal();
    return std::nullopt;
  };
  auto x = number(a), y = number(b);
  return x && y ? *x == *y : identical(a, b);
}

bool isAuto(const PyObject& value) {
  return value.kind == PyKind::Instance && value.name == "enum.auto";
}

Constant nextValue(const std::vector<types::EnumMember>& members, bool flag) {
  int64_t highest = 0;
  for (auto& member : members) {
    if (member.value.isInt())
      highest = flag ? std::max(highest, member.value.toInt()) : member.value.toInt();
  }
  return Constant::integer(flag && highest > 0 ? highest * 2 : highest + 1);
}

template <typename F>
TypePtr guarded(std::optional<diag::Diagnostic>* error, F&& work) {
  try {
    return work();
  } catch (CompileError& result) {
    if (error && !result.silent) *error = std::move(result.diagnostic);
    return nullptr;
  }
}

}  // namespace

TypePtr AnnotationResolver::namedTuple(const PyClass& cls, types::TypeTable& table,
                                       std::optional<diag::Diagnostic>* error) {
  return guarded(error, [&]() -> TypePtr {
    const PyClass& root = rootTuple(cls);
    // Annotations come from the class itself when it has any, else from its base.
    const PyClass* annotated = hasAnnotations(cls) || !baseTuple(cls) ? &cls : baseTuple(cls);
    AnnotationReader reader(environment_, classes_, *environment_.bodyScope(*annotated),
                            *annotated->module->tree->file);
    std::vector<std::string> names;
    std::vector<TypePtr> fieldTypes;
    std::vector<Constant> defaults;
    bool unknown = false;
    for (const PyField& field : root.fields) {
      if (root.def && !field.annotation) continue;
      auto own = std::ranges::find(annotated->fields, field.name, &PyField::name);
      const Expr* annotation = own == annotated->fields.end() ? nullptr : own->annotation;
      names.push_back(field.name);
      fieldTypes.push_back(field.evaluatedAnnotation
                               ? reader.ofField(field.evaluatedAnnotation, Expr{})
                           : annotation ? reader.readEvaluated(*annotation)
                                        : types::tensorType());
      if (!fieldTypes.back()) return types::unknownType();
      unknown = unknown || fieldTypes.back()->isUnknown();
      if (!field.value && !field.evaluatedValue) continue;
      PyRef object = field.evaluatedValue
                         ? field.evaluatedValue
                         : environment_.evaluate(*environment_.bodyScope(root), *field.value);
      auto value = constantOf(object, types::anyType());
      bool tensor = value && value->type()->is(TypeKind::Tensor);
      if (!value || tensor) {
        throw CompileError(
            Rule::BadNamedTuple, field.value ? rangeOf(root, *field.value) : rangeOf(root),
            tensor
                ? fmt::format("the default of '{}' is a tensor, which every tuple would share",
                              field.name)
                : fmt::format("the default of '{}' can't be converted to TorchScript", field.name));
      }
      unknown = unknown || value->type()->isUnknown();
      defaults.push_back(std::move(*value));
    }
    if (unknown) return types::unknownType();
    return table.namedTuple(typeName(cls), std::move(names), std::move(fieldTypes),
                            std::move(defaults));
  });
}

TypePtr AnnotationResolver::enumType(const PyClass& cls, types::TypeTable& table,
                                     std::optional<diag::Diagnostic>* error) {
  return guarded(error, [&]() -> TypePtr {
    std::string_view name = shortName(cls);
    PyRef mixin = mixinOf(cls);
    if (mixin && !atLeast(TorchProfile::Torch2_6)) {
      throw CompileError(Rule::BadEnum, rangeOf(cls),
                         fmt::format("the members of '{}' are also values of another type", name))
          .note(fmt::format(
              "derive it only from enum.Enum, not from {}",
              mixin->name.starts_with("builtins.") ? mixin->name.substr(9) : mixin->name));
    }
    std::vector<types::EnumMember> members;
    const PyField* first = nullptr;
    for (const PyField& field : cls.fields) {
      if (!field.value) continue;
      PyRef value = environment_.evaluate(*environment_.bodyScope(cls), *field.value);
      if (value->kind == PyKind::Function) continue;
      if (value->kind == PyKind::Unknown) return types::unknownType();
      bool automatic = isAuto(*value);
      std::optional<Constant> converted = convertedBy(mixin, value, environment_);
      const bool isText = !automatic && isAnyOf(mixin, {"builtins.str", "enum.StrEnum"}) &&
                          !(value->kind == PyKind::Constant && value->constant.isString());
      if (isText && !(converted = textOf(cls, std::string(field.name), environment_)))
        return types::unknownType();
      if (!automatic && !converted && value->kind != PyKind::Constant) {
        throw CompileError(
            Rule::BadEnum, rangeOf(cls, *field.value),
            fmt::format("the value of {}.{} is not an int, float or str", name, field.name));
      }
      Constant constant = converted   ? *converted
                          : automatic ? nextValue(members, isFlag(cls))
                                      : value->constant;
      // A member with an equal value is an alias.
      bool alias = std::ranges::any_of(
          members, [&](auto& member) { return equalInPython(member.value, constant); });
      if (alias) continue;
      if (!constant.isInt() && !constant.isReal() && !constant.isString()) {
        throw CompileError(
            Rule::BadEnum, rangeOf(cls, *field.value),
            fmt::format("the value of {}.{} is not an int, float or str", name, field.name));
      }
      if (!members.empty() && members[0].value.type() != constant.type()) {
        throw CompileError(Rule::BadEnum, rangeOf(cls, *field.value),
                           fmt::format("{}.{} is of type {}, unlike the members before it", name,
                                       field.name, constant.type()->annotation()))
            .label(rangeOf(cls, *first->value),
                   fmt::format("of type {}", members[0].value.type()->annotation()));
      }
      if (!first) first = &field;
      members.push_back({field.name, std::move(constant)});
    }
    if (members.empty())
      throw CompileError(Rule::BadEnum, rangeOf(cls),
                         fmt::format("the enum '{}' has no members", name));
    TypePtr valueType = members[0].value.type();
    return table.makeEnum(typeName(cls), valueType, std::move(members));
  });
}

}  // namespace ts::compiler
