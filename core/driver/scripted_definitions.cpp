#include "core/driver/scripted_definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>

#include "core/base/heap.h"
#include "core/base/limit_error.h"
#include "core/base/sort_unique.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/roots/check_file.h"
#include "core/compiler/slicing/jit_sites.h"
#include "core/driver/chosen_definitions.h"
#include "core/driver/file_evaluation.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/source/library_path.h"

namespace ts::driver {

namespace {

// Compiles one object as a root; problems in other files get a note with its place.
// call: the place of the object's construction.
void checkNamedRoot(FileEvaluation& evaluation, const eval::Value& value, SourceRange at,
                    SourceRange call, RootResult& result) {
  compiler::RootReport& report = result.report;
  compiler::CompilationUnit& unit = evaluation.unit();
  const size_t before = unit.sink().size();
  const compiler::CompiledRoot compiled =
      compiler::checkScripted(unit, evaluation.module(), value, at);
  ++(compiled.module ? report.models : report.functions);
  compiler::addReachedClasses(unit, value, report.reached);
  compiler::relateToRoot(unit, before, at, "scripted by");
  addConstructions(unit, evaluation.calls(), value, call, result.constructions);
}

void checkDefinition(FileEvaluation& evaluation, const syntax::Stmt& stmt, SourceRange name,
                     RootResult& result) {
  auto skip = [&](std::string reason) {
    result.report.skipped.push_back({name, std::move(reason), {}});
  };
  eval::Value value = evaluation.file().lookup(name.text());
  if (value.isUnbound() || value.isUnknown())
    return skip(fmt::format("the value of `{}` is not known", name.text()));
  SourceRange call;
  if (compiler::isModuleClass(evaluation.unit(), value)) {
    MadeInstance instance = evaluation.instanceOf(syntax::as<syntax::ClassDef>(stmt), value);
    value = std::move(instance.value);
    call = instance.call;
    if (!value.object())
      return skip(fmt::format("no call of `{}` is known that makes an instance", name.text()));
    if (!evaluation.unit().modules().isComplete(value))
      return skip(fmt::format("an instance of `{}` gets its parameters later", name.text()));
  }
  checkNamedRoot(evaluation, value, name, call, result);
}

// A root of the project file, checked in an environment of its own.
class ProjectRootCheck {
 public:
  ProjectRootCheck(const Snapshot& snapshot, const ProjectFile& project, compiler::Facts& facts,
                   const std::stop_token& stop)
      : snapshot_(snapshot), project_(project), facts_(facts), stop_(stop) {}

  void check(const ProjectRoot& root, RootResult& result) {
    const ProjectRootModule module = evaluateModuleOf(snapshot_, project_, root, stop_);
    if (module.parsed) result.files.push_back(module.parsed);
    if (!module.evaluation) return skip(root, module.error, result);
    FileEvaluation& evaluation = *module.evaluation;
    evaluation.unit().setFacts(&facts_);
    result.typesOwners.push_back(evaluation.unit().sharedTypes());
    const compiler::EvaluationResult evaluated = evaluation.file().evaluate(root.expression);
    if (evaluated.value.object()) {
      checkNamedRoot(evaluation, evaluated.value, root.at, root.at, result);
    } else {
      std::string reason = evaluated.error;
      if (reason.empty() && !evaluated.value.isUnknown())
        reason = fmt::format("`{}` is not a function, a class or a module", root.expression);
      if (reason.empty()) reason = evaluation.file().exceptionOf(root.expression);
      if (reason.empty()) reason = fmt::format("the value of `{}` is not known", root.expression);
      skip(root, reason, result);
    }
    addNew(result.diagnostics, evaluation.unit().sink().take());
    std::ranges::move(evaluation.files(), std::back_inserter(result.files));
  }

 private:
  static void skip(const ProjectRoot& root, const std::string& reason, RootResult& result) {
    result.diagnostics.push_back(diag::makeDiagnostic(diag::Rule::ProjectRootNotFound, root.at,
                                                      "this is not checked: " + reason));
  }

