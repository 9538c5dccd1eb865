// Modules: finding, running, and looking up their names.
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <unordered_set>

#include "core/diag/diagnostic.h"
#include "core/eval/codegen/codegen.h"
#include "core/eval/imports/stub_modules.h"
#include "core/eval/run/instructions.h"
#include "core/eval/vm/lazy_definitions.h"
#include "core/eval/vm/native_library.h"
#include "core/prelude/prelude.h"
#include "core/source/library_path.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/parser.h"

namespace ts::eval {

namespace {

// Trees of the prelude never change. They are parsed once for all Vms: profiles share the modules
// that they have in common, so the key is a module's embedded text.
syntax::ModulePtr preludeTree(std::string_view name, std::string_view text) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, const char*>, syntax::ModulePtr> trees;
  std::lock_guard lock(mutex);
  auto entry = trees.find({std::string(name), text.data()});
  if (entry != trees.end()) return entry->second;
  auto file = std::make_shared<SourceFile>("<" + std::string(name) + ">", std::string(text));
  diag::Sink sink;
  syntax::ModulePtr tree = syntax::parse(file, sink, {.skipFunctions = true});
  return trees.emplace(std::pair(std::string(name), text.data()), std::move(tree)).first->second;
}

const NativeModule* nativeModule(Vm& vm, std::string_view name) {
  for (const NativeModule& module : vm.library().modules)
    if (module.name == name) return &module;
  return nullptr;
}

std::string_view parentOf(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(0, dot);
}

void setIdentity(Vm& vm, Module& module) {
  auto set = [&](std::string_view name, Value value) {
    module.globals->set(vm.intern(name), std::move(value));
  };
  set("__name__", vm.intern(module.name));
  set("__doc__", Value::none());
  set("__package__",
      vm.intern(module.isPackage ? std::string_view(module.name) : parentOf(module.name)));
  set("__loader__", Value::none());
  set("__spec__", Value::none());
  if (!module.path.empty()) set("__file__", vm.str(module.path));
  if (module.isPackage) set("__path__", Value(vm.list()));
}

Ref<Module> newModule(Vm& vm, std::string_view name) {
  Ref<Module> module = new Module(vm.types.module, std::string(name));
  module->globals = vm.dict();
  return module;
}

bool isDunder(const Str& name) { return name.text.starts_with("__") && name.text.ends_with("__"); }

bool isPublic(Vm& vm, Module& module, Str* name) {
  Value* all = module.globals->find(vm.intern("__all__"));
  if (!all || all->isUnknown()) return !name->text.starts_with('_');
  const std::vector<Value>* names = nullptr;
  if (const List* list = all->as<List>()) names = &list->items;
  if (const Tuple* tuple = all->as<Tuple>()) names = &tuple->items;
  if (!names) return !name->text.starts_with('_');
  for (const Value& item : *names)
    if (const Str* text = item.as<Str>(); text && text->text == name->text) return true;
  return false;
}

// Parses the tree of a library module on first use. Returns false when the module is purely native.
bool hasTree(Module& module) {
  if (module.tree) return true;
  std::optional<prelude::Source> source = prelude::find(module.name);
  if (!source) return false;
  module.tree = preludeTree(module.name, source->text);
  module.source = module.tree->file;
  return true;
}

bool isNamed(const syntax::Expr* expr, std::string_view name) {
  const auto* variable = syntax::dynCast<syntax::Name>(expr);
  return variable && variable->id == name;
}

// The elements of a module's __all__ when it is assigned once, at module level, as a list or tuple;
// null otherwise.
const syntax::Sequence* writtenAll(const syntax::Module& tree) {
  const syntax::Sequence* sequence = nullptr;
  for (const syntax::Stmt* stmt : tree.body) {
    const auto* assign = syntax::dynCast<syntax::Assign>(stmt);
    if (assign && assign->targets.size() == 1 && isNamed(assign->targets[0], "__all__")) {
      if (sequence || (assign->value->kind != syntax::ExprKind::List &&
                       assign->value->kind != syntax::ExprKind::Tuple))
        return nullptr;
      sequence = static_cast<const syntax::Sequence*>(assign->value);
    }
    const auto* extended = syntax::dynCast<syntax::AugAssign>(stmt);
    if (extended && isNamed(extended->target, "__all__")) return nullptr;
    const auto* plain = syntax::dynCast<syntax::ExprStmt>(stmt);
    const auto* call = plain ? syntax::dynCast<syntax::Call>(plain->value) : nullptr;
    const auto* method = call ? syntax::dynCast<syntax::Attribute>(call->func) : nullptr;
    if (method && isNamed(method->value, "__all__")) return nullptr;
  }
  return sequence;
}

// True when `from module import *` may bind the name, judged without running the module. Otherwise
// looking up a builtin would run every starred module.
bool mayExport(Module& module, const Str& name) {
  const syntax::Sequence* all = hasTree(module) ? writtenAll(*module.tree) : nullptr;
  if (!all) return true;
  for (const syntax::Expr* element : all->elts) {
    const auto* text = syntax::dynCast<syntax::Constant>(element);
    if (!text || text->text == name.text) return true;
  }
  return false;
}

// True when the imports of a module run at once, as in Python. Imports of installed packages run
// lazily, because packages import many modules that a program doesn't use or JitScope doesn't have.
bool runsImports(Vm& vm, const Module& importer) {
  if (!vm.strict || importer.isLibrary) return false;
  return !isInstalled(importer);
}

[[noreturn]] void raiseNoModule(Vm& vm, std::string_view name) {
  vm.raise(vm.types.ModuleNotFoundError, "No module named '" + std::string(name) + "'");
}

// The value that the program has stored in sys.modules in place of a module; null for none. Raises
// ModuleNotFoundError for None.
const Value* replacedModule(Vm& vm, std::string_view name) {
  const auto& replaced = vm.state().replacedModules;
  const auto entry = replaced.find(name);
  if (entry == replaced.end()) return nullptr;
  if (entry->second.isNone())
    vm.raise(vm.types.ModuleNotFoundError,
             "import of " + std::string(name) + " halted; None in sys.modules");
  return &entry->second;
}

[[noreturn]] void raiseSyntaxError(Vm& vm, const Module& module) {
  const diag::Diagnostic& error = *module.syntaxError;
  const SourceFile& file = *error.range.file;
  const uint32_t line = file.lineOf(error.range.span.begin);
  const uint32_t column = error.range.span.begin - file.lineStart(line) + 1;
  Ref<ExceptionObject> exception =
      vm.makeException(vm.types.SyntaxError,
                       {vm.str(error.message),
                        vm.tuple({vm.str(file.path()), Value::integer(line), Value::integer(column),
                                  vm.str(std::string(file.lineText(line)))})});
  exception->diagnostic = module.syntaxError;
  throw Raised{exception};
}

// Reads the folders that the program has added to sys.path. A change makes modules possible that
// could not be found before.
void readAddedPaths(Vm& vm) {
  auto& modules = vm.state().modules;
  const auto sys = modules.find("sys");
  if (sys == modules.end()) return;
  const Value* path = sys->second->globals->find(vm.intern("path"));
  const auto* list = path ? path->as<List>() : nullptr;
  if (!list) return;
  std::vector<std::string> folders;
  for (const Value& item : list->items)
    if (const auto* text = item.as<Str>(); text && !text->text.empty())
      folders.push_back(text->text);
  if (folders == vm.state().addedPaths) return;
  vm.state().addedPaths = std::move(folders);
  std::erase_if(modules, [](const auto& entry) { return !entry.second; });
}

ModuleLoader::Loaded load(Vm& vm, std::string_view name) {
  for (std::string folder : vm.state().addedPaths) {
    // Python's modules have absolute paths, by which a debugger knows their lines. Reports of
    // checks spell paths as the user does.
    if (vm.strict) folder = std::filesystem::absolute(folder).lexically_normal().string();
    if (ModuleLoader::Loaded loaded = vm.state().loader->loadFrom(folder, name); loaded.tree)
      return loaded;
  }
  return vm.state().loader->load(name);
}

// Searches star imports for a name. Modules may star-import each other, directly or over several
// ways, so each module is searched once.
class StarSearch {
 public:
  StarSearch(Vm& vm, Str* name) : vm_(vm), name_(name) {}

