#include "core/compiler/unit/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/emit/emitter.h"
#include "core/compiler/modules/method_reuse.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/reports/compile_error.h"
#include "core/compiler/resolve/dataclass.h"
#include "core/compiler/resolve/interface_method.h"
#include "core/compiler/resolve/known_classes.h"
#include "core/compiler/resolve/torch_names.h"
#include "core/source/library_path.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

using diag::Rule;

namespace {

// Compilation recurses as deep as calls nest. Beyond this depth the compiler reports an error.
constexpr size_t kMaxCompileDepth = 200;

bool inheritsFromClass(const PyClass& cls) {
  return std::any_of(cls.bases.begin(), cls.bases.end(), [](PyRef base) {
    bool isObject = base->kind == PyKind::External && base->name == "builtins.object";
    return !isObject && base->kind != PyKind::Unknown;
  });
}

}  // namespace

CompilationUnit::CompilationUnit(ModuleLoader& loader, Purpose purpose, std::stop_token stop)
    : purpose_(purpose),
      stop_(stop),
      environment_(loader, std::move(stop)),
      types_(std::make_shared<types::TypeTable>()),
      annotations_(environment_, *this),
      modules_(std::make_unique<ModuleCompiler>(*this)),
      reuse_(std::make_unique<MethodReuse>(*this)) {}

CompilationUnit::~CompilationUnit() = default;

namespace {

// Replaces the qualified names of classes, "__torch__.app.net.Point", by the names in the source.
void shortenClassNames(std::string& text) {
  constexpr std::string_view kPrefix = "__torch__.";
  auto isPart = [](char c) {
    return c == '.' || c == '_' || std::isalnum(static_cast<unsigned char>(c));
  };
  for (size_t at = text.find(kPrefix); at != text.npos; at = text.find(kPrefix, at + 1)) {
    size_t end = at;
    while (end < text.size() && isPart(text[end])) ++end;
    while (text[end - 1] == '.') --end;
    text.erase(at, text.rfind('.', end - 1) + 1 - at);
  }
}

bool isInLibrary(const diag::Diagnostic& found) {
  return found.range && isLibrary(found.range.file->path());
}

}  // namespace

void CompilationUnit::report(diag::Diagnostic made) {
  shortenClassNames(made.message);
  for (diag::Label& label : made.labels) shortenClassNames(label.message);
  for (diag::Note& note : made.notes) shortenClassNames(note.message);
  // endRecording() drops duplicates of problems that precede the recording.
  const std::vector<diag::Diagnostic>& known = sink_.diagnostics();
  const size_t first = isInLibrary(made) ? firstRecorded_ : 0;
  for (size_t i = first; i < known.size(); ++i) {
    if (known[i].rule == made.rule && known[i].range == made.range &&
        known[i].message == made.message)
      return;
  }
  sink_.report(made.rule, made.range, [&](diag::Diagnostic& to) { to = std::move(made); });
}

CompilationUnit::Recording CompilationUnit::startRecording() {
  return {sink_.size(), std::exchange(firstRecorded_, sink_.size())};
}

void CompilationUnit::endRecording(const void* compiled, const Recording& recording) {
  firstRecorded_ = recording.outer;
  const std::vector<diag::Diagnostic>& all = sink_.diagnostics();
  std::vector<diag::Diagnostic> kept;
  std::copy_if(all.begin() + static_cast<ptrdiff_t>(recording.first), all.end(),
               std::back_inserter(kept), isInLibrary);
  if (kept.empty()) return;
  libraryProblems_[compiled] = std::move(kept);
  const std::vector<diag::Diagnostic> found(all.begin() + static_cast<ptrdiff_t>(recording.first),
                                            all.end());
  sink_.rollBack(recording.first);
  for (const diag::Diagnostic& each : found) report(each);
}

void CompilationUnit::repeatProblems(const void* compiled) {
  if (libraryProblems_.empty()) return;
  const auto found = libraryProblems_.find(compiled);
  if (found == libraryProblems_.end()) return;
  for (const diag::Diagnostic& each : found->second) report(each);
}

