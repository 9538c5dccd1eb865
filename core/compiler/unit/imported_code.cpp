#include "core/compiler/unit/imported_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/compiler/emit/emitter.h"
#include "core/compiler/resolve/bindings.h"
#include "core/compiler/resolve/interface_method.h"
#include "core/compiler/unit/unit.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

using diag::Rule;
using syntax::ExprKind;
using syntax::StmtKind;
using types::TypePtr;

namespace {

const syntax::FunctionDef* functionDef(const syntax::Stmt* stmt) {
  return stmt->kind == StmtKind::FunctionDef ? &syntax::as<syntax::FunctionDef>(*stmt) : nullptr;
}

}  // namespace

// One source file of an archive: its definitions by name.
struct CodeImporter::Source {
  const PyModule* module = nullptr;
  std::unordered_map<std::string_view, const syntax::Stmt*> definitions;
  std::vector<std::unique_ptr<PyFunction>> functions;

  const PyFunction* add(const syntax::FunctionDef& def, std::string qualifiedName) {
    auto made = std::make_unique<PyFunction>();
    made->def = &def;
    made->module = module;
    made->scope = &module->scope;
    made->qualifiedName = std::move(qualifiedName);
    functions.push_back(std::move(made));
    return functions.back().get();
  }
};

// "ops", "ops.prim": operators by their qualified names.
struct OperatorNamespace final : SugaredValue {
  explicit OperatorNamespace(std::string name) : name(std::move(name)) {}
  std::string kind() const override { return "namespace"; }
  SugaredPtr attr(Emitter&, SourceRange, std::string_view field) override {
    if (name.empty()) return std::make_shared<OperatorNamespace>(std::string(field));
    return std::make_shared<BuiltinFunction>(Symbol::intern(name + "::" + std::string(field)));
  }
  std::string name;  // empty: operators of all namespaces
};

// CONSTANTS
struct ConstantTable final : SugaredValue {
  explicit ConstantTable(const ImportedCode& code) : code(code) {}
  std::string kind() const override { return "constants"; }
  SugaredPtr attr(Emitter& emitter, SourceRange at, std::string_view field) override {
    try {
      if (field.starts_with('c'))
        return simple(
            emitter.constant(code.constant(std::stoul(std::string(field.substr(1)))), at));
    } catch (const std::logic_error&) {  // not a number, or out of range
    }
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("the archive has no constant '{}'", field));
  }
  const ImportedCode& code;
};

// "__torch__.a.b": a prefix of the qualified name of a class or function.
struct ImportedNamespace final : SugaredValue {
  ImportedNamespace(CodeImporter& importer, std::string name)
      : importer(importer), name(std::move(name)) {}
  std::string kind() const override { return "namespace"; }
  SugaredPtr attr(Emitter&, SourceRange, std::string_view field) override {
    std::string whole = name + "." + std::string(field);
    if (TypePtr type = importer.typeNamed(whole)) {
      if (auto* cls = types::cast<types::ClassType>(type))
        return std::make_shared<ClassValue>(cls, nullptr);
      if (auto* tuple = types::cast<types::TupleType>(type))
        return std::make_shared<NamedTupleConstructor>(tuple);
      if (auto* members = types::cast<types::EnumType>(type))
        return std::make_shared<EnumClassValue>(members);
    }
    if (ir::Function* function = importer.functionNamed(whole))
      return std::make_shared<FunctionValue>(std::vector{function});
    return std::make_shared<ImportedNamespace>(importer, std::move(whole));
  }
  CodeImporter& importer;
  std::string name;
};

CodeImporter::CodeImporter(CompilationUnit& unit, ImportedCode code)
    : unit_(unit), code_(std::move(code)) {}
CodeImporter::~CodeImporter() = default;

