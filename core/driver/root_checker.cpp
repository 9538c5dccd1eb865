#include "core/driver/root_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/base/sort_unique.h"
#include "core/compiler/slicing/jit_sites.h"
#include "core/driver/chosen_definitions.h"
#include "core/driver/module_search.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/workspace_index.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"
#include "core/syntax/bindings.h"

namespace ts::driver {

using compiler::CallSite;

namespace {

// Limits on the search for callers, for each root file.
constexpr size_t kMaxFunctions = 64;
constexpr size_t kMaxCallersOfOne = 8;
constexpr size_t kMaxCallerFiles = 16;
constexpr size_t kMaxCheckedImporters = 256;
// Evaluations of one program with different decisions about Unknown conditions and keys.
constexpr size_t kMaxRuns = 16;
// No further evaluation starts when those before have used this much fuel.
constexpr uint64_t kMaxFuel = 20'000'000;

// Loads modules of the program. A sliced file is its slice.
class SliceLoader final : public compiler::ModuleLoader {
 public:
  SliceLoader(driver::ModuleLoader loader, const compiler::RootProgram& program)
      : loader_(std::move(loader)), program_(program) {}

  Loaded load(std::string_view dottedName) override {
    Loaded loaded = loader_.load(dottedName);
    const auto slice = program_.slices.find(loaded.path);
    if (loaded.tree && slice != program_.slices.end()) loaded.tree = slice->second.tree;
    return loaded;
  }
  bool overridesType(std::string_view className) const override {
    return loader_.overridesType(className);
  }
  const std::vector<ParsedFilePtr>& loaded() const { return loader_.loaded(); }

 private:
  driver::ModuleLoader loader_;
  const compiler::RootProgram& program_;
};

// Finds the calls that lead to the torch.jit calls of a file, backwards from caller to caller.
class ProgramBuilder {
 public:
  ProgramBuilder(Snapshot snapshot, const std::string& path, const ParsedFilePtr& parsed)
      : snapshot_(std::move(snapshot)), root_(path) {
    files_.emplace(path, openFile(path, parsed));
  }

  // Returns false when the file has no call of torch.jit.
  bool build() {
    File& root = files_.at(root_);
    const diag::ChosenDefinitions chosen = chosenDefinitions(*root.parsed);
    for (const CallSite& site : compiler::jitSites(*root.parsed->tree, root.imports)) {
      if (chosen.isOff(site.call->span.begin)) continue;
      program_.sites.push_back(site.call->span);
      program_.objects.push_back(site.call->args.empty() ? site.call->span
                                                         : site.call->args[0]->span);
      if (site.within.empty() && namesDefinition(*root.parsed->tree, *site.call))
        program_.sitesOfDefinitions.push_back(site.call->span);
      addCall(root_, site);
    }
    if (program_.sites.empty()) return false;
    for (; !waiting_.empty(); waiting_.pop_front()) findCallers(waiting_.front());
    for (auto& [path, file] : files_) {
      if (file.calls.empty()) continue;
      program_.slices.emplace(path, compiler::sliceFor(file.parsed->tree, file.calls));
      if (path != root_) program_.modules.push_back(file.name.dotted);
      if (std::ranges::find(tops_, file.name.top) == tops_.end()) tops_.push_back(file.name.top);
    }
    return true;
  }

  const Snapshot& snapshot() const { return snapshot_; }
  const std::string& root() const { return root_; }
  const compiler::RootProgram& program() const { return program_; }
  const ModuleName& rootName() const { return files_.at(root_).name; }
  // The search paths of the program: the folders of its files' top packages come first.
  std::vector<std::string> searchPaths() const {
    std::vector<std::string> tops{rootName().top};
    for (const std::string& top : tops_)
      if (top != tops[0]) tops.push_back(top);
    std::vector<std::string> paths = tops;
    for (const std::string& top : tops) {
      for (std::string& added : snapshot_.searchPaths(top))
        if (std::ranges::find(paths, added) == paths.end()) paths.push_back(std::move(added));
    }
    return paths;
  }
  std::vector<ParsedFilePtr> parsedFiles() const {
    std::vector<ParsedFilePtr> parsed;
    for (const auto& [path, file] : files_)
      if (file.parsed->file) parsed.push_back(file.parsed);
    return parsed;
  }

 private:
  struct File {
    ParsedFilePtr parsed;
    ModuleName name;
    compiler::ImportedNames imports;
    std::vector<Span> calls;  // that the slice has to reach
  };
  struct Function {
    std::string path;
    const syntax::FunctionDef* function;
    const syntax::ClassDef* owner;
    std::vector<std::string> names;  // of the classes around it and its own
  };

  File openFile(const std::string& path, ParsedFilePtr parsed) const {
    File file{std::move(parsed), moduleNameOf(snapshot_.files(), path), {}, {}};
    if (file.parsed->tree) file.imports = compiler::importedNames(*file.parsed->tree);
    return file;
  }

