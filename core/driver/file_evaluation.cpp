#include "core/driver/file_evaluation.h"

#include "core/compiler/slicing/jit_sites.h"
#include "core/driver/postprocess_diagnostics.h"

namespace ts::driver {

namespace {

constexpr size_t kMaxConstructions = 8;  // calls of one class that are tried
constexpr size_t kMaxImporters = 4;      // files in which calls are searched

}  // namespace

FileEvaluation::FileEvaluation(const Snapshot& snapshot, const std::string& path,
                               const ParsedFilePtr& parsed, ModuleName name,
                               std::vector<std::string> searchPaths, const std::stop_token& stop,
                               compiler::Purpose purpose)
    : snapshot_(snapshot),
      path_(path),
      parsed_(parsed),
      name_(std::move(name)),
      loader_(snapshot.loaderFor(std::move(searchPaths))),
      unit_(loader_, purpose, stop),
      calls_(unit_.environment().vm()),
      module_(*unit_.environment().addModule(name_.dotted, path_, name_.isPackage, parsed->tree)),
      file_(unit_.environment(), module_, compiler::EvaluatedFile::Run::ForNames) {}

FileEvaluation::FileEvaluation(const Snapshot& snapshot, const std::string& path,
                               const ParsedFilePtr& parsed, const ModuleName& name,
                               const std::stop_token& stop, compiler::Purpose purpose)
    : FileEvaluation(snapshot, path, parsed, name, snapshot.searchPaths(name.top), stop, purpose) {}

FileEvaluation::FileEvaluation(const Snapshot& snapshot, const std::string& path,
                               const ParsedFilePtr& parsed, const std::stop_token& stop,
                               compiler::Purpose purpose)
    : FileEvaluation(snapshot, path, parsed, moduleNameOf(snapshot.files(), path), stop, purpose) {}

MadeInstance FileEvaluation::instanceOf(const syntax::ClassDef& def, const eval::Value& cls) {
  for (const std::string& path : snapshot_.importersOf(path_, kMaxImporters)) {
    const ParsedFilePtr other = path == path_ ? parsed_ : parsedAt(path);
    if (!other || !other->tree || hasErrors(other->problems)) continue;
    const compiler::ImportedNames imports = compiler::importedNames(*other->tree);
    for (const compiler::CallSite& call :
         compiler::callsOf(*other->tree, imports, {"__init__", def.name.text}, kMaxConstructions)) {
      compiler::EvaluatedFile* file = path == path_ ? &file_ : evaluated(path, other);
      if (!file) break;
      const compiler::EvaluationResult result = file->evaluate(other->file->text(call.call->span));
      const eval::Object* object = result.value.object();
      if (object && object->kind == eval::Kind::Instance && object->cls.get() == cls.object())
        return {result.value, {other->file.get(), call.call->span}};
    }
  }
  return {file_.callUnknown(cls), {}};
}

std::vector<ParsedFilePtr> FileEvaluation::files() const {
  std::vector<ParsedFilePtr> files = loader_.loaded();
  files.push_back(parsed_);
  for (const auto& [other, parsed] : others_)
    if (parsed->file) files.push_back(parsed);
  return files;
}

ParsedFilePtr FileEvaluation::parsedAt(const std::string& path) {
  ParsedFilePtr& parsed = others_[path];
  if (!parsed) parsed = snapshot_.parse(path);
  return parsed;
}

compiler::EvaluatedFile* FileEvaluation::evaluated(const std::string& path,
                                                   const ParsedFilePtr& parsed) {
  const auto entry = files_.find(path);
  if (entry != files_.end()) return &entry->second;
  const ModuleName name = moduleNameOf(snapshot_.files(), path);
  if (name.dotted == name_.dotted) return nullptr;
  const compiler::PyModule* module =
      unit_.environment().addModule(name.dotted, path, name.isPackage, parsed->tree);
  return &files_
              .try_emplace(path, unit_.environment(), *module,
                           compiler::EvaluatedFile::Run::ForNames)
              .first->second;
}

}  // namespace ts::driver