std::vector<diag::Diagnostic> CompilationUnit::takeLibraryProblems(size_t first) {
  std::vector<diag::Diagnostic> taken;
  if (sink_.size() <= first) return taken;
  const std::vector<diag::Diagnostic> all = sink_.diagnostics();
  sink_.rollBack(first);
  for (size_t i = first; i < all.size(); ++i) {
    if (isInLibrary(all[i]))
      taken.push_back(all[i]);
    else
      report(all[i]);
  }
  return taken;
}

void CompilationUnit::blame(size_t before, SourceRange at, const std::string& who) {
  auto isFound = [](const diag::Diagnostic& found) {
    return found.range && isEmbedded(found.range.file->path());
  };
  if (sink_.size() <= before || isEmbedded(at.file->path())) return;
  const std::vector<diag::Diagnostic> all = sink_.diagnostics();
  const auto first = std::find_if(all.begin() + static_cast<ptrdiff_t>(before), all.end(), isFound);
  if (first == all.end()) return;
  sink_.rollBack(before);
  for (auto found = all.begin() + static_cast<ptrdiff_t>(before); found != all.end(); ++found) {
    if (!isFound(*found)) report(*found);
    if (found != first) continue;
    report(CompileError(Rule::UncompilableFunction, at,
                        fmt::format("{} needs code of PyTorch that can't be compiled", who))
               .note(fmt::format("in {}: {}", found->range.file->path(), found->message))
               .diagnostic);
  }
}

std::string CompilationUnit::uniqueName(const std::string& pythonName) {
  std::string name = torchName(pythonName);
  if (names_[name]++ == 0) return name;
  size_t dot = name.rfind('.');
  return fmt::format("{}.___torch_mangle_{}{}", name.substr(0, dot), mangled_++, name.substr(dot));
}

std::string CompilationUnit::mangledName(const std::string& qualifiedName, size_t overload) {
  std::string& known = mangledOverloads_[{qualifiedName, overload}];
  if (known.empty()) {
    size_t dot = qualifiedName.rfind('.');
    known = fmt::format("{}.___torch_mangle_{}{}", qualifiedName.substr(0, dot), mangled_++,
                        qualifiedName.substr(dot));
  }
  return known;
}

const PyClass* CompilationUnit::knownClass(const std::string& externalName) {
  const KnownClassSource* source = knownClassSource(externalName);
  if (!source) return nullptr;
  PyRef& found = knownClasses_[source->className];
  if (!found) {
    auto file = std::make_shared<SourceFile>(fmt::format("<{}>", source->module),
                                             std::string(source->text));
    diag::Sink ignored;  // the built-in source has no errors
    const PyModule* module = environment_.addModule(
        fmt::format("{}", source->module), "", /*isPackage=*/false, syntax::parse(file, ignored));
    for (const syntax::Stmt* stmt : module->tree->body) {
      if (stmt->kind == syntax::StmtKind::ClassDef) found = environment_.objectFor(*module, *stmt);
    }
  }
  return found ? found->cls : nullptr;
}

KnownMember& CompilationUnit::knownMember(PyRef module, std::string_view name) {
  auto& members = knownMembers_[module];
  auto found = members.find(name);
  return found != members.end() ? found->second : members[std::string(name)];
}

ir::Function* CompilationUnit::makeFunction(std::string qualifiedName, SourceRange definition) {
  auto made = std::make_unique<ir::Function>();
  made->qualifiedName = std::move(qualifiedName);
  made->definition = definition;
  functions_.push_back(std::move(made));
  return functions_.back().get();
}

void CompilationUnit::emit(ir::Function* function, const PyFunction& source,
                           const types::ClassType* self) {
  pollStop();
  SourceRange at{source.module->tree->file.get(), source.def->name.span};
  if (inProgress_.size() >= kMaxCompileDepth) {
    report(
        CompileError(
            Rule::CallsTooDeep, at,
            fmt::format("calls are nested more than {} functions deep (the limit on compilation)",
                        kMaxCompileDepth))
            .diagnostic);
    function->graph = nullptr;
    return;
  }
  inProgress_.insert(function);
  const Recording recording = startRecording();
  // A reused graph records no facts, so reuse is off while facts are recorded.
  const bool mayReuse = purpose_ == Purpose::Graphs && !facts_;
  ConcreteModule* module = self && mayReuse ? modules_->of(self) : nullptr;
  if (!module || !reuse_->reuse(*function, source, *module)) {
    const size_t reported = sink_.size();
    reuse_->begin();
    const bool isWhole = Emitter(*this, source, *function, self).run() && function->graph;
    reuse_->end(*function, source, module, isWhole && sink_.size() == reported);
  }
  endRecording(function, recording);
  if (function->graph) function->graph->keepAlive(types_);
  inProgress_.erase(function);
}