  Value through(Module& importer) {
    checkDepth(vm_);
    seen_.insert(&importer);
    for (size_t i = importer.stars.size(); i > 0; --i) {
      const Ref<Module> star = importer.stars[i - 1];
      if (!seen_.insert(star.get()).second) continue;
      if (Value value = in(*star); !value.isUnbound()) return value;
    }
    return Value();
  }

 private:
  Value in(Module& module) {
    if (module.state == Module::State::Declared) {
      if (!mayExport(module, *name_)) return Value();
      vm_.runModule(module);
    }
    if (!isPublic(vm_, module, name_)) return Value();
    // The name is public. moduleAttribute resolves it, for example when it is itself an import.
    if (module.globals->find(name_)) return vm_.moduleAttribute(module, name_);
    if (module.missing) {
      if (Value value = module.missing(vm_, module, name_); !value.isUnbound()) return value;
    }
    return through(module);
  }

  Vm& vm_;
  Str* name_;
  std::unordered_set<const Module*> seen_;
};

}  // namespace

bool isInstalled(const Module& module) { return ts::isInstalled(module.path); }

Ref<Module> Vm::module(std::string_view name) {
  auto entry = state_->modules.find(name);
  if (entry != state_->modules.end() && entry->second) return entry->second;
  readAddedPaths(*this);
  entry = state_->modules.find(name);
  if (entry != state_->modules.end()) return entry->second;
  Ref<Module> result;
  const NativeModule* native = nativeModule(*this, name);
  std::optional<prelude::Source> source = strict ? preludeForRuns(name) : preludeForChecks(name);
  ModuleLoader::Loaded loaded;
  if (source && isBehindInstalled(name) && (loaded = load(*this, name)).tree) source.reset();
  if (name == "builtins") {
    result = newModule(*this, name);
    result->isLibrary = true;
    result->state = Module::State::Done;
    result->globals = builtins_;
  } else if (native || source) {
    result = newModule(*this, name);
    result->isLibrary = true;
    result->isPackage = source && source->isPackage;
    result->isImported = true;
    setIdentity(*this, *result);
    if (!source) result->state = Module::State::Done;
    state_->modules.emplace(std::string(name), result);
    if (native) native->fill(*this, *result);
    return result;
  } else if (Ref<Module> top =
                 parentOf(name).empty() ? nullptr : module(name.substr(0, name.find('.')));
             top && top->isLibrary && !isStub(*top)) {
    // A missing submodule of a library isn't loaded from an installed package of the same name.
  } else if (loaded.tree ||
             (!(strict && isAlwaysStub(name)) && (loaded = load(*this, name)).tree)) {
    result = newModule(*this, name);
    result->tree = loaded.tree;
    result->source = loaded.tree->file;
    result->path = loaded.path;
    result->isPackage = loaded.isPackage;
    result->syntaxError = loaded.syntaxError;
    result->isImported = !strict;
    setIdentity(*this, *result);
  } else if (strict && (isStandardModule(name) || isAlwaysStub(name))) {
    result = newModule(*this, name);
    makeStub(*result);
    setIdentity(*this, *result);
  }
  // Caches missing modules as well.
  state_->modules.emplace(std::string(name), result);
  return result;
}