SugaredPtr CodeImporter::global(Emitter& emitter, SourceRange at, std::string_view name) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  using types::Constant;
  // Numbers without a Python literal.
  const std::pair<std::string_view, Constant> numbers[] = {{"inf", Constant::real(kInf)},
                                                           {"nan", Constant::real(kNan)},
                                                           {"infj", Constant::complex({0, kInf})},
                                                           {"nanj", Constant::complex({0, kNan})}};
  for (const auto& [number, value] : numbers)
    if (number == name) return simple(emitter.constant(value, at));
  const std::pair<std::string_view, Form> forms[] = {{"fork", Form::Fork},
                                                     {"annotate", Form::Annotate},
                                                     {"unchecked_cast", Form::UncheckedCast},
                                                     {"uninitialized", Form::Uninitialized}};
  for (const auto& [form, kind] : forms)
    if (form == name) return std::make_shared<SpecialForm>(kind);
  if (name == "torch") return std::make_shared<OperatorNamespace>("aten");
  if (name == "ops") return std::make_shared<OperatorNamespace>("");
  if (name == "CONSTANTS") return std::make_shared<ConstantTable>(code_);
  if (name == "__torch__") return std::make_shared<ImportedNamespace>(*this, "__torch__");
  return nullptr;
}

CodeImporter::Source* CodeImporter::sourceOf(std::string_view module) {
  auto [found, isNew] = sources_.try_emplace(std::string(module));
  if (!isNew) return found->second.get();
  SourceFilePtr file = code_.file(module);
  if (!file) return nullptr;
  auto tree = syntax::parse(file, unit_.sink());
  auto source = std::make_unique<Source>();
  auto* pyModule =
      unit_.environment().addModule(std::string(module), std::string(file->path()),
                                    /*isPackage=*/false, tree, /*isTorchScript=*/true, this);
  source->module = pyModule;
  for (const syntax::Stmt* stmt : tree->body) {
    if (auto* function = functionDef(stmt)) source->definitions.emplace(function->name.text, stmt);
    if (auto* cls = syntax::dynCast<syntax::ClassDef>(stmt))
      source->definitions.emplace(cls->name.text, stmt);
  }
  return (sources_[std::string(module)] = std::move(source)).get();
}

namespace {

struct SplitName {
  std::string_view module, name;
};
SplitName split(std::string_view qualifiedName) {
  const size_t dot = qualifiedName.rfind('.');
  if (dot == qualifiedName.npos) return {"", qualifiedName};
  return {qualifiedName.substr(0, dot), qualifiedName.substr(dot + 1)};
}

std::vector<std::string> strings(const syntax::Expr& list) {
  std::vector<std::string> found;
  if (list.kind != ExprKind::List) return found;
  for (const syntax::Expr* element : syntax::as<syntax::Sequence>(list).elts)
    if (auto* text = syntax::dynCast<syntax::Constant>(element)) found.emplace_back(text->text);
  return found;
}

}  // namespace

TypePtr CodeImporter::resolve(const syntax::Expr& annotation, Source& source) {
  ResolvedType resolved =
      unit_.annotations().resolve(annotation, source.module->scope, *source.module->tree->file);
  if (resolved.error) unit_.report(*resolved.error);
  return resolved.type;
}

TypePtr CodeImporter::typeOfText(const std::string& annotation) {
  auto file = std::make_shared<SourceFile>("<type>", annotation);
  auto tree = syntax::parse(file, unit_.sink());
  texts_.push_back(tree);
  auto* stmt = tree->body.size() == 1 ? syntax::dynCast<syntax::ExprStmt>(tree->body[0]) : nullptr;
  if (!stmt) return nullptr;
  const PyModule* module = unit_.environment().addModule("<type>", "", /*isPackage=*/false, tree,
                                                         /*isTorchScript=*/true, this);
  ResolvedType resolved = unit_.annotations().resolve(*stmt->value, module->scope, *file);
  return resolved.error || resolved.type->isUnknown() ? nullptr : resolved.type;
}