ir::Function* CompilationUnit::compile(const PyFunction& source) {
  if (auto found = byFunction_.find(&source); found != byFunction_.end()) {
    repeatProblems(found->second);
    return found->second;
  }
  if (!source.def || source.def->kind != syntax::StmtKind::FunctionDef) {
    if (source.module && source.def) {
      report(CompileError(Rule::NotAPlainFunction,
                          {source.module->tree->file.get(), source.def->name.span},
                          fmt::format("'{}' is a coroutine, which TorchScript does not have",
                                      source.def->name.text))
                 .diagnostic);
    }
    return byFunction_[&source] = nullptr;
  }
  SourceRange definition{source.module->tree->file.get(), source.def->span};
  // PyTorch names a function by its module and __name__, even when the function is nested.
  std::string name = source.module->name + "." + std::string(source.def->name.text);
  ir::Function* function = makeFunction(uniqueName(name), definition);
  byFunction_[&source] = function;
  emit(function, source, nullptr);
  return function;
}

std::vector<ir::Function*> CompilationUnit::compileOverloads(const PyFunction& source) {
  if (auto found = byOverloads_.find(&source); found != byOverloads_.end()) {
    repeatProblems(&source);
    return found->second;
  }
  const Recording recording = startRecording();
  // Each declaration defines the types; the implementation defines the body and the defaults.
  std::vector<ir::Function*> compiled;
  byOverloads_[&source] = {};
  checkOverloads(*this, source);
  for (const PyFunction* declaration : source.overloads) {
    auto merged = std::make_unique<PyFunction>(source);
    merged->overloads.clear();
    merged->declaration = declaration;
    madeFunctions_.push_back(std::move(merged));
    compiled.push_back(compile(*madeFunctions_.back()));
  }
  std::erase(compiled, nullptr);
  endRecording(&source, recording);
  return byOverloads_[&source] = compiled;
}

ir::Function* CompilationUnit::compileNamedFunction(const PyFunction& source,
                                                    const std::string& qualifiedName) {
  ir::Function* function =
      makeFunction(qualifiedName, {source.module->tree->file.get(), source.def->span});
  emit(function, source, nullptr);
  return function;
}

ir::Function* CompilationUnit::declareMethod(const PyFunction& source,
                                             const types::ClassType* self) {
  std::string name = self->qualifiedName() + "." + std::string(source.def->name.text);
  ir::Function* function =
      makeFunction(std::move(name), {source.module->tree->file.get(), source.def->span});
  pending_[function] = {&source, self};
  return function;
}

ir::Function* CompilationUnit::declare(const std::string& qualifiedName,
                                       const ops::FunctionSchema& schema) {
  std::string key = qualifiedName + "\n" + schema.str();
  if (auto found = declared_.find(key); found != declared_.end()) return found->second;
  ir::Function* function = makeFunction(qualifiedName, {});
  function->schema = schema;
  return declared_[key] = function;
}

void CompilationUnit::ensureCompiled(ir::Function* function) {
  auto found = pending_.find(function);
  if (found == pending_.end()) return repeatProblems(function);
  Pending pending = found->second;
  pending_.erase(found);
  emit(function, *pending.source, pending.self);
}

void CompilationUnit::forgetFailures() {
  std::erase_if(byFunction_, [](const auto& known) {
    const ir::Function* function = known.second;
    return !function || !function->graph;
  });
  std::erase_if(byClass_, [](const auto& known) {
    if (!known.second || known.second->isUnknown()) return true;
    const auto* cls = types::cast<types::ClassType>(known.second);
    return cls && std::ranges::any_of(cls->methods(),
                                      [](const ir::Function* method) { return !method->graph; });
  });
}

const PyClass* CompilationUnit::pythonClass(const types::ClassType* type) const {
  auto found = pythonClasses_.find(type);
  return found == pythonClasses_.end() ? nullptr : found->second;
}