Ref<Module> Vm::addModule(std::string name, SourceFilePtr source, syntax::ModulePtr tree,
                          bool isPackage) {
  Ref<Module> module = newModule(*this, name);
  module->source = std::move(source);
  module->tree = std::move(tree);
  module->path = module->source ? module->source->path() : std::string();
  module->isPackage = isPackage;
  setIdentity(*this, *module);
  state_->modules[std::move(name)] = module;
  return module;
}

Ref<Module> Vm::fragmentOf(const Module& module, syntax::ModulePtr tree) {
  Ref<Module> result(new Module(types.module, module.name));
  result->source = tree->file;
  result->path = module.path;
  result->isPackage = module.isPackage;
  result->globals = module.globals;
  result->tree = std::move(tree);
  return result;
}

void Vm::eachSource(const std::function<void(Module&)>& use) const {
  for (const auto& [name, module] : state_->modules) {
    if (!module || !module->source) continue;
    if (module->cells.empty()) use(*module);
    for (const Ref<Module>& cell : module->cells) use(*cell);
  }
}

Value Vm::runModule(Module& module) {
  if (module.state != Module::State::Declared) return Value::none();
  // In a running program a package runs before its submodules, which may then have run as well.
  if (strict && !module.isLibrary) {
    const std::string_view parent = parentOf(module.name);
    const Ref<Module> package = parent.empty() ? nullptr : this->module(parent);
    if (package && package->state == Module::State::Declared && !package->isLibrary) {
      Ref<Module> alive = &module;
      runModule(*package);
      if (module.state != Module::State::Declared) return Value::none();
    }
  }
  if (strict && module.syntaxError) raiseSyntaxError(*this, module);
  module.state = Module::State::Running;
  Ref<Module> alive = &module;
  if (!hasTree(module)) {
    module.state = Module::State::Done;
    return Value::none();
  }
  try {
    runStatements(module, nullptr);
  } catch (...) {
    module.state = Module::State::Done;
    throw;
  }
  module.state = Module::State::Done;
  return Value::none();
}

