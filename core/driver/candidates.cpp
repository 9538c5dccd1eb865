#include "core/driver/candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/roots/check_file.h"
#include "core/driver/chosen_definitions.h"
#include "core/driver/file_evaluation.h"
#include "core/driver/root_checker.h"
#include "core/source/library_path.h"

namespace ts::driver {

namespace {

class CandidateCheck {
 public:
  CandidateCheck(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                 compiler::Facts& facts, Detail detail, const std::stop_token& stop)
      : options_(snapshot.options()),
        path_(path),
        parsed_(parsed),
        chosen_(chosenDefinitions(*parsed)),
        evaluation_(snapshot, path, parsed, stop),
        unit_(evaluation_.unit()),
        hasFacts_(detail == Detail::Facts) {
    unit_.setFacts(&facts);
  }

  CandidateResult check(const std::vector<compiler::ReachedClass>& reached) {
    for (const syntax::Stmt* stmt : parsed_->tree->body) {
      const auto* def = syntax::dynCast<syntax::ClassDef>(stmt);
      if (!def) continue;
      if (std::ranges::binary_search(reached, compiler::ReachedClass{path_, def->name.span}))
        continue;
      if (chosen_.isOff(def->name.span.begin)) continue;
      unit_.pollStop();
      checkClass(*def);
    }
    result_.diagnostics = unit_.sink().take();
    std::erase_if(result_.diagnostics, [&](const diag::Diagnostic& diagnostic) {
      return diagnostic.severity != diag::Severity::Error || !diagnostic.range ||
             isEmbedded(diagnostic.range.file->path()) ||
             isInstalled(diagnostic.range.file->path()) != isInstalled(path_);
    });
    for (diag::Diagnostic& diagnostic : result_.diagnostics)
      diagnostic.severity = options_.candidates.value_or(diag::Severity::Information);
    result_.files = evaluation_.files();
    result_.typesOwner = unit_.sharedTypes();
    return std::move(result_);
  }

 private:
  void checkClass(const syntax::ClassDef& def) {
    const eval::Value cls = evaluation_.file().lookup(def.name.text);
    const auto* object = cls.as<eval::Class>();
    if (!object || object->definition != &def) return;
    if (unit_.environment().classOf(const_cast<eval::Class&>(*object))->kind !=
        compiler::ClassKind::NnModule)
      return;
    const auto [instance, call] = evaluation_.instanceOf(def, cls);
    // A module that is incomplete or gets its parameters later cannot be scripted yet.
    if (!instance.object() || !unit_.modules().isComplete(instance)) return;
    const size_t before = unit_.sink().size();
    compiler::compileCandidate(unit_, evaluation_.module(), instance,
                               {parsed_->file.get(), def.name.span});
    ++result_.models;
    if (hasFacts_)
      addConstructions(unit_, evaluation_.calls(), instance, call, result_.constructions);
    std::vector<diag::Diagnostic> all = unit_.sink().diagnostics();
    unit_.sink().rollBack(before);
    all.erase(all.begin(), all.begin() + static_cast<ptrdiff_t>(before));
    std::erase_if(all, [&](const diag::Diagnostic& diagnostic) {
      return diagnostic.severity != diag::Severity::Error ||
             diag::isOff(options_.severity, diagnostic.rule);
    });
    if (all.empty()) return;
    ++result_.withProblems;
    for (diag::Diagnostic& diagnostic : all) {
      diagnostic.note(fmt::format("nothing scripts '{}'; this would keep it from being scripted",
                                  def.name.text));
      unit_.report(diagnostic);
    }
  }

  const Options& options_;
  const std::string& path_;
  const ParsedFilePtr& parsed_;
  const diag::ChosenDefinitions chosen_;
  FileEvaluation evaluation_;
  compiler::CompilationUnit& unit_;
  const bool hasFacts_;
  CandidateResult result_;
};

}  // namespace

CandidateResult checkCandidates(const Snapshot& snapshot, const std::string& path,
                                const ParsedFilePtr& parsed,
                                const std::vector<compiler::ReachedClass>& reached,
                                compiler::Facts& facts, Detail detail,
                                const std::stop_token& stop) {
  if (!compiler::hasModuleLevelClass(*parsed->tree)) return {};
  try {
    return CandidateCheck(snapshot, path, parsed, facts, detail, stop).check(reached);
  } catch (const Cancelled&) {
    return {};
  }
}

}  // namespace ts::driver