const PyFunction* CompilationUnit::sourceOf(const ir::Graph& graph) const {
  for (const auto& [source, function] : byFunction_)
    if (function && function->graph.get() == &graph) return source;
  return nullptr;
}

types::TypePtr CompilationUnit::typeOfClass(const PyClass& cls, SourceRange at) {
  if (auto found = byClass_.find(&cls); found != byClass_.end()) {
    repeatProblems(&cls);
    return found->second;
  }
  auto finish = [&](auto&& make) {
    const Recording recording = startRecording();
    std::optional<diag::Diagnostic> error;
    const types::TypePtr type = make(error);
    if (error) report(*error);
    endRecording(&cls, recording);
    return byClass_[&cls] = type ? type : types::unknownType();
  };
  switch (cls.kind) {
    case ClassKind::Enum:
      return finish([&](auto& error) { return annotations_.enumType(cls, *types_, &error); });
    case ClassKind::NamedTuple:
      return finish([&](auto& error) { return annotations_.namedTuple(cls, *types_, &error); });
    case ClassKind::Plain: return compileClass(cls, at);
    case ClassKind::Interface: return finish([&](auto&) { return interfaceType(cls); });
    case ClassKind::NnModule: return modules_->firstTypeOf(cls.qualifiedName);
    case ClassKind::Exception: return nullptr;
    case ClassKind::Unknown: return types::unknownType();
  }
  return nullptr;
}

types::TypePtr CompilationUnit::typeOfHeldClass(const PyClass& cls, std::string& why) {
  if (auto found = unusableClasses_.find(&cls); found != unusableClasses_.end()) {
    why = found->second;
    return nullptr;
  }
  if (byClass_.contains(&cls)) return byClass_[&cls];
  const size_t before = sink_.size();
  // Code that uses a failed class itself compiles it anew and reports the problems.
  auto classes = byClass_;
  auto functions = byFunction_;
  auto overloads = byOverloads_;
  types::TypePtr type = typeOfClass(cls, {});
  const auto& found = sink_.diagnostics();
  const auto error =
      std::find_if(found.begin() + static_cast<ptrdiff_t>(before), found.end(),
                   [](const auto& each) { return each.severity == diag::Severity::Error; });
  if (error == found.end()) return type;
  why = fmt::format("its class '{}' can't be compiled: {}", cls.qualifiedName, error->message);
  sink_.rollBack(before);
  byClass_ = std::move(classes);
  byFunction_ = std::move(functions);
  byOverloads_ = std::move(overloads);
  unusableClasses_.emplace(&cls, why);
  return nullptr;
}

types::TypePtr CompilationUnit::typeOfExternal(const std::string& name) {
  if (const PyClass* known = knownClass(name)) return compileClass(*known, {});
  return modules_->firstTypeOf(name);
}

types::TypePtr CompilationUnit::interfaceType(const PyClass& cls) {
  std::vector<types::InterfaceMethod> methods;
  bool isModule = false;
  for (PyRef base : cls.bases) isModule |= base->name == "torch.nn.Module";
  for (const PyFunction* method : cls.methods) {
    if (!method->def) continue;
    // The interface's own type does not exist yet, and the type of self does not matter here.
    auto signature = annotations_.signature(*method, types::anyType());
    for (const auto& error : signature.errors) report(error);
    methods.push_back(interfaceMethod(std::string(method->def->name.text), signature));
  }
  return types_->makeInterface(torchName(cls.qualifiedName), isModule, std::move(methods));
}

void CompilationUnit::rememberPythonCall(const ir::Node& call, types::TypePtr self,
                                         eval::Value callable) {
  const SourceRange at = call.range();
  pythonCalls_[{at.file, at.span.begin, at.span.end, self}] = std::move(callable);
}

eval::Value CompilationUnit::pythonCallable(const ir::Node& call) const {
  const SourceRange at = call.range();
  types::TypePtr self = call.inputs().empty() ? nullptr : call.input(0)->type();
  for (types::TypePtr owner : {self, types::TypePtr()})
    if (auto found = pythonCalls_.find({at.file, at.span.begin, at.span.end, owner});
        found != pythonCalls_.end())
      return found->second;
  return {};
}