  // True when the argument is the name of a function or a class, and of nothing else.
  static bool namesDefinition(const syntax::Module& tree, const syntax::Call& call) {
    const auto* name = call.args.empty() ? nullptr : syntax::dynCast<syntax::Name>(call.args[0]);
    if (!name) return false;
    bool isDefined = false, isOther = false;
    for (const syntax::Stmt* stmt : tree.body) {
      syntax::forEachBinding(*stmt, [&](const syntax::NameBinding& binding) {
        if (binding.name != name->id) return;
        constexpr syntax::BindingKind kDefinitions[] = {syntax::BindingKind::Function,
                                                        syntax::BindingKind::Class,
                                                        syntax::BindingKind::ImportFrom};
        const bool isOne = std::ranges::find(kDefinitions, binding.kind) != std::end(kDefinitions);
        (isOne ? isDefined : isOther) = true;
      });
    }
    return isDefined && !isOther;
  }

  // Adds a call to its file's slice, and the function around it to the functions to call.
  void addCall(const std::string& path, const CallSite& site) {
    std::vector<Span>& calls = files_.at(path).calls;
    if (std::ranges::find(calls, site.call->span) != calls.end()) return;
    calls.push_back(site.call->span);
    const syntax::FunctionDef* function = site.function();
    if (!function || !functions_.insert(function).second || functions_.size() > kMaxFunctions)
      return;
    std::vector<std::string> names;
    for (const syntax::Stmt* definition : site.within) {
      if (definition->kind == syntax::StmtKind::ClassDef) {
        names.emplace_back(syntax::as<syntax::ClassDef>(*definition).name.text);
        continue;
      }
      names.emplace_back(function->name.text);
      break;
    }
    program_.fallbacks.insert(program_.fallbacks.begin(), {files_.at(path).name.dotted, names});
    waiting_.push_back({path, function, site.owner(), std::move(names)});
  }

  void findCallers(const Function& called) {
    const std::string_view className = called.owner ? called.owner->name.text : std::string_view();
    const compiler::CalledName name{called.function->name.text, className};
    size_t count = 0;
    for (const std::string& path : callerFiles(called)) {
      if (count == kMaxCallersOfOne) break;
      File* file = fileAt(path);
      if (!file) continue;
      for (const CallSite& call :
           compiler::callsOf(*file->parsed->tree, file->imports, name, kMaxCallersOfOne - count)) {
        // A call in the function itself does not start it.
        if (std::ranges::find(call.within, called.function) != call.within.end()) continue;
        addCall(path, call);
        ++count;
      }
    }
    if (count) return;
    std::vector<std::string> entry = called.names;
    program_.entries.push_back({files_.at(called.path).name.dotted, std::move(entry)});
  }

  // The function's own file, and the files that import it and have a call of its name.
  std::vector<std::string> callerFiles(const Function& called) const {
    std::vector<std::string> paths{called.path};
    const WorkspaceIndex* index = snapshot_.options().index.get();
    if (!index) return paths;
    const bool isConstructor = called.function->name.text == "__init__" && called.owner;
    const std::vector<std::string> calling =
        index->filesCalling(isConstructor ? called.owner->name.text : called.function->name.text);
    for (const std::string& importer : snapshot_.importersOf(called.path, kMaxCheckedImporters)) {
      if (paths.size() == kMaxCallerFiles) break;
      if (importer != called.path && std::ranges::binary_search(calling, importer))
        paths.push_back(importer);
    }
    return paths;
  }

  // Null when the file cannot be part of the program.
  File* fileAt(const std::string& path) {
    const auto entry = files_.find(path);
    if (entry != files_.end()) return &entry->second;
    const ParsedFilePtr parsed = snapshot_.parse(path);
    if (!parsed->tree || hasErrors(parsed->problems)) return nullptr;
    File file = openFile(path, parsed);
    // Two files with one module name cannot be in one program.
    for (const auto& [other, opened] : files_)
      if (opened.name.dotted == file.name.dotted) return nullptr;
    return &files_.emplace(path, std::move(file)).first->second;
  }

  const Snapshot snapshot_;
  const std::string root_;
  std::map<std::string, File> files_;
  std::set<const syntax::FunctionDef*> functions_;
  std::deque<Function> waiting_;
  std::vector<std::string> tops_;
  compiler::RootProgram program_;
};

// One evaluation of a program. It owns everything that its objects refer to.
struct RootEvaluation {
  RootEvaluation(std::shared_ptr<const ProgramBuilder> from, compiler::Purpose purpose,
                 const std::stop_token& stop)
      : builder(std::move(from)),
        loader(builder->snapshot().loaderFor(builder->searchPaths()), builder->program()),
        unit(loader, purpose, stop) {
    const ModuleName& name = builder->rootName();
    module = unit.environment().addModule(name.dotted, builder->root(), name.isPackage,
                                          builder->program().slices.at(builder->root()).tree);
  }

