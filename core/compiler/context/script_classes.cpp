#include "core/compiler/context/script_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/compiler/context/body_compiler.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/context/dataclass_methods.h"
#include "core/compiler/reports/compile_error.h"
#include "core/compiler/resolve/interface_method.h"
#include "core/compiler/resolve/torch_names.h"

namespace ts::compiler {

using diag::Rule;

namespace {

bool inheritsFromClass(const PyClass& cls) {
  return std::any_of(cls.bases.begin(), cls.bases.end(), [](PyRef base) {
    bool isObject = base->kind == PyKind::External && base->name == "builtins.object";
    return !isObject && base->kind != PyKind::Unknown;
  });
}

CompileError inheritance(const PyClass& cls) {
  return CompileError(
             Rule::ClassInheritance, {cls.module->tree->file.get(), cls.def->name.span},
             fmt::format("script class '{}' inherits from another class", cls.def->name.text))
      .note("TorchScript has no inheritance: put what both need into functions");
}

CompileError undecoratedDataclass(const PyClass& cls) {
  const SourceFile& file = *cls.module->tree->file;
  CompileError error(
      Rule::DataclassNeedsScript, {&file, cls.def->name.span},
      fmt::format("dataclass '{}' is not decorated with @torch.jit.script", cls.def->name.text));
  error.note(
      "its methods are created at run time and have no source; the decorator generates methods "
      "that can be compiled");
  if (!cls.def->decorators.empty()) {
    const uint32_t begin = cls.def->decorators[0]->span.begin - 1;  // the @
    const uint32_t line = file.lineStart(file.lineOf(begin));
    error.fix("Decorate the class with @torch.jit.script",
              {{{&file, {begin, begin}}, "@torch.jit.script\n" + std::string(begin - line, ' ')}});
  }
  return error;
}

}  // namespace

const PyClass* ScriptClasses::pythonClass(const types::ClassType* type) const {
  const auto cls = pythonClasses_.find(type);
  return cls == pythonClasses_.end() ? nullptr : cls->second;
}

void ScriptClasses::forgetFailures() {
  std::erase_if(types_, [](const auto& existing) {
    if (!existing.second || existing.second->isUnknown()) return true;
    const auto* cls = types::cast<types::ClassType>(existing.second);
    return cls && std::ranges::any_of(cls->methods(),
                                      [](const ir::Function* method) { return !method->graph; });
  });
}

template <typename Make>
types::TypePtr ScriptClasses::remember(const PyClass& cls, Make make) {
  const ProblemLog::Recording recording = context_.problems().startRecording();
  std::optional<diag::Diagnostic> error;
  const types::TypePtr type = make(error);
  if (error) context_.report(*error);
  context_.problems().endRecording(&cls, recording);
  return types_[&cls] = type ? type : types::unknownType();
}

types::TypePtr ScriptClasses::typeOfClass(const PyClass& cls) {
  if (const auto entry = types_.find(&cls); entry != types_.end()) {
    context_.problems().repeatProblems(&cls);
    return entry->second;
  }
  AnnotationResolver& annotations = context_.annotations();
  types::TypeTable& table = context_.typeTable();
  switch (cls.kind) {
    case ClassKind::Enum:
      return remember(cls, [&](auto& error) { return annotations.enumType(cls, table, &error); });
    case ClassKind::NamedTuple:
      return remember(cls, [&](auto& error) { return annotations.namedTuple(cls, table, &error); });
    case ClassKind::Plain: return compile(cls);
    case ClassKind::Interface: return remember(cls, [&](auto&) { return interfaceType(cls); });
    case ClassKind::NnModule: return context_.bodies().moduleTypeNamed(cls.qualifiedName);
    case ClassKind::Exception: return nullptr;
    case ClassKind::Unknown: return types::unknownType();
  }
  return nullptr;
}

types::TypePtr ScriptClasses::typeOfHeldClass(const PyClass& cls, std::string& why) {
  if (const auto reason = unusable_.find(&cls); reason != unusable_.end()) {
    why = reason->second;
    return nullptr;
  }
  if (const auto entry = types_.find(&cls); entry != types_.end()) return entry->second;
  diag::Sink& sink = context_.sink();
  const size_t before = sink.size();
  // Code that uses a failed class itself compiles it anew and reports the problems.
  auto classes = types_;
  FunctionStore::Compiled functions = context_.functions().snapshot();
  const types::TypePtr type = typeOfClass(cls);
  const std::vector<diag::Diagnostic>& problems = sink.diagnostics();
  const auto error =
      std::find_if(problems.begin() + static_cast<ptrdiff_t>(before), problems.end(),
                   [](const auto& problem) { return problem.severity == diag::Severity::Error; });
  if (error == problems.end()) return type;
  why = fmt::format("its class '{}' can't be compiled: {}", cls.qualifiedName, error->message);
  sink.rollBack(before);
  types_ = std::move(classes);
  context_.functions().restore(std::move(functions));
  unusable_.emplace(&cls, why);
  return nullptr;
}

types::TypePtr ScriptClasses::typeOfExternal(const std::string& name) {
  if (const PyClass* cls = context_.knownClasses().named(name)) return compile(*cls);
  return context_.bodies().moduleTypeNamed(name);
}

types::TypePtr ScriptClasses::interfaceType(const PyClass& cls) {
  std::vector<types::InterfaceMethod> methods;
  bool isModule = false;
  for (PyRef base : cls.bases) isModule |= base->name == "torch.nn.Module";
  for (const PyFunction* method : cls.methods) {
    if (!method->def) continue;
    // The interface's own type does not exist yet, and the type of self does not matter here.
    auto signature = context_.annotations().signature(*method, types::anyType());
    for (const auto& error : signature.errors) context_.report(error);
    methods.push_back(interfaceMethod(std::string(method->def->name.text), signature));
  }
  return context_.typeTable().makeInterface(torchName(cls.qualifiedName), isModule,
                                            std::move(methods));
}

const types::ClassType* ScriptClasses::compile(const PyClass& cls) {
  if (const auto entry = types_.find(&cls); entry != types_.end()) {
    context_.problems().repeatProblems(&cls);
    return types::cast<types::ClassType>(entry->second);
  }
  const ProblemLog::Recording recording = context_.problems().startRecording();
  const types::ClassType* type = makeClass(cls);
  context_.problems().endRecording(&cls, recording);
  return type;
}

bool ScriptClasses::isRefused(const PyClass& cls) {
  if (!cls.def || cls.marks.unknown) return true;
  if (cls.marks.script && inheritsFromClass(cls)) {
    context_.report(inheritance(cls).diagnostic);
    return true;
  }
  if (cls.marks.dataclass && !cls.marks.script) {
    context_.report(undecoratedDataclass(cls).diagnostic);
    return true;
  }
  return false;
}

const types::ClassType* ScriptClasses::makeClass(const PyClass& cls) {
  if (isRefused(cls)) {
    types_[&cls] = types::unknownType();
    return nullptr;
  }
  const std::string name = cls.module->name + "." + std::string(cls.def->name.text);
  const types::ClassType* type =
      context_.typeTable().makeClass(context_.names().uniqueName(name), /*isModule=*/false);
  types_[&cls] = type;
  pythonClasses_[type] = &cls;
  context_.environment().beginClass(cls);
  addMethods(cls, type);
  context_.environment().endClass();
  return type;
}

// Methods are declared before any is compiled, because they may call each other. __init__ is
// compiled first, because it defines the attributes.
void ScriptClasses::addMethods(const PyClass& cls, const types::ClassType* type) {
  FunctionStore& functions = context_.functions();
  std::vector<ir::Function*> order;
  std::vector<const PyFunction*> methods = cls.methods;
  if (cls.marks.dataclass) {
    const std::vector<const PyFunction*> created = createDataclassMethods(context_, cls);
    methods.insert(methods.end(), created.begin(), created.end());
  }
  // inspect.getmembers sorts members by name.
  std::stable_sort(methods.begin(), methods.end(), [](const PyFunction* a, const PyFunction* b) {
    return a->def->name.text < b->def->name.text;
  });
  for (const PyFunction* getter : cls.getters) {
    const std::string name(getter->def->name.text);
    types::ClassProperty property{
        name, functions.declareMethod(*getter, type, "__" + name + "_getter"), nullptr};
    for (const PyFunction* setter : cls.setters) {
      if (setter->def->name.text == name)
        property.setter = functions.declareMethod(*setter, type, "__" + name + "_setter");
    }
    type->addMethod(property.getter);
    if (property.setter) type->addMethod(property.setter);
    type->addProperty(property);
    order.push_back(property.getter);
    if (property.setter) order.push_back(property.setter);
  }
  for (const PyFunction* method : methods) {
    if (method->marks.staticMethod || method->marks.ignore || !method->def) continue;
    ir::Function* function =
        functions.declareMethod(*method, type, std::string(method->def->name.text));
    type->addMethod(function);
    order.push_back(function);
  }
  if (ir::Function* init = type->method("__init__")) functions.ensureCompiled(init);
  for (ir::Function* function : order) functions.ensureCompiled(function);
  for (const PyFunction* method : cls.methods) {
    if (method->marks.staticMethod && method->def) {
      if (ir::Function* function = functions.compile(*method)) type->addStaticMethod(function);
    }
  }
}

}  // namespace ts::compiler
