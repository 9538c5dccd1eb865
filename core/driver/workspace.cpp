#include "core/driver/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>

#include "core/base/heap.h"
#include "core/compiler/roots/check_file.h"
#include "core/driver/candidates.h"
#include "core/driver/chosen_definitions.h"
#include "core/driver/missing_imports.h"
#include "core/driver/module_search.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/root_checker.h"
#include "core/driver/scripted_definitions.h"
#include "core/driver/syntax_damage.h"
#include "core/driver/workspace_index.h"
#include "core/eval/vm/vm.h"
#include "core/source/library_path.h"

namespace ts::driver {

namespace {

std::vector<Span> commentsOf(const syntax::Module& tree) {
  std::vector<Span> comments;
  comments.reserve(tree.comments.size());
  for (const syntax::Comment& comment : tree.comments) comments.push_back(comment.span);
  return comments;
}

// Returns whether a range is in a top-level function, which --roots=all compiles.
bool isInFunction(const syntax::Module& tree, Span span) {
  return std::any_of(tree.body.begin(), tree.body.end(), [&](const syntax::Stmt* stmt) {
    return stmt->kind == syntax::StmtKind::FunctionDef && stmt->span.begin <= span.begin &&
           span.begin < stmt->span.end;
  });
}

}  // namespace

FileResult Snapshot::check(const std::string& path, Detail detail,
                           const std::stop_token& stop) const {
  return withinBudget(
      path, [&](const ParsedFilePtr& parsed) { return checkParsed(path, parsed, detail, stop); });
}

FileResult Snapshot::checkCandidates(const std::string& path,
                                     const std::vector<compiler::ReachedClass>& reached,
                                     Detail detail, const std::stop_token& stop) const {
  return withinBudget(path, [&](const ParsedFilePtr& parsed) {
    FileResult result;
    result.path = path;
    result.error = parsed->error;
    if (!parsed->file || chosenDefinitions(*parsed).isFileOff) return result;
    HealthyFile healthy{parsed, {}};
    if (hasErrors(parsed->problems)) healthy = healthyFile(*parsed);
    if (!healthy.parsed) return result;
    compiler::Facts facts([](const SourceFile& file) { return !isLibrary(file.path()); });
    CandidateResult checked =
        driver::checkCandidates(*this, path, healthy.parsed, reached, facts, detail, stop);
    dropDamaged(*parsed->file, healthy.damaged, checked.diagnostics);
    result.isCancelled = stop.stop_requested();
    result.file = parsed->file;
    result.tree = parsed->tree;
    result.imports = std::move(checked.files);
    result.roots.models = checked.models;
    result.candidatesWithProblems = checked.withProblems;
    if (detail == Detail::Facts) {
      result.types = facts.types(parsed->file.get());
      result.overloads = facts.overloads(parsed->file.get());
    }
    result.typesOwner = std::move(checked.typesOwner);
    result.constructions = std::move(checked.constructions);
    postprocessDiagnostics(result, std::move(checked.diagnostics),
                           {commentsOf(*result.tree), false, Roots::Auto, {}, {}});
    // Suppression comments are judged by the check of the file itself.
    std::erase_if(result.diagnostics, [](const diag::Diagnostic& diagnostic) {
      return diag::info(diagnostic.rule).family == diag::Family::Syntax;
    });
    addFixes(result, facts);
    return result;
  });
}

FileResult Snapshot::withinBudget(
    const std::string& path,
    const std::function<FileResult(const ParsedFilePtr& parsed)>& check) const {
  FileResult result;
  try {
    const ParsedFilePtr parsed = parse(path);
    const heap::Budget budget(kMaxCheckMemory);
    result = check(parsed);
    result.isShortOfMemory = budget.metProcessLimit();
  } catch (const std::bad_alloc&) {
    const heap::Reserve reserve;
    result.path = path;
    result.error = fmt::format("the check needs more than {} MB of memory, or {}",
                               kMaxCheckMemory >> 20, heap::exhausted());
    result.isShortOfMemory = true;
  } catch (const LimitError& reached) {  // in the evaluator's start, when memory is short
    const heap::Reserve reserve;
    result.path = path;
    result.error = reached.what();
    result.isShortOfMemory = true;
  }
  // Trees can be parsed again; checks cannot go on without memory.
  if (heap::isNearLimit()) cache_->clear();
  heap::makeRoom();
  return result;
}

std::vector<std::string> Snapshot::searchPaths(const std::string& top) const {
  std::vector<std::string> paths{top};
  paths.insert(paths.end(), options_->importPaths.begin(), options_->importPaths.end());
  // Last: Python itself does not search the project's folders, so they hide no installed package.
  for (std::string& added : projectPaths(*files_, top)) paths.push_back(std::move(added));
  return paths;
}

ModuleLoader Snapshot::moduleLoader(const std::string& top) const {
  return loaderFor(searchPaths(top));
}

std::vector<std::string> Snapshot::importersOf(const std::string& path, size_t limit) const {
  if (!options_->index) return {path};
  const auto leadsTo = [this](const std::string& importer, const std::string& module,
                              const std::string& imported) {
    const ModulePlace place =
        findModule(*files_, searchPaths(moduleNameOf(*files_, importer).top), module);
    // A program may extend the search paths while it runs.
    return !place || absolutePath(place.path) == absolutePath(imported);
  };
  return options_->index->importersOf(path, limit, leadsTo);
}

std::vector<std::string> Snapshot::overriddenClasses() const {
  return options_->index ? options_->index->overriddenClasses() : std::vector<std::string>();
}

ModuleLoader Snapshot::loaderFor(std::vector<std::string> paths) const {
  return ModuleLoader(*files_, *cache_, std::move(paths), overriddenClasses());
}

FileResult Snapshot::checkBytes(std::string name, std::string bytes) const {
  ParsedFilePtr parsed = parseBytes(name, std::move(bytes), options_->limits);
  return checkParsed(std::move(name), std::move(parsed), Detail::Diagnostics, {});
}

FileResult Snapshot::checkParsed(std::string path, ParsedFilePtr parsed, Detail detail,
                                 const std::stop_token& stop) const {
  FileResult result;
  result.path = std::move(path);
  result.error = parsed->error;
  result.file = parsed->file;
  result.tree = parsed->tree;
  if (!result.file) return result;
  const diag::ChosenDefinitions chosen = chosenDefinitions(*parsed);
  if (chosen.isFileOff && detail == Detail::Diagnostics) return result;

  std::vector<diag::Diagnostic> diagnostics = parsed->problems;
  const bool parses = !hasErrors(diagnostics);
  HealthyFile healthy{parsed, {}};
  if (!parses) healthy = healthyFile(*parsed);
  const bool isAuto = options_->roots == Roots::Auto;
  const SourceFile* own = result.file.get();
  const auto facts = std::make_shared<compiler::Facts>([own, isAuto](const SourceFile& file) {
    return &file == own || (isAuto && !isLibrary(file.path()));
  });
  std::vector<std::shared_ptr<const void>> typesOwners;
  if (healthy.parsed) {
    const ModuleName name = moduleNameOf(*files_, result.path);
    ModuleLoader loader = moduleLoader(name.top);
    compiler::CompilationUnit unit(loader, compiler::Purpose::Checks, stop);
    unit.setFacts(facts.get());
    const compiler::PyModule* module = unit.environment().addModule(
        name.dotted, result.path, name.isPackage, healthy.parsed->tree);
    result.roots.functions = compiler::checkModule(unit, *module, options_->roots);
    if (isAuto && parses) compiler::checkGradients(unit, *module);
    if (stop.stop_requested()) {
      FileResult cancelled;
      cancelled.isCancelled = true;
      return cancelled;
    }
    std::vector<diag::Diagnostic> compiled = unit.sink().take();
    std::move(compiled.begin(), compiled.end(), std::back_inserter(diagnostics));
    result.imports = loader.loaded();
    typesOwners.push_back(unit.sharedTypes());
  }
  if (isAuto && parses && mayUseTorch(result.file->text()))
    addNew(diagnostics, missingImports(*this, result.path, *result.tree));
  const auto addRoots = [&](RootResult roots) {
    addNew(diagnostics, std::move(roots.diagnostics));
    if (parses) addNew(diagnostics, skippedRoots(roots.report));
    result.imports.insert(result.imports.end(), roots.files.begin(), roots.files.end());
    std::ranges::move(roots.typesOwners, std::back_inserter(typesOwners));
    compiler::add(result.roots, std::move(roots.report));
    std::ranges::move(roots.constructions, std::back_inserter(result.constructions));
    result.isCancelled |= roots.isCancelled;
  };
  if (isAuto && healthy.parsed && mayHaveRoots(result.file->text()))
    addRoots(checkRootsOf(*this, result.path, healthy.parsed, facts.get(), detail, stop));
  if (healthy.parsed && !chosen.scripted.empty())
    addRoots(
        checkScriptedDefinitions(*this, result.path, healthy.parsed, chosen, facts.get(), stop));
  if (result.isCancelled) {
    FileResult cancelled;
    cancelled.isCancelled = true;
    return cancelled;
  }
  if (result.roots.models + result.roots.functions > 0)
    addNew(diagnostics, brokenImports(result.imports, result.path));
  dropDamaged(*own, healthy.damaged, diagnostics);
  if (!diagnostics.empty() || detail == Detail::Facts) result.types = facts->types(own);
  if (detail == Detail::Facts) {
    result.overloads = facts->overloads(own);
    if (isAuto) result.facts = facts;
  }
  result.typesOwner =
      std::make_shared<const std::vector<std::shared_ptr<const void>>>(std::move(typesOwners));
  const syntax::Module& tree = *result.tree;
  postprocessDiagnostics(result, std::move(diagnostics),
                         {commentsOf(tree),
                          parses,
                          options_->roots,
                          [&](Span span) { return isInFunction(tree, span); },
                          {},
                          &options_->severity});
  addFixes(result, *facts);
  if (!parses && healthy.parsed && detail == Detail::Facts)
    addDamagedFacts(*this, result.tree, healthy.damaged, result, stop);
  if (detail == Detail::Diagnostics) result.types.clear();
  return result;
}

Snapshot Snapshot::with(Options options) const {
  options.limits = options_->limits;
  Snapshot changed = *this;
  changed.options_ = std::make_shared<const Options>(std::move(options));
  return changed;
}

Snapshot Snapshot::with(Roots roots) const {
  Options options = *options_;
  options.roots = roots;
  return with(std::move(options));
}

Snapshot Snapshot::with(FileSystemPtr files) const {
  Snapshot changed = *this;
  changed.files_ = std::move(files);
  return changed;
}

Workspace::Workspace(FileSystemPtr disk, Options options)
    : disk_(std::move(disk)),
      options_(std::make_shared<const Options>(std::move(options))),
      cache_(std::make_shared<SourceCache>(options_->limits)) {}

Snapshot Workspace::snapshot(OpenDocuments documents) const {
  Snapshot snapshot;
  snapshot.files_ = documents.empty()
                        ? disk_
                        : std::make_shared<const OverlayFileSystem>(std::move(documents), disk_);
  snapshot.options_ = options_;
  snapshot.cache_ = cache_;
  return snapshot;
}

}  // namespace ts::driver