const types::ClassType* CompilationUnit::compileClass(const PyClass& cls, SourceRange at) {
  (void)at;
  if (auto found = byClass_.find(&cls); found != byClass_.end()) {
    repeatProblems(&cls);
    return types::cast<types::ClassType>(found->second);
  }
  const Recording recording = startRecording();
  const types::ClassType* made = makeClass(cls);
  endRecording(&cls, recording);
  return made;
}

const types::ClassType* CompilationUnit::makeClass(const PyClass& cls) {
  if (!cls.def || cls.marks.unknown) {
    byClass_[&cls] = types::unknownType();
    return nullptr;
  }
  if (cls.marks.script && inheritsFromClass(cls)) {
    report(CompileError(
               Rule::ClassInheritance, {cls.module->tree->file.get(), cls.def->name.span},
               fmt::format("script class '{}' inherits from another class", cls.def->name.text))
               .note("TorchScript has no inheritance: put what both need into functions")
               .diagnostic);
    byClass_[&cls] = types::unknownType();
    return nullptr;
  }
  if (cls.marks.dataclass && !cls.marks.script) {
    SourceRange nameAt{cls.module->tree->file.get(), cls.def->name.span};
    CompileError error(
        Rule::DataclassNeedsScript, nameAt,
        fmt::format("dataclass '{}' is not decorated with @torch.jit.script", cls.def->name.text));
    error.note(
        "its methods are created at run time and have no source; the decorator generates methods "
        "that can be compiled");
    if (!cls.def->decorators.empty()) {
      uint32_t begin = cls.def->decorators[0]->span.begin - 1;  // the @
      uint32_t line = cls.module->tree->file->lineStart(cls.module->tree->file->lineOf(begin));
      std::string indent(begin - line, ' ');
      error.fix("Decorate the class with @torch.jit.script",
                {{{cls.module->tree->file.get(), {begin, begin}}, "@torch.jit.script\n" + indent}});
    }
    report(error.diagnostic);
    byClass_[&cls] = types::unknownType();
    return nullptr;
  }
  std::string name = cls.module->name + "." + std::string(cls.def->name.text);
  const types::ClassType* type = types_->makeClass(uniqueName(name), /*isModule=*/false);
  byClass_[&cls] = type;
  pythonClasses_[type] = &cls;
  environment_.beginClass(cls);
  addMethods(cls, type);
  environment_.endClass();
  return type;
}

// The methods that a dataclass does not define itself.
std::vector<const PyFunction*> CompilationUnit::synthesize(const PyClass& cls) {
  const SourceFile* file = cls.module->tree->file.get();
  std::vector<DataclassField> fields;
  for (const PyField& field : cls.fields) {
    if (!field.annotation) continue;
    DataclassField made{field.name, std::string(file->text(field.annotation->span)), {}, false};
    if (field.value) made.defaultValue = std::string(file->text(field.value->span));
    ResolvedType type =
        annotations_.resolve(*field.annotation, *environment_.bodyScope(cls), *file);
    made.optional = types::isOptionalLike(type.type);
    if (const auto* call = syntax::dynCast<syntax::Call>(field.value)) {
      // field(default=x): a script class ignores all other arguments of field().
      made.defaultValue.clear();
      for (const syntax::Keyword* keyword : call->keywords) {
        if (keyword->arg.text == "default")
          made.defaultValue = std::string(file->text(keyword->value->span));
        if (keyword->arg.text == "default_factory") {
          report(CompileError(Rule::DataclassFactory, {file, keyword->span},
                              "a script dataclass can't have default factories")
                     .note("give the default in __post_init__, or pass the value in")
                     .diagnostic);
        }
      }
    }
    fields.push_back(std::move(made));
  }
  bool ordered = false;
  for (const syntax::Expr* decorator : cls.def->decorators) {
    const auto* call = syntax::dynCast<syntax::Call>(decorator);
    for (size_t i = 0; call && i < call->keywords.size(); ++i) {
      const auto* value = syntax::dynCast<syntax::Constant>(call->keywords[i]->value);
      ordered |= call->keywords[i]->arg.text == "order" && value &&
                 value->constant == syntax::ConstantKind::True;
    }
  }
  auto source = std::make_shared<SourceFile>(fmt::format("<dataclass {}>", cls.def->name.text),
                                             dataclassMethods(cls, fields, ordered));
  diag::Sink ignored;
  const PyModule* module = environment_.addModule(fmt::format("<dataclass {}>", cls.qualifiedName),
                                                  "", false, syntax::parse(source, ignored));
  std::vector<const PyFunction*> made;
  for (const syntax::Stmt* stmt : module->tree->body) {
    auto function = std::make_unique<PyFunction>();
    function->def = &syntax::as<syntax::FunctionDef>(*stmt);
    function->module = module;
    function->scope = cls.scope;
    function->owner = &cls;
    function->qualifiedName = cls.qualifiedName + "." + std::string(function->def->name.text);
    made.push_back(function.get());
    madeFunctions_.push_back(std::move(function));
  }
  return made;
}

