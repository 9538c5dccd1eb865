#include "core/driver/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/compiler/check_file.h"
#include "core/compiler/evaluated_file.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/slicing/jit_sites.h"
#include "core/compiler/slicing/root_program.h"
#include "core/driver/module_search.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/root_checker.h"
#include "core/driver/workspace_index.h"

namespace ts::driver {

namespace {

constexpr size_t kMaxConstructions = 8;  // calls of one class that are tried
constexpr size_t kMaxImporters = 4;      // files in which calls are searched

class CandidateCheck {
 public:
  CandidateCheck(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                 compiler::Facts* facts, const std::stop_token& stop)
      : snapshot_(snapshot),
        path_(path),
        parsed_(parsed),
        name_(moduleNameOf(snapshot.files(), path)),
        loader_(snapshot.moduleLoader(name_.top)),
        unit_(loader_, compiler::Purpose::Checks, stop),
        module_(*unit_.environment().addModule(name_.dotted, path, name_.isPackage, parsed->tree)),
        file_(unit_.environment(), module_, compiler::EvaluatedFile::Run::ForNames) {
    unit_.setFacts(facts);
  }

  CandidateResult check(const std::vector<compiler::ReachedClass>& reached) {
    for (const syntax::Stmt* stmt : parsed_->tree->body) {
      const auto* def = syntax::dynCast<syntax::ClassDef>(stmt);
      if (!def) continue;
      if (std::ranges::binary_search(reached, compiler::ReachedClass{path_, def->name.span}))
        continue;
      unit_.pollStop();
      checkClass(*def);
    }
    result_.diagnostics = unit_.sink().take();
    std::erase_if(result_.diagnostics, [&](const diag::Diagnostic& found) {
      return found.severity != diag::Severity::Error || !found.range ||
             isInstalled(found.range.file->path()) != isInstalled(path_);
    });
    for (diag::Diagnostic& found : result_.diagnostics)
      found.severity = diag::Severity::Information;
    result_.files = loader_.loaded();
    result_.typesOwner = unit_.sharedTypes();
    result_.files.push_back(parsed_);
    for (const auto& [other, parsed] : others_)
      if (parsed->file) result_.files.push_back(parsed);
    return std::move(result_);
  }

 private:
  void checkClass(const syntax::ClassDef& def) {
    const eval::Value cls = file_.lookup(def.name.text);
    const auto* object = cls.as<eval::Class>();
    if (!object || object->definition != &def) return;
    if (unit_.environment().classOf(const_cast<eval::Class&>(*object))->kind !=
        compiler::ClassKind::NnModule)
      return;
    const eval::Value instance = instanceOf(def, cls);
    // A module that is incomplete or gets its parameters later cannot be scripted yet.
    if (!instance.object() || !unit_.modules().isComplete(instance)) return;
    const size_t before = unit_.sink().size();
    compiler::compileCandidate(unit_, module_, instance, {parsed_->file.get(), def.name.span});
    ++result_.models;
    std::vector<diag::Diagnostic> all = unit_.sink().diagnostics();
    const bool hasErrors = std::any_of(
        all.begin() + static_cast<ptrdiff_t>(before), all.end(),
        [](const diag::Diagnostic& one) { return one.severity == diag::Severity::Error; });
    if (!hasErrors) return;
    ++result_.withProblems;
    unit_.sink().rollBack(before);
    for (size_t i = before; i < all.size(); ++i) {
      all[i].note(fmt::format("nothing scripts '{}'; this would keep it from being scripted",
                              def.name.text));
      unit_.report(all[i]);
    }
  }

  eval::Value instanceOf(const syntax::ClassDef& def, const eval::Value& cls) {
    for (const std::string& path : importers()) {
      const ParsedFilePtr other = path == path_ ? parsed_ : parsedAt(path);
      if (!other || !other->tree || hasErrors(other->problems)) continue;
      const compiler::ImportedNames imports = compiler::importedNames(*other->tree);
      for (const compiler::CallSite& call : compiler::callsOf(
               *other->tree, imports, {"__init__", def.name.text}, kMaxConstructions)) {
        compiler::EvaluatedFile* file = path == path_ ? &file_ : evaluated(path, other);
        if (!file) break;
        const compiler::EvaluationResult made = file->evaluate(other->file->text(call.call->span));
        const eval::Object* object = made.value.object();
        if (object && object->kind == eval::Kind::Instance && object->cls.get() == cls.object())
          return made.value;
      }
    }
    return file_.callUnknown(cls);
  }

  std::vector<std::string> importers() const {
    const WorkspaceIndex* index = snapshot_.options().index.get();
    return index ? index->importersOf(path_, kMaxImporters) : std::vector<std::string>{path_};
  }

  ParsedFilePtr parsedAt(const std::string& path) {
    ParsedFilePtr& known = others_[path];
    if (!known) known = snapshot_.parse(path);
    return known;
  }

  compiler::EvaluatedFile* evaluated(const std::string& path, const ParsedFilePtr& parsed) {
    const auto known = files_.find(path);
    if (known != files_.end()) return &known->second;
    const ModuleName name = moduleNameOf(snapshot_.files(), path);
    if (name.dotted == name_.dotted) return nullptr;
    const compiler::PyModule* module =
        unit_.environment().addModule(name.dotted, path, name.isPackage, parsed->tree);
    return &files_
                .try_emplace(path, unit_.environment(), *module,
                             compiler::EvaluatedFile::Run::ForNames)
                .first->second;
  }

  const Snapshot& snapshot_;
  const std::string& path_;
  const ParsedFilePtr& parsed_;
  ModuleName name_;
  ModuleLoader loader_;
  compiler::CompilationUnit unit_;
  const compiler::PyModule& module_;
  compiler::EvaluatedFile file_;
  std::map<std::string, ParsedFilePtr> others_;
  std::map<std::string, compiler::EvaluatedFile> files_;
  CandidateResult result_;
};

}  // namespace

CandidateResult checkCandidates(const Snapshot& snapshot, const std::string& path,
                                const ParsedFilePtr& parsed,
                                const std::vector<compiler::ReachedClass>& reached,
                                compiler::Facts* facts, const std::stop_token& stop) {
  if (!compiler::hasModuleLevelClass(*parsed->tree)) return {};
  try {
    return CandidateCheck(snapshot, path, parsed, facts, stop).check(reached);
  } catch (const Cancelled&) {
    return {};
  }
}

}  // namespace ts::driver
