#include "core/driver/workspace.h"

#include <algorithm>
#include <iterator>

#include "core/compiler/check_file.h"
#include "core/diag/renderer.h"
#include "core/diag/suppression.h"
#include "core/driver/module_search.h"
#include "core/fixes/fixes.h"
#include "core/syntax/parser.h"

namespace ts::driver {

namespace {

bool hasErrors(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const diag::Diagnostic& diagnostic) {
                       return diagnostic.severity == diag::Severity::Error;
                     });
}

std::vector<Span> commentsOf(const syntax::Module& tree) {
  std::vector<Span> comments;
  comments.reserve(tree.comments.size());
  for (const syntax::Comment& comment : tree.comments) comments.push_back(comment.span);
  return comments;
}

compiler::Roots rootsOf(Roots roots) {
  return roots == Roots::All ? compiler::Roots::All : compiler::Roots::Explicit;
}

// Whether a range lies in a function at module level, which --roots=all compiles.
bool isInFunction(const syntax::Module& tree, Span span) {
  return std::any_of(tree.body.begin(), tree.body.end(), [&](const syntax::Stmt* stmt) {
    return stmt->kind == syntax::StmtKind::FunctionDef && stmt->span.begin <= span.begin &&
           span.begin < stmt->span.end;
  });
}

struct Findings {
  std::vector<diag::Diagnostic> here;
  // In imported files, which are ordered by the place where they were first met.
  std::vector<std::pair<const SourceFile*, std::vector<diag::Diagnostic>>> elsewhere;

  void add(diag::Diagnostic diagnostic, const SourceFile& file) {
    const SourceFile* at = diagnostic.range.file;
    if (!at || at == &file) {
      here.push_back(std::move(diagnostic));
      return;
    }
    auto known = std::find_if(elsewhere.begin(), elsewhere.end(),
                              [&](const auto& entry) { return entry.first == at; });
    if (known == elsewhere.end()) known = elsewhere.insert(known, {at, {}});
    known->second.push_back(std::move(diagnostic));
  }
};

// The comments of an imported file hold there too; whether they are all used is its own affair.
void addElsewhere(decltype(Findings::elsewhere) elsewhere, FileResult& result) {
  for (auto& [file, found] : elsewhere) {
    for (const ParsedFilePtr& import : result.imports) {
      if (import->file.get() != file) continue;
      diag::SuppressionOptions options;
      options.hadItsChance = [](Span, diag::Rule) { return false; };
      found = diag::applySuppressions(*file, syntax::commentsIn(*file), std::move(found), options);
      std::erase_if(found, [](const diag::Diagnostic& diagnostic) {
        return diagnostic.rule == diag::Rule::BadSuppression;
      });
      break;
    }
    diag::sortByPlace(found);
    std::move(found.begin(), found.end(), std::back_inserter(result.diagnostics));
  }
}

}  // namespace

FileResult Snapshot::check(const std::string& path, Detail detail) const {
  return checkParsed(path, parse(path), detail);
}

std::vector<std::string> Snapshot::searchPaths(const std::string& top) const {
  std::vector<std::string> paths{top};
  paths.insert(paths.end(), options_->importPaths.begin(), options_->importPaths.end());
  return paths;
}

ModuleLoader Snapshot::moduleLoader(const std::string& top) const {
  return ModuleLoader(*files_, *cache_, searchPaths(top));
}

FileResult Snapshot::checkBytes(std::string name, std::string bytes) const {
  ParsedFilePtr parsed = parseBytes(name, std::move(bytes), options_->limits);
  return checkParsed(std::move(name), std::move(parsed), Detail::Diagnostics);
}

FileResult Snapshot::checkParsed(std::string path, ParsedFilePtr parsed, Detail detail) const {
  FileResult result;
  result.path = std::move(path);
  result.error = parsed->error;
  result.file = parsed->file;
  result.tree = parsed->tree;
  if (!result.file) return result;

  Findings found{parsed->problems, {}};
  const bool parses = !hasErrors(parsed->problems);
  std::vector<compiler::TypeFact> types;
  if (parses) {
    const ModuleName name = moduleNameOf(*files_, result.path);
    ModuleLoader loader = moduleLoader(name.top);
    compiler::CompilationUnit unit(loader, compiler::Purpose::Checks);
    compiler::Facts facts(result.file.get());
    unit.setFacts(&facts);
    const compiler::PyModule* module =
        unit.environment().addModule(name.dotted, result.path, name.isPackage, parsed->tree);
    compiler::checkModule(unit, *module, rootsOf(options_->roots));
    for (diag::Diagnostic& diagnostic : unit.sink().take())
      found.add(std::move(diagnostic), *result.file);
    result.imports = loader.loaded();
    result.typesOwner = unit.sharedTypes();
    if (!found.here.empty() || detail == Detail::Facts) types = facts.types();
    if (detail == Detail::Facts) result.overloads = facts.overloads();
  }

  diag::SuppressionOptions suppression;
  suppression.hadItsChance = [&](Span comment, diag::Rule rule) {
    if (diag::info(rule).family == diag::Family::Syntax) return parses;
    return parses && options_->roots == Roots::All && isInFunction(*result.tree, comment);
  };
  result.diagnostics = diag::applySuppressions(*result.file, commentsOf(*result.tree),
                                               std::move(found.here), suppression);
  diag::sortByPlace(result.diagnostics);
  fixes::addFixes(*result.tree, types, result.diagnostics);
  if (detail == Detail::Facts) result.types = std::move(types);
  addElsewhere(std::move(found.elsewhere), result);
  return result;
}

std::optional<int64_t> Snapshot::version(const std::string& path) const {
  auto found = versions_->find(path);
  if (found == versions_->end()) return std::nullopt;
  return found->second;
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

Workspace::Workspace(FileSystemPtr disk, Options options)
    : disk_(std::move(disk)),
      options_(std::make_shared<const Options>(std::move(options))),
      cache_(std::make_shared<SourceCache>(options_->limits)) {}

void Workspace::open(const std::string& path, std::string text, int64_t version) {
  auto file = std::make_shared<const SourceFile>(path, std::move(text));
  std::lock_guard lock(mutex_);
  texts_[path] = std::move(file);
  versions_[path] = version;
}

void Workspace::close(const std::string& path) {
  std::lock_guard lock(mutex_);
  texts_.erase(path);
  versions_.erase(path);
}

Snapshot Workspace::snapshot() const {
  std::unique_lock lock(mutex_);
  Snapshot::Versions versions = versions_;
  OverlayFileSystem::Texts texts = texts_;
  lock.unlock();
  Snapshot made = snapshotWith(std::move(texts));
  made.versions_ = std::make_shared<const Snapshot::Versions>(std::move(versions));
  return made;
}

Snapshot Workspace::snapshotWith(OverlayFileSystem::Texts texts) const {
  Snapshot made;
  made.files_ =
      texts.empty() ? disk_ : std::make_shared<const OverlayFileSystem>(std::move(texts), disk_);
  made.options_ = options_;
  made.versions_ = std::make_shared<const Snapshot::Versions>();
  made.cache_ = cache_;
  return made;
}

}  // namespace ts::driver