// Methods are declared before any is compiled, because they may call each other. __init__ is
// compiled first, because it defines the attributes.
void CompilationUnit::addMethods(const PyClass& cls, const types::ClassType* type) {
  std::vector<ir::Function*> order;
  const SourceFile* file = cls.module->tree->file.get();
  auto declareNamed = [&](const PyFunction* source, const std::string& name) {
    ir::Function* function =
        makeFunction(type->qualifiedName() + "." + name, {file, source->def->span});
    pending_[function] = {source, type};
    return function;
  };
  std::vector<const PyFunction*> methods = cls.methods;
  if (cls.marks.dataclass) {
    std::vector<const PyFunction*> made = synthesize(cls);
    methods.insert(methods.end(), made.begin(), made.end());
  }
  // inspect.getmembers sorts members by name.
  std::stable_sort(methods.begin(), methods.end(), [](const PyFunction* a, const PyFunction* b) {
    return a->def->name.text < b->def->name.text;
  });
  for (const PyFunction* getter : cls.getters) {
    std::string name(getter->def->name.text);
    types::ClassProperty property{name, declareNamed(getter, "__" + name + "_getter"), nullptr};
    for (const PyFunction* setter : cls.setters) {
      if (setter->def->name.text == name)
        property.setter = declareNamed(setter, "__" + name + "_setter");
    }
    type->addMethod(property.getter);
    if (property.setter) type->addMethod(property.setter);
    type->addProperty(property);
    order.push_back(property.getter);
    if (property.setter) order.push_back(property.setter);
  }
  for (const PyFunction* method : methods) {
    if (method->marks.staticMethod || method->marks.ignore || !method->def) continue;
    ir::Function* function = declareNamed(method, std::string(method->def->name.text));
    type->addMethod(function);
    order.push_back(function);
  }
  if (ir::Function* init = type->method("__init__")) ensureCompiled(init);
  for (ir::Function* function : order) ensureCompiled(function);
  for (const PyFunction* method : cls.methods) {
    if (method->marks.staticMethod && method->def) {
      if (ir::Function* function = compile(*method)) type->addStaticMethod(function);
    }
  }
}

ir::Value* CompilationUnit::emitTolist(Emitter& emitter, SourceRange at, ir::Value* tensor,
                                       ir::TypePtr hint) {
  // The nesting depth of the lists and the element type are constants of the node.
  int64_t depth = 0;
  ir::TypePtr element = hint;
  while (element->is(types::TypeKind::List)) {
    element = element->element();
    ++depth;
  }
  int64_t kind = -1;
  if (element == types::intType()) kind = 0;
  if (element == types::floatType()) kind = 1;
  if (element == types::boolType()) kind = 2;
  if (element == types::complexType()) kind = 3;
  if (kind < 0) {
    throw CompileError(Rule::AnnotationMismatch, at,
                       fmt::format("tolist() gives lists of int, float, bool or complex, not {}",
                                   hint->annotation()));
  }
  ir::Graph& graph = emitter.graph();
  ir::Value* depthValue = graph.insertConstant(types::Constant::integer(depth));
  ir::Value* kindValue = graph.insertConstant(types::Constant::integer(kind));
  ir::Node* node = graph.insertNode(
      graph.create(Symbol::intern("prim::tolist"), {tensor, depthValue, kindValue}));
  node->output()->setType(hint);
  return node->output();
}

}  // namespace ts::compiler