void Vm::runStatements(Module& module, const syntax::Stmt* stmt) {
  Ref<Module> alive = &module;
  // The module's own changes don't depend on the condition under which it is first needed.
  PathChanges* outer = std::exchange(pathChanges_, nullptr);
  Ref<Code> code = moduleCode(*this, module);
  code->statement = stmt;
  try {
    compile(*this, *code);
    Frame frame;
    frame.code = code.get();
    frame.module = &module;
    SlotScope slots(*this, code->slotCount() + code->stackSize);
    frame.slots = slots.slots;
    FrameScope running(*this, frame);
    run(*this, frame, 0, 0);
  } catch (UnknownTruth&) {
  } catch (...) {
    pathChanges_ = outer;
    throw;
  }
  pathChanges_ = outer;
}

Value Vm::settled(const Value& value) {
  if (!value.isObject() || value.object()->kind != Kind::Deferred) return value;
  Ref<Deferred> deferred = static_cast<Deferred*>(value.object());
  return resolve(*this, *deferred);
}

Value Vm::moduleAttribute(Module& module, Str* name) {
  Value* match = module.globals->find(name);
  if (!match && module.state == Module::State::Declared) {
    runModule(module);
    match = module.globals->find(name);
  } else if (match && module.state == Module::State::Declared && !isDunder(*name) &&
             (module.tree || prelude::find(module.name))) {
    // The module's Python code may redefine names of its native part.
    runModule(module);
    match = module.globals->find(name);
  }
  if (match) {
    if (!match->isObject() || match->object()->kind != Kind::Deferred) return *match;
    Ref<Deferred> deferred = static_cast<Deferred*>(match->object());
    // `from . import nn` in a package's own file refers to itself: it means the submodule.
    if (deferred->name) {
      Value value = resolve(*this, *deferred);
      module.globals->set(name, value);
      return value;
    }
  }
  if (module.missing) {
    Value value = module.missing(*this, module, name);
    if (!value.isUnbound()) {
      module.globals->set(name, value);
      return value;
    }
  }
  if (Value value = starAttribute(*this, module, name); !value.isUnbound()) {
    module.globals->set(name, value);
    return value;
  }
  if (isDunder(*name)) return Value();
  if (const Value* replaced = replacedModule(*this, module.name + "." + name->text))
    return *replaced;
  if (module.isPackage || module.isLibrary)
    if (Ref<Module> submodule = this->module(module.name + "." + name->text)) {
      if (strict && !submodule->isLibrary) runModule(*submodule);
      return Value(submodule);
    }
  if (Value* getter = module.globals->find(intern("__getattr__")))
    return call(*getter, {Value(name)});
  if (module.hasUnknownStar || (module.isLibrary && !strict)) return Value::unknown();
  return Value();
}

Value starAttribute(Vm& vm, Module& importer, Str* name) {
  if (importer.stars.empty() || isDunder(*name)) return Value();
  return StarSearch(vm, name).through(importer);
}

void bindStarNames(Vm& vm, Module& importer) {
  // A module whose stars are bound has none, so that cycles end.
  const std::vector<Ref<Module>> stars = std::exchange(importer.stars, {});
  for (size_t i = stars.size(); i > 0; --i) {
    Module& star = *stars[i - 1];
    vm.runModule(star);
    bindStarNames(vm, star);
    std::vector<Str*> names;
    star.globals->each([&](const Value& key, const Value&) {
      auto* name = key.as<Str>();
      if (name && isPublic(vm, star, name) && !importer.globals->find(name)) names.push_back(name);
    });
    for (Str* name : names) {
      Value value = vm.moduleAttribute(star, name);
      if (!value.isUnbound()) importer.globals->set(name, value);
    }
  }
  importer.stars = stars;  // lazy members of native modules are found by name only
}