  const Snapshot& snapshot_;
  const ProjectFile& project_;
  compiler::Facts& facts_;
  const std::stop_token& stop_;
};

}  // namespace

ProjectRootModule evaluateModuleOf(const Snapshot& snapshot, const ProjectFile& project,
                                   const ProjectRoot& root, const std::stop_token& stop,
                                   compiler::Purpose purpose) {
  std::vector<std::string> paths = snapshot.searchPaths(project.folder);
  const ModulePlace place = findModule(snapshot.files(), paths, root.module);
  if (!place) return {fmt::format("the module `{}` is not found", root.module), {}, {}};
  if (place.isNamespace) return {fmt::format("`{}` is a folder without code", root.module), {}, {}};
  const ParsedFilePtr parsed = snapshot.parse(place.path);
  if (!parsed->tree) return {fmt::format("{}: {}", place.path, parsed->error), {}, {}};
  if (hasErrors(parsed->problems)) return {place.path + " has syntax errors", parsed, {}};
  const std::string top = moduleNameOf(snapshot.files(), place.path).top;
  for (std::string& added : snapshot.searchPaths(top))
    if (std::ranges::find(paths, added) == paths.end()) paths.push_back(std::move(added));
  const ModuleName name{root.module, top, place.isPackage};
  return {{},
          parsed,
          std::make_unique<FileEvaluation>(snapshot, place.path, parsed, name, std::move(paths),
                                           stop, purpose)};
}

RootResult checkScriptedDefinitions(const Snapshot& snapshot, const std::string& path,
                                    const ParsedFilePtr& parsed,
                                    const diag::ChosenDefinitions& chosen, compiler::Facts* facts,
                                    const std::stop_token& stop) {
  RootResult result;
  result.path = path;
  try {
    FileEvaluation evaluation(snapshot, path, parsed, stop);
    evaluation.unit().setFacts(facts);
    for (const syntax::Stmt* stmt : parsed->tree->body) {
      if (!chosen.isScripted(definitionSpan(*stmt))) continue;
      evaluation.unit().pollStop();
      checkDefinition(evaluation, *stmt, {parsed->file.get(), definedName(*stmt)}, result);
    }
    result.diagnostics = evaluation.unit().sink().take();
    if (facts) result.typesOwners.push_back(evaluation.unit().sharedTypes());
    result.files = evaluation.files();
  } catch (const Cancelled&) {
    result.isCancelled = true;
    return result;
  }
  sortUnique(result.report.reached);
  return result;
}

FileResult checkProjectRoots(const Snapshot& snapshot, const ProjectFile& project, Detail detail,
                             const std::stop_token& stop) {
  RootResult roots;
  FileResult result;
  result.path = project.path;
  result.file = project.source;
  const auto facts = std::make_shared<compiler::Facts>(
      [](const SourceFile& file) { return !isLibrary(file.path()); });
  if (detail == Detail::Facts) result.facts = facts;
  try {
    ProjectRootCheck check(snapshot, project, *facts, stop);
    for (const ProjectRoot& root : project.roots) {
      const heap::Budget budget(kMaxCheckMemory);
      try {
        check.check(root, roots);
      } catch (const std::bad_alloc&) {
        roots.diagnostics.push_back(diag::makeDiagnostic(
            diag::Rule::CheckLimit, root.at,
            fmt::format("the check of this root needs more than {} MB of memory, or {}",
                        kMaxCheckMemory >> 20, heap::exhausted())));
      } catch (const LimitError& reached) {
        roots.diagnostics.push_back(
            diag::makeDiagnostic(diag::Rule::CheckLimit, root.at, reached.what()));
      }
    }
  } catch (const Cancelled&) {
    result.isCancelled = true;
    return result;
  }
  sortUnique(roots.report.reached);
  result.imports = std::move(roots.files);
  result.typesOwner = std::make_shared<const std::vector<std::shared_ptr<const void>>>(
      std::move(roots.typesOwners));
  result.roots = std::move(roots.report);
  result.constructions = std::move(roots.constructions);
  PostprocessOptions options;
  options.severity = &snapshot.options().severity;
  postprocessDiagnostics(result, std::move(roots.diagnostics), options);
  addFixes(result, *facts);
  return result;
}

}  // namespace ts::driver
