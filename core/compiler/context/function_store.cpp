#include "core/compiler/context/function_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/context/body_compiler.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/reports/compile_error.h"
#include "core/source/library_path.h"

namespace ts::compiler {

using diag::Rule;

namespace {

// Compilation recurses as deep as calls nest. Beyond this depth the compiler reports an error.
constexpr size_t kMaxCompileDepth = 200;

SourceRange definitionOf(const PyFunction& source) {
  return {source.module->tree->file.get(), source.def->span};
}

constexpr size_t kMostCallers = 3;  // that a problem names

// "helper", "Net.forward", "the property Net.scale".
std::string calledName(const ir::Function& function, const types::ClassType* self) {
  std::string_view name = function.simpleName();
  if (!self) return std::string(name);
  const std::string cls = self->annotation();
  for (const std::string_view accessor : {"_getter", "_setter"}) {
    if (!name.starts_with("__") || !name.ends_with(accessor)) continue;
    name.remove_prefix(2);
    name.remove_suffix(accessor.size());
    return fmt::format("the property {}.{}", cls.substr(cls.rfind('.') + 1), name);
  }
  return fmt::format("{}.{}", cls.substr(cls.rfind('.') + 1), name);
}

}  // namespace

void FunctionStore::addCallers(const ir::Function& function, bool isModule, size_t first) {
  const SourceRange& definition = function.definition;
  if (context_.problems().sink().size() <= first || !definition ||
      isLibrary(definition.file->path()))
    return;
  std::vector<diag::Note> notes;
  const std::string* called = nullptr;
  for (size_t i = running_.size() - 1; i-- > 0 && notes.size() < kMostCallers;) {
    const Running& caller = running_[i];
    if (!caller.at || isLibrary(caller.at.file->path())) continue;
    const std::string text = called ? fmt::format("{} calls {}", caller.name, *called)
                                    : fmt::format("{} is compiled because {} calls it",
                                                  running_.back().name, caller.name);
    // The first line of an `if` or a loop.
    SourceRange at = caller.at;
    const std::string_view code = at.text();
    at.span.end = at.span.begin + static_cast<uint32_t>(std::min(code.find('\n'), code.size()));
    notes.push_back({at, text});
    called = &caller.name;
  }
  if (notes.empty() && isModule && reason_) notes.push_back(reason_(running_.back().name));
  if (running_.size() == 1 && isModule && running_.back().name.starts_with("the property"))
    notes.push_back({{},
                     "properties of a module are compiled; __jit_unused_properties__ leaves "
                     "one out"});
  if (!notes.empty()) context_.problems().addNotes(first, definition, notes);
}

ir::Function* FunctionStore::make(std::string qualifiedName, SourceRange definition) {
  auto function = std::make_unique<ir::Function>();
  function->qualifiedName = std::move(qualifiedName);
  function->definition = definition;
  functions_.push_back(std::move(function));
  return functions_.back().get();
}

void FunctionStore::compileBody(ir::Function* function, const PyFunction& source,
                                const types::ClassType* self) {
  context_.pollStop();
  if (inProgress_.size() >= kMaxCompileDepth) {
    const SourceRange at{source.module->tree->file.get(), source.def->name.span};
    context_.report(
        CompileError(
            Rule::CallsTooDeep, at,
            fmt::format("calls are nested more than {} functions deep (the limit on compilation)",
                        kMaxCompileDepth))
            .diagnostic);
    function->graph = nullptr;
    return;
  }
  inProgress_.insert(function);
  running_.push_back({calledName(*function, self), {}});
  const ProblemLog::Recording recording = context_.problems().startRecording();
  context_.bodies().compileBody(*function, source, self);
  addCallers(*function, self && self->isModule(), recording.first);
  context_.problems().endRecording(function, recording);
  running_.pop_back();
  if (function->graph) function->graph->keepAlive(context_.sharedTypes());
  inProgress_.erase(function);
}

ir::Function* FunctionStore::compile(const PyFunction& source) {
  const auto entry = compiled_.functions.find(&source);
  if (entry != compiled_.functions.end()) {
    context_.problems().repeatProblems(entry->second);
    return entry->second;
  }
  if (!source.def || source.def->kind != syntax::StmtKind::FunctionDef) {
    if (source.module && source.def) {
      context_.report(CompileError(Rule::NotAPlainFunction,
                                   {source.module->tree->file.get(), source.def->name.span},
                                   fmt::format("'{}' is a coroutine, which TorchScript does not "
                                               "have",
                                               source.def->name.text))
                          .diagnostic);
    }
    return compiled_.functions[&source] = nullptr;
  }
  // PyTorch names a function by its module and __name__, even when the function is nested.
  const std::string name = source.module->name + "." + std::string(source.def->name.text);
  ir::Function* function = make(context_.names().uniqueName(name), definitionOf(source));
  compiled_.functions[&source] = function;
  compileBody(function, source, nullptr);
  return function;
}

std::vector<ir::Function*> FunctionStore::compileOverloads(const PyFunction& source) {
  const auto entry = compiled_.overloads.find(&source);
  if (entry != compiled_.overloads.end()) {
    context_.problems().repeatProblems(&source);
    return entry->second;
  }
  const ProblemLog::Recording recording = context_.problems().startRecording();
  // Each declaration defines the types; the implementation defines the body and the defaults.
  std::vector<ir::Function*> overloads;
  compiled_.overloads[&source] = {};
  checkOverloads(context_.problems(), source);
  for (const PyFunction* declaration : source.overloads) {
    auto merged = std::make_unique<PyFunction>(source);
    merged->overloads.clear();
    merged->declaration = declaration;
    overloads.push_back(compile(*keep(std::move(merged))));
  }
  std::erase(overloads, nullptr);
  context_.problems().endRecording(&source, recording);
  return compiled_.overloads[&source] = overloads;
}

ir::Function* FunctionStore::compileNamed(const PyFunction& source,
                                          const std::string& qualifiedName) {
  ir::Function* function = make(qualifiedName, definitionOf(source));
  compileBody(function, source, nullptr);
  return function;
}

ir::Function* FunctionStore::declareMethod(const PyFunction& source, const types::ClassType* self,
                                           const std::string& name) {
  ir::Function* function = make(self->qualifiedName() + "." + name, definitionOf(source));
  pending_[function] = {&source, self};
  return function;
}

ir::Function* FunctionStore::declare(const std::string& qualifiedName,
                                     const ops::FunctionSchema& schema) {
  const std::string key = qualifiedName + "\n" + schema.str();
  if (const auto entry = declared_.find(key); entry != declared_.end()) return entry->second;
  ir::Function* function = make(qualifiedName, {});
  function->schema = schema;
  return declared_[key] = function;
}

void FunctionStore::ensureCompiled(ir::Function* function) {
  const auto declared = pending_.find(function);
  if (declared == pending_.end()) return context_.problems().repeatProblems(function);
  const Pending pending = declared->second;
  pending_.erase(declared);
  compileBody(function, *pending.source, pending.self);
}

const PyFunction* FunctionStore::sourceOf(const ir::Graph& graph) const {
  for (const auto& [source, function] : compiled_.functions)
    if (function && function->graph.get() == &graph) return source;
  return nullptr;
}

const PyFunction* FunctionStore::keep(std::unique_ptr<PyFunction> created) {
  createdSources_.push_back(std::move(created));
  return createdSources_.back().get();
}

void FunctionStore::forgetFailures() {
  std::erase_if(compiled_.functions, [](const auto& existing) {
    const ir::Function* function = existing.second;
    return !function || !function->graph;
  });
}

}  // namespace ts::compiler
