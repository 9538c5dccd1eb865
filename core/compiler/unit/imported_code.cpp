#include "core/compiler/unit/imported_code.h"

#include <algorithm>
#include <stdexcept>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/resolve/bindings.h"
#include "core/compiler/resolve/interface_method.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

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
    auto result = std::make_unique<PyFunction>();
    result->def = &def;
    result->module = module;
    result->scope = &module->scope;
    result->qualifiedName = std::move(qualifiedName);
    functions.push_back(std::move(result));
    return functions.back().get();
  }
};

CodeImporter::CodeImporter(CompileContext& context, ImportedCode code)
    : context_(context), code_(std::move(code)) {}
CodeImporter::~CodeImporter() = default;

CodeImporter::Source* CodeImporter::sourceOf(std::string_view module) {
  auto [entry, isNew] = sources_.try_emplace(std::string(module));
  if (!isNew) return entry->second.get();
  SourceFilePtr file = code_.file(module);
  if (!file) return nullptr;
  auto tree = syntax::parse(file, context_.sink());
  auto source = std::make_unique<Source>();
  auto* pyModule =
      context_.environment().addModule(std::string(module), std::string(file->path()),
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
  std::vector<std::string> names;
  if (list.kind != ExprKind::List) return names;
  for (const syntax::Expr* element : syntax::as<syntax::Sequence>(list).elts)
    if (auto* text = syntax::dynCast<syntax::Constant>(element)) names.emplace_back(text->text);
  return names;
}

}  // namespace

TypePtr CodeImporter::resolve(const syntax::Expr& annotation, Source& source) {
  ResolvedType resolved =
      context_.annotations().resolve(annotation, source.module->scope, *source.module->tree->file);
  if (resolved.error) context_.report(*resolved.error);
  return resolved.type;
}

TypePtr CodeImporter::typeOfText(const std::string& annotation) {
  auto file = std::make_shared<SourceFile>("<type>", annotation);
  auto tree = syntax::parse(file, context_.sink());
  texts_.push_back(tree);
  auto* stmt = tree->body.size() == 1 ? syntax::dynCast<syntax::ExprStmt>(tree->body[0]) : nullptr;
  if (!stmt) return nullptr;
  const PyModule* module = context_.environment().addModule("<type>", "", /*isPackage=*/false, tree,
                                                            /*isTorchScript=*/true, this);
  ResolvedType resolved = context_.annotations().resolve(*stmt->value, module->scope, *file);
  return resolved.error || resolved.type->isUnknown() ? nullptr : resolved.type;
}

TypePtr CodeImporter::typeNamed(std::string_view qualifiedName) {
  std::string name(qualifiedName);
  if (auto entry = types_.find(name); entry != types_.end()) return entry->second;
  const SplitName parts = split(qualifiedName);
  Source* source = parts.module.empty() ? nullptr : sourceOf(parts.module);
  if (!source) return nullptr;
  auto match = source->definitions.find(parts.name);
  auto* def = match == source->definitions.end() ? nullptr
                                                 : syntax::dynCast<syntax::ClassDef>(match->second);
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
    PyRef value = context_.environment().evaluate(source.module->scope, *assign->value);
    valueType = value->constant.type();
    members.push_back({std::string(target->id), value->constant});
  }
  return context_.typeTable().makeEnum(qualifiedName, valueType, std::move(members));
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
    auto value = constantOf(context_.environment().evaluate(source.module->scope, *field->value),
                            fields.back());
    if (value) defaults.push_back(std::move(*value));
  }
  return context_.typeTable().namedTuple(qualifiedName, std::move(names), std::move(fields),
                                         std::move(defaults));
}

TypePtr CodeImporter::importInterface(const syntax::ClassDef& def, Source& source,
                                      const std::string& qualifiedName, bool isModule) {
  std::vector<types::InterfaceMethod> methods;
  for (const syntax::Stmt* stmt : def.body) {
    auto* method = functionDef(stmt);
    if (!method) continue;
    std::string name(method->name.text);
    auto signature = context_.annotations().signature(
        *source.add(*method, qualifiedName + "." + name), types::anyType());
    methods.push_back(interfaceMethod(name, signature));
  }
  return context_.typeTable().makeInterface(qualifiedName, isModule, std::move(methods));
}

TypePtr CodeImporter::importClass(const syntax::ClassDef& def, Source& source,
                                  const std::string& qualifiedName) {
  const std::string base = def.bases.empty() ? "" : dottedName(*def.bases[0]);
  const types::ClassType* type = context_.typeTable().makeClass(qualifiedName, base == "Module");
  types_[qualifiedName] = type;  // registered first, because its methods may refer to it
  importAttributes(def, source, type);
  for (const syntax::Stmt* stmt : def.body) {
    auto* method = functionDef(stmt);
    if (!method) continue;
    ir::Function* declared = context_.functions().declareMethod(
        *source.add(*method, qualifiedName + "." + std::string(method->name.text)), type,
        std::string(method->name.text));
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
      PyRef object =
          value ? context_.environment().evaluate(source.module->scope, *value) : nullptr;
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
  if (auto entry = functions_.find(name); entry != functions_.end()) return entry->second;
  const SplitName parts = split(qualifiedName);
  Source* source = parts.module.empty() ? nullptr : sourceOf(parts.module);
  if (!source) return nullptr;
  auto match = source->definitions.find(parts.name);
  auto* def = match == source->definitions.end() ? nullptr : functionDef(match->second);
  if (!def) return nullptr;
  functions_[name] = nullptr;  // null while compiling: PyTorch never writes a recursive function
  ir::Function* function = context_.functions().compileNamed(*source->add(*def, name), name);
  compiled_.push_back(function);
  return functions_[name] = function;
}

void CodeImporter::compileMethods() {
  // Compiling a method may add the methods of further classes to pending_.
  for (size_t i = 0; i < pending_.size(); ++i) context_.functions().ensureCompiled(pending_[i]);
  compiled_.insert(compiled_.end(), pending_.begin(), pending_.end());
  pending_.clear();
}

std::optional<types::Constant> CodeImporter::constantNamed(std::string_view name) const {
  if (!name.starts_with('c')) return std::nullopt;
  try {
    return code_.constant(std::stoul(std::string(name.substr(1))));
  } catch (const std::logic_error&) {  // not a number, or out of range
    return std::nullopt;
  }
}

}  // namespace ts::compiler