Value resolve(Vm& vm, Deferred& deferred) {
  Module& module = *deferred.module;
  if (!deferred.name) return Value::unknown();
  if (deferred.definition) {
    // The name is unbound while its definition runs, and stays so if that fails.
    module.globals->erase(deferred.name);
    vm.runStatements(module, deferred.definition);
    if (Value* result = module.globals->find(deferred.name)) return *result;
    raiseUndefined(vm, deferred.name);
  }
  Str* name = std::exchange(deferred.name, nullptr);  // null while the lookup runs
  Value value;
  try {
    value = vm.moduleAttribute(module, name);
  } catch (...) {
    deferred.name = name;
    throw;
  }
  deferred.name = name;
  if (!value.isUnbound()) return value;
  if (module.state == Module::State::Running && !vm.strict) return Value::unknown();
  std::string text = "cannot import name '" + deferred.name->text + "' from ";
  if (module.state == Module::State::Running)
    text +=
        "partially initialized module '" + module.name + "' (most likely due to a circular import)";
  else
    text += "'" + module.name + "'";
  vm.raise(vm.types.ImportError,
           text + (module.path.empty() ? " (unknown location)" : " (" + module.path + ")"));
}

Value Vm::import(std::string_view dottedName) {
  size_t dot = dottedName.find('.');
  std::string_view first = dottedName.substr(0, dot);
  if (const Value* replaced = replacedModule(*this, first)) return *replaced;
  Ref<Module> package = module(first);
  if (!package) {
    if (strict) raiseNoModule(*this, first);
    return Value::unknown();
  }
  // Declares the packages in between, so that attribute access finds them.
  while (dot != dottedName.npos) {
    dot = dottedName.find('.', dot + 1);
    std::string_view name = dottedName.substr(0, dot);
    if (!replacedModule(*this, name) && !module(name) && strict) raiseNoModule(*this, name);
  }
  return Value(package);
}

Value importModule(Vm& vm, Module& importer, std::string_view dottedName, bool itself) {
  if (const Value* replaced = itself ? replacedModule(vm, dottedName) : nullptr) return *replaced;
  Value package = vm.import(dottedName);
  bool eager = runsImports(vm, importer);
  if (eager) {
    for (size_t dot = dottedName.find('.');; dot = dottedName.find('.', dot + 1)) {
      const std::string_view name = dottedName.substr(0, dot);
      if (!replacedModule(vm, name))
        if (Ref<Module> module = vm.module(name)) vm.runModule(*module);
      if (dot == dottedName.npos) break;
    }
  }
  if (!itself || package.isUnknown()) return package;
  if (Ref<Module> module = vm.module(dottedName)) return Value(module);
  // An attribute of a package that isn't a module of its own: os.path.
  if (dottedName.find('.') != dottedName.npos) {
    if (Ref<Module> parent = vm.module(parentOf(dottedName))) {
      Value value =
          vm.moduleAttribute(*parent, vm.intern(dottedName.substr(dottedName.rfind('.') + 1)));
      if (!value.isUnbound()) return value;
    }
  }
  return Value::unknown();
}

Value importFrom(Vm& vm, Module& importer, bool isAtTop, std::string_view dottedName, Str* name) {
  if (const Value* replaced = replacedModule(vm, dottedName)) {
    const Value held = *replaced;
    Value value;
    if (held.isUnknown() || vm.tryGetattr(held, name, value))
      return held.isUnknown() ? held : value;
    vm.raise(vm.types.ImportError, "cannot import name '" + name->text + "' from '" +
                                       std::string(dottedName) + "' (unknown location)");
  }
  Value package = vm.import(dottedName);
  Ref<Module> module = vm.module(dottedName);
  if (!module) {
    if (package.isUnknown()) return Value::unknown();
    Value itself = importModule(vm, importer, dottedName, true);
    Value value;
    if (!itself.isUnknown() && vm.tryGetattr(itself, name, value)) return value;
    return Value::unknown();
  }
  Ref<Deferred> deferred = new Deferred(module, name);
  bool eager = runsImports(vm, importer) || !isAtTop;
  if (!eager) return Value(deferred);
  return resolve(vm, *deferred);
}

void importStar(Vm& vm, Frame& frame, std::string_view dottedName) {
  Value package = vm.import(dottedName);
  Ref<Module> module = vm.module(dottedName);
  if (!module) {
    frame.module->hasUnknownStar = true;
    return;
  }
  if (runsImports(vm, *frame.module)) vm.runModule(*module);
  frame.module->stars.push_back(module);
}

}  // namespace ts::eval
