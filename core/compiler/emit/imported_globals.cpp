#include "core/compiler/emit/imported_globals.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

using diag::Rule;
using types::TypePtr;

namespace {

// "ops", "ops.prim": operators by their qualified names.
struct OperatorNamespace final : SugaredValue {
  explicit OperatorNamespace(std::string name) : name(std::move(name)) {}
  std::string kind() const override { return "namespace"; }
  SugaredPtr attr(Emission&, SourceRange, std::string_view field) override {
    if (name.empty()) return std::make_shared<OperatorNamespace>(std::string(field));
    // torch.autograd.grad and torch.autograd.backward are aten::grad and aten::backward.
    if (name == "aten" && field == "autograd") return std::make_shared<OperatorNamespace>(name);
    return std::make_shared<BuiltinFunction>(Symbol::intern(name + "::" + std::string(field)));
  }
  std::string name;  // empty: operators of all namespaces
};

// CONSTANTS
struct ConstantTable final : SugaredValue {
  explicit ConstantTable(const ArchiveNames& names) : names(names) {}
  std::string kind() const override { return "constants"; }
  SugaredPtr attr(Emission& emission, SourceRange at, std::string_view field) override {
    if (auto constant = names.constantNamed(field)) return simple(emission.constant(*constant, at));
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("the archive has no constant '{}'", field));
  }
  const ArchiveNames& names;
};

// "__torch__.a.b": a prefix of the qualified name of a class or function.
struct ImportedNamespace final : SugaredValue {
  ImportedNamespace(ArchiveNames& names, std::string name) : names(names), name(std::move(name)) {}
  std::string kind() const override { return "namespace"; }
  SugaredPtr attr(Emission&, SourceRange, std::string_view field) override {
    std::string qualifiedName = name + "." + std::string(field);
    if (TypePtr type = names.typeNamed(qualifiedName)) {
      if (auto* cls = types::cast<types::ClassType>(type))
        return std::make_shared<ClassValue>(cls, nullptr);
      if (auto* tuple = types::cast<types::TupleType>(type))
        return std::make_shared<NamedTupleConstructor>(tuple);
      if (auto* members = types::cast<types::EnumType>(type))
        return std::make_shared<EnumClassValue>(members);
    }
    if (ir::Function* function = names.functionNamed(qualifiedName))
      return std::make_shared<FunctionValue>(std::vector{function});
    return std::make_shared<ImportedNamespace>(names, std::move(qualifiedName));
  }
  ArchiveNames& names;
  std::string name;
};

}  // namespace

SugaredPtr importedGlobal(Emission& emission, ArchiveNames& names, SourceRange at,
                          std::string_view name) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  using types::Constant;
  // Numbers without a Python literal.
  const std::pair<std::string_view, Constant> numbers[] = {{"inf", Constant::real(kInf)},
                                                           {"nan", Constant::real(kNan)},
                                                           {"infj", Constant::complex({0, kInf})},
                                                           {"nanj", Constant::complex({0, kNan})}};
  for (const auto& [number, value] : numbers)
    if (number == name) return simple(emission.constant(value, at));
  const std::pair<std::string_view, Form> forms[] = {{"fork", Form::Fork},
                                                     {"annotate", Form::Annotate},
                                                     {"unchecked_cast", Form::UncheckedCast},
                                                     {"uninitialized", Form::Uninitialized}};
  for (const auto& [form, kind] : forms)
    if (form == name) return std::make_shared<SpecialForm>(kind);
  if (name == "torch") return std::make_shared<OperatorNamespace>("aten");
  if (name == "ops") return std::make_shared<OperatorNamespace>("");
  if (name == "CONSTANTS") return std::make_shared<ConstantTable>(names);
  if (name == "__torch__") return std::make_shared<ImportedNamespace>(names, "__torch__");
  return nullptr;
}

}  // namespace ts::compiler
