#include "core/driver/candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/roots/check_file.h"
#include "core/driver/chosen_definitions.h"
#include "core/driver/file_evaluation.h"
#include "core/driver/module_classes.h"
#include "core/driver/root_checker.h"
#include "core/source/library_path.h"

namespace ts::driver {

namespace {

// The classes to check: those that no root reaches and no comment switches off.
class Selection {
 public:
  Selection(const std::string& path, const ParsedFile& parsed,
            const std::vector<compiler::ReachedClass>& reached)
      : path_(path), reached_(reached), chosen_(chosenDefinitions(parsed)) {}

  bool contains(const syntax::ClassDef& def) const {
    return !std::ranges::binary_search(reached_, compiler::ReachedClass{path_, def.name.span}) &&
           !chosen_.isOff(def.name.span.begin);
  }

 private:
  const std::string& path_;
  const std::vector<compiler::ReachedClass>& reached_;
  const diag::ChosenDefinitions chosen_;
};

class CandidateCheck {
 public:
  CandidateCheck(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                 compiler::Facts& facts, Detail detail, const std::stop_token& stop)
      : options_(snapshot.options()),
        path_(path),
        parsed_(parsed),
        evaluation_(snapshot, path, parsed, stop),
        unit_(evaluation_.unit()),
        hasFacts_(detail == Detail::Facts) {
    unit_.setFacts(&facts);
  }

  CandidateResult check(const Selection& selection) {
    for (const syntax::Stmt* stmt : parsed_->tree->body) {
      const auto* def = syntax::dynCast<syntax::ClassDef>(stmt);
      if (!def || !selection.contains(*def)) continue;
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
  const Selection selection(path, *parsed, reached);
  const auto isSelected = [&](const syntax::ClassDef& def) { return selection.contains(def); };
  if (!mayHaveModuleClass(snapshot, path, parsed, isSelected)) return {};
  try {
    return CandidateCheck(snapshot, path, parsed, facts, detail, stop).check(selection);
  } catch (const Cancelled&) {
    return {};
  }
}

}  // namespace ts::driver