TypePtr CodeImporter::typeNamed(std::string_view qualifiedName) {
  std::string name(qualifiedName);
  if (auto found = types_.find(name); found != types_.end()) return found->second;
  const SplitName parts = split(qualifiedName);
  Source* source = parts.module.empty() ? nullptr : sourceOf(parts.module);
  if (!source) return nullptr;
  auto found = source->definitions.find(parts.name);
  auto* def = found == source->definitions.end() ? nullptr
                                                 : syntax::dynCast<syntax::ClassDef>(found->second);
  if (!def) return nullptr;
  const std::string base = def->bases.empty() ? "" : dottedName(*def->bases[0]);
  TypePtr type = nullptr;
  if (base == "Enum")
    type = importEnum(*def, *source, name);
  else if (base == "NamedTuple")
    type = importNamedTuple(*def, *source, name);
  else if (base == "Interface" || base == "ModuleInterface")
    type = importInterface(*def, *source, name, base == "ModuleInterface");
  else
    return importClass(*def, *source, name);
  return types_[name] = type;
}

TypePtr CodeImporter::importEnum(const syntax::ClassDef& def, Source& source,
                                 const std::string& qualifiedName) {
  std::vector<types::EnumMember> members;
  TypePtr valueType = types::intType();
  for (const syntax::Stmt* stmt : def.body) {
    auto* assign = syntax::dynCast<syntax::Assign>(stmt);
    auto* target = assign ? syntax::dynCast<syntax::Name>(assign->targets[0]) : nullptr;
    if (!target) continue;
    PyRef value = unit_.environment().evaluate(source.module->scope, *assign->value);
    valueType = value->constant.type();
    members.push_back({std::string(target->id), value->constant});
  }
  return unit_.typeTable().makeEnum(qualifiedName, valueType, std::move(members));
}

TypePtr CodeImporter::importNamedTuple(const syntax::ClassDef& def, Source& source,
                                       const std::string& qualifiedName) {
  std::vector<std::string> names;
  std::vector<TypePtr> fields;
  std::vector<types::Constant> defaults;
  for (const syntax::Stmt* stmt : def.body) {
    auto* field = syntax::dynCast<syntax::AnnAssign>(stmt);
    auto* target = field ? syntax::dynCast<syntax::Name>(field->target) : nullptr;
    if (!target) continue;
    names.emplace_back(target->id);
    fields.push_back(resolve(*field->annotation, source));
    if (!field->value) continue;
    auto value = constantOf(unit_.environment().evaluate(source.module->scope, *field->value),
                            fields.back());
    if (value) defaults.push_back(std::move(*value));
  }
  return unit_.typeTable().namedTuple(qualifiedName, std::move(names), std::move(fields),
                                      std::move(defaults));
}

TypePtr CodeImporter::importInterface(const syntax::ClassDef& def, Source& source,
                                      const std::string& qualifiedName, bool isModule) {
  std::vector<types::InterfaceMethod> methods;
  for (const syntax::Stmt* stmt : def.body) {
    auto* method = functionDef(stmt);
    if (!method) continue;
    std::string name(method->name.text);
    auto signature = unit_.annotations().signature(*source.add(*method, qualifiedName + "." + name),
                                                   types::anyType());
    methods.push_back(interfaceMethod(name, signature));
  }
  return unit_.typeTable().makeInterface(qualifiedName, isModule, std::move(methods));
}

TypePtr CodeImporter::importClass(const syntax::ClassDef& def, Source& source,
                                  const std::string& qualifiedName) {
  const std::string base = def.bases.empty() ? "" : dottedName(*def.bases[0]);
  const types::ClassType* type = unit_.typeTable().makeClass(qualifiedName, base == "Module");
  types_[qualifiedName] = type;  // registered first, because its methods may refer to it
  importAttributes(def, source, type);
  for (const syntax::Stmt* stmt : def.body) {
    auto* method = functionDef(stmt);
    if (!method) continue;
    ir::Function* declared = unit_.declareMethod(
        *source.add(*method, qualifiedName + "." + std::string(method->name.text)), type);
    type->addMethod(declared);
    pending_.push_back(declared);
  }
  return type;
}

