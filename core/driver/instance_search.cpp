#include "core/driver/instance_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/compiler/evaluated/evaluated_file.h"
#include "core/compiler/roots/check_file.h"
#include "core/compiler/slicing/root_program.h"
#include "core/driver/file_evaluation.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/project_file.h"
#include "core/driver/root_checker.h"
#include "core/driver/scripted_definitions.h"

namespace ts::driver {

namespace {

const syntax::ClassDef* classNamed(const syntax::Module& tree, std::string_view name) {
  const syntax::ClassDef* cls = nullptr;
  for (const syntax::Stmt* stmt : tree.body) {
    const auto* def = syntax::dynCast<syntax::ClassDef>(stmt);
    if (def && def->name.text == name) cls = def;
  }
  return cls;
}

}  // namespace

struct InstanceSearch::Home {
  Home(Snapshot from, const std::string& path, const ParsedFilePtr& parsed)
      : snapshot(std::move(from)),
        evaluation(snapshot, path, parsed, std::stop_token(), compiler::Purpose::Graphs) {}

  Snapshot snapshot;
  FileEvaluation evaluation;
};

InstanceSearch::InstanceSearch(const Snapshot& snapshot, const std::string& path,
                               const std::string& name, const std::string& folder)
    : place_(searchPlaceOf(snapshot.files(), path, folder)),
      path_(place_.path),
      absolutePath_(absolutePath(path)),
      name_(name) {
  const ParsedFilePtr parsed = snapshot.parse(path_);
  const syntax::ClassDef* def = classNamed(*parsed->tree, name);
  if (!def) return;  // functions need no evaluation of the file
  home_ = std::make_shared<Home>(snapshot, path_, parsed);
  FileEvaluation& evaluation = home_->evaluation;
  const eval::Value cls = evaluation.file().lookup(name);
  const auto* object = cls.as<eval::Class>();
  if (object && object->definition == def && compiler::isModuleClass(evaluation.unit(), cls))
    definition_ = def;
}

InstanceSearch::~InstanceSearch() = default;

bool InstanceSearch::visit(const Visitor& visit) {
  home_->snapshot = withIndex(home_->snapshot, place_);
  return inProjectRoots(visit) || inRoots(visit) || inFile(visit);
}

std::optional<eval::Value> InstanceSearch::ownInstanceIn(compiler::CompilationUnit& unit,
                                                         const eval::Value& value) const {
  for (const eval::Value& module : compiler::modulesIn(unit, value)) {
    const eval::Class& cls = *module.object()->cls;
    if (cls.definition && cls.definition->name.span == definition_->name.span && cls.module &&
        cls.module->source && absolutePath(cls.module->source->path()) == absolutePath_)
      return module;
  }
  return {};
}

bool InstanceSearch::inProjectRoots(const Visitor& visit) {
  const Snapshot& snapshot = home_->snapshot;
  const ProjectFile* project = snapshot.options().project.get();
  if (!project) return false;
  for (const ProjectRoot& root : project->roots) {
    const std::shared_ptr<FileEvaluation> evaluation =
        evaluateModuleOf(snapshot, *project, root, std::stop_token(), compiler::Purpose::Graphs)
            .evaluation;
    if (!evaluation) continue;
    const compiler::EvaluationResult result = evaluation->file().evaluate(root.expression);
    const auto own = ownInstanceIn(evaluation->unit(), result.value);
    if (!own) continue;
    const ConstructorCall* call = evaluation->calls().callOf(*own);
    const auto owner =
        std::make_shared<const std::pair<std::shared_ptr<Home>, std::shared_ptr<FileEvaluation>>>(
            home_, evaluation);
    if (visit({evaluation->unit(), evaluation->module(), *own, placeOf(root.at),
               call ? call->arguments : std::nullopt, owner}))
      return true;
  }
  return false;
}

bool InstanceSearch::inRoots(const Visitor& visit) {
  bool isOwn = false;
  return eachRoot(
      home_->snapshot, path_,
      [&](const RootObject& object) {
        const auto own = ownInstanceIn(object.unit, object.event.object);
        if (!own) return false;
        isOwn = true;
        const ConstructorCall* call = object.calls.callOf(*own);
        return visit({object.unit, object.module, *own, placeOf(call ? call->at : object.event.at),
                      call ? call->arguments : std::nullopt, object.owner});
      },
      isOwn);
}

bool InstanceSearch::inFile(const Visitor& visit) {
  FileEvaluation& evaluation = home_->evaluation;
  const eval::Value cls = evaluation.file().lookup(name_);
  MadeInstance instance = evaluation.instanceOf(*definition_, cls);
  if (!instance.call) {
    const auto required = compiler::requiredParameters(evaluation.unit().environment().vm(), cls);
    if (!required.empty()) return false;
    instance.value = evaluation.file().call(cls, "").value;
  }
  if (!instance.value.object()) return false;
  const ConstructorCall* call = evaluation.calls().callOf(instance.value);
  return visit({evaluation.unit(), evaluation.module(), instance.value, placeOf(instance.call),
                call ? call->arguments : std::nullopt, home_});
}

std::vector<std::string> InstanceSearch::missingArguments() {
  FileEvaluation& evaluation = home_->evaluation;
  return compiler::requiredParameters(evaluation.unit().environment().vm(),
                                      evaluation.file().lookup(name_));
}

std::string InstanceSearch::whyNotFound() {
  const std::vector<std::string> names = missingArguments();
  if (names.empty()) return {};
  return fmt::format(
      "`{}` needs arguments, and no call of it with known values was found: give values for `{}` "
      "with --init, or name a root such as \"{}:{}(...)\" in the project file",
      name_, fmt::join(names, "`, `"), home_->evaluation.module().name, name_);
}

}  // namespace ts::driver
