// A file that the evaluator runs as an import does, for checks of the objects that its code makes.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/compiler/evaluated/evaluated_file.h"
#include "core/compiler/unit/unit.h"
#include "core/driver/constructor_calls.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"

namespace ts::driver {

// An instance of a class of the file.
struct MadeInstance {
  eval::Value value;  // Unbound: no call of the class succeeds
  SourceRange call;   // empty: it has the defaults
};

// Belongs to one check; not thread-safe. The snapshot has to outlive it. The constructor throws
// Cancelled when a stop is requested.
class FileEvaluation {
 public:
  // `parsed` has no syntax errors. `searchPaths` are those of its imports.
  FileEvaluation(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                 ModuleName name, std::vector<std::string> searchPaths, const std::stop_token& stop,
                 compiler::Purpose purpose = compiler::Purpose::Checks);
  FileEvaluation(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                 const std::stop_token& stop,
                 compiler::Purpose purpose = compiler::Purpose::Checks);

  compiler::CompilationUnit& unit() { return unit_; }
  const compiler::PyModule& module() const { return module_; }
  compiler::EvaluatedFile& file() { return file_; }
  // The calls of classes since the file was started.
  const ConstructorCalls& calls() const { return calls_; }

  // Returns an instance of a class of the file: from a call of the class in the file or in a file
  // that imports it, if its arguments do not depend on local variables; else from the defaults,
  // with Unknown for the other parameters.
  MadeInstance instanceOf(const syntax::ClassDef& def, const eval::Value& cls);

  // All files that were read; the ranges of diagnostics point into them.
  std::vector<ParsedFilePtr> files() const;

 private:
  // Searches the imports where those of the file `name` are.
  FileEvaluation(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                 const ModuleName& name, const std::stop_token& stop, compiler::Purpose purpose);

  ParsedFilePtr parsedAt(const std::string& path);
  compiler::EvaluatedFile* evaluated(const std::string& path, const ParsedFilePtr& parsed);

  const Snapshot& snapshot_;
  const std::string path_;
  const ParsedFilePtr parsed_;
  const ModuleName name_;
  ModuleLoader loader_;
  compiler::CompilationUnit unit_;
  const ConstructorCalls calls_;
  const compiler::PyModule& module_;
  compiler::EvaluatedFile file_;
  std::map<std::string, ParsedFilePtr> others_;
  std::map<std::string, compiler::EvaluatedFile> files_;
};

}  // namespace ts::driver