  const std::shared_ptr<const ProgramBuilder> builder;
  SliceLoader loader;
  compiler::CompilationUnit unit;
  const compiler::PyModule* module;
};

// Evaluates the program once for each combination of decisions, depth first, until `run` returns
// nothing. `run` does one evaluation.
void eachEvaluation(const std::function<std::optional<compiler::RootReport>(
                        const eval::Choices::Decisions& decisions, uint64_t& fuel)>& run) {
  std::vector<eval::Choices::Decisions> waiting{{}};
  uint64_t fuel = 0;
  for (size_t runs = 0; !waiting.empty() && runs < kMaxRuns && fuel < kMaxFuel; ++runs) {
    const eval::Choices::Decisions decisions = std::move(waiting.back());
    waiting.pop_back();
    const std::optional<compiler::RootReport> report = run(decisions, fuel);
    if (!report) return;
    if (report->skipped.empty() || report->lost.empty()) continue;
    const eval::Choices::Lost& lost = report->lost.front();
    for (size_t option = lost.options; option-- > 0;) {
      waiting.push_back(decisions);
      waiting.back()[lost.at] = option;
    }
  }
}

// Adds the report of another evaluation. A root that one of them knows is not skipped.
void merge(compiler::RootReport& all, compiler::RootReport more, bool isFirst) {
  all.models = std::max(all.models, more.models);
  all.functions = std::max(all.functions, more.functions);
  all.reached.insert(all.reached.end(), more.reached.begin(), more.reached.end());
  sortUnique(all.reached);
  if (isFirst) {
    all.skipped = std::move(more.skipped);
    return;
  }
  std::erase_if(all.skipped, [&](const compiler::SkippedRoot& skipped) {
    return std::ranges::none_of(more.skipped, [&](const compiler::SkippedRoot& other) {
      return other.site == skipped.site;
    });
  });
}

}  // namespace

bool mayUseTorch(std::string_view text) { return text.find("torch") != std::string_view::npos; }

bool mayHaveRoots(std::string_view text) {
  return text.find("jit") != std::string_view::npos ||
         text.find("to_torchscript") != std::string_view::npos;
}

std::vector<diag::Diagnostic> skippedRoots(const compiler::RootReport& report) {
  std::vector<diag::Diagnostic> diagnostics;
  for (const compiler::SkippedRoot& skipped : report.skipped) {
    diag::Diagnostic& diagnostic = diagnostics.emplace_back(
        diag::makeDiagnostic(skipped.isAtLimit ? diag::Rule::CheckLimit : diag::Rule::UnknownRoot,
                             skipped.site, "this is not checked: " + skipped.reason));
    if (skipped.origin) diagnostic.note("here", skipped.origin);
  }
  return diagnostics;
}

RootResult checkRootsOf(const Snapshot& snapshot, const std::string& path,
                        const ParsedFilePtr& parsed, compiler::Facts* facts, Detail detail,
                        const std::stop_token& stop) {
  RootResult result;
  result.path = path;
  const auto builder = std::make_shared<ProgramBuilder>(snapshot, path, parsed);
  if (!builder->build()) return result;
  result.files = builder->parsedFiles();
  bool isFirst = true;
  eachEvaluation([&](const eval::Choices::Decisions& decisions,
                     uint64_t& fuel) -> std::optional<compiler::RootReport> {
    RootEvaluation run(builder, compiler::Purpose::Checks, stop);
    run.unit.setFacts(facts);
    std::optional<ConstructorCalls> calls;
    if (detail == Detail::Facts) calls.emplace(run.unit.environment().vm());
    compiler::RootReport report =
        compiler::checkRoots(run.unit, *run.module, builder->program(), decisions);
    result.isCancelled = stop.stop_requested();
    if (result.isCancelled) return {};
    fuel += run.unit.environment().vm().state().fuel;
    if (calls) {
      for (const eval::JitEvent& event : run.unit.environment().vm().jitEvents)
        addConstructions(run.unit, *calls, event.object, {}, result.constructions);
    }
    addNew(result.diagnostics, run.unit.sink().take());
    if (facts) result.typesOwners.push_back(run.unit.sharedTypes());
    for (const ParsedFilePtr& loaded : run.loader.loaded())
      if (std::ranges::find(result.files, loaded) == result.files.end())
        result.files.push_back(loaded);
    merge(result.report, report, std::exchange(isFirst, false));
    return report;
  });
  return result;
}

bool visitRootsOf(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                  const RootObjectVisitor& visit) {
  const auto builder = std::make_shared<ProgramBuilder>(snapshot, path, parsed);
  if (!builder->build()) return false;
  bool isFound = false;
  eachEvaluation([&](const eval::Choices::Decisions& decisions,
                     uint64_t& fuel) -> std::optional<compiler::RootReport> {
    const auto run =
        std::make_shared<RootEvaluation>(builder, compiler::Purpose::Graphs, std::stop_token());
    const ConstructorCalls calls(run->unit.environment().vm());
    compiler::RootReport report = compiler::checkRoots(
        run->unit, *run->module, builder->program(), decisions, [&](const eval::JitEvent& event) {
          isFound = visit({run->unit, *run->module, event, calls, run});
          return isFound;
        });
    fuel += run->unit.environment().vm().state().fuel;
    if (isFound) return {};
    return report;
  });
  return isFound;
}

}  // namespace ts::driver