void CodeImporter::importAttributes(const syntax::ClassDef& def, Source& source,
                                    const types::ClassType* type) {
  std::vector<std::string> parameters, buffers;
  auto add = [&](std::string name, const syntax::Expr& annotation, const syntax::Expr* value) {
    auto* subscript = syntax::dynCast<syntax::Subscript>(&annotation);
    if (subscript && dottedName(*subscript->value) == "Final") {
      TypePtr constantType = resolve(*subscript->slice, source);
      PyRef object = value ? unit_.environment().evaluate(source.module->scope, *value) : nullptr;
      if (auto constant = object ? constantOf(object, constantType) : std::nullopt)
        type->addConstant(std::move(name), std::move(*constant));
      return;
    }
    auto has = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, name) != names.end();
    };
    const auto kind = has(parameters) ? types::AttributeKind::Parameter
                      : has(buffers)  ? types::AttributeKind::Buffer
                                      : types::AttributeKind::Attribute;
    TypePtr attribute = resolve(annotation, source);
    type->addAttribute(std::move(name), attribute, kind);
  };
  for (const syntax::Stmt* stmt : def.body) {
    if (auto* annotated = syntax::dynCast<syntax::AnnAssign>(stmt)) {
      if (auto* target = syntax::dynCast<syntax::Name>(annotated->target))
        add(std::string(target->id), *annotated->annotation, annotated->value);
      continue;
    }
    auto* assign = syntax::dynCast<syntax::Assign>(stmt);
    if (!assign) continue;
    if (auto* target = syntax::dynCast<syntax::Name>(assign->targets[0])) {
      if (target->id == "__parameters__") parameters = strings(*assign->value);
      if (target->id == "__buffers__") buffers = strings(*assign->value);
      if (target->id == "__forward_pre_hooks__") hooks_[type].before = strings(*assign->value);
      if (target->id == "__forward_hooks__") hooks_[type].after = strings(*assign->value);
      continue;
    }
    // __annotations__["0"] = T
    auto* subscript = syntax::dynCast<syntax::Subscript>(assign->targets[0]);
    auto* key = subscript ? syntax::dynCast<syntax::Constant>(subscript->slice) : nullptr;
    if (key && dottedName(*subscript->value) == "__annotations__")
      add(std::string(key->text), *assign->value, nullptr);
  }
}

ir::Function* CodeImporter::functionNamed(std::string_view qualifiedName) {
  std::string name(qualifiedName);
  if (auto found = functions_.find(name); found != functions_.end()) return found->second;
  const SplitName parts = split(qualifiedName);
  Source* source = parts.module.empty() ? nullptr : sourceOf(parts.module);
  if (!source) return nullptr;
  auto found = source->definitions.find(parts.name);
  auto* def = found == source->definitions.end() ? nullptr : functionDef(found->second);
  if (!def) return nullptr;
  functions_[name] = nullptr;  // null while compiling: PyTorch never writes a recursive function
  ir::Function* function = unit_.compileNamedFunction(*source->add(*def, name), name);
  compiled_.push_back(function);
  return functions_[name] = function;
}

void CodeImporter::compileMethods() {
  // Compiling a method may add the methods of further classes to pending_.
  for (size_t i = 0; i < pending_.size(); ++i) unit_.ensureCompiled(pending_[i]);
  compiled_.insert(compiled_.end(), pending_.begin(), pending_.end());
  pending_.clear();
}

const CodeImporter::Hooks* CodeImporter::hooksOf(const types::ClassType* type) const {
  auto found = hooks_.find(type);
  return found == hooks_.end() ? nullptr : &found->second;
}

}  // namespace ts::compiler
