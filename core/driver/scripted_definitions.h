// Roots that people name: definitions with the comment `# jitscope: script`, and the roots of the
// project file. Each is checked as torch.jit.script would compile it.
#pragma once

#include <memory>
#include <string>

#include "core/diag/check_comments.h"
#include "core/driver/file_evaluation.h"
#include "core/driver/project_file.h"
#include "core/driver/root_checker.h"

namespace ts::driver {

// Checks the functions and classes of a file without syntax errors that its comments choose.
// FileEvaluation makes the instances of modules. The report says what could not be made. `facts`
// records facts about all files; null: none are recorded.
RootResult checkScriptedDefinitions(const Snapshot& snapshot, const std::string& path,
                                    const ParsedFilePtr& parsed,
                                    const diag::ChosenDefinitions& chosen, compiler::Facts* facts,
                                    const std::stop_token& stop = {});

// The module of a root of the project file, in an evaluation of its own.
struct ProjectRootModule {
  std::string error;                           // why the module cannot be evaluated
  ParsedFilePtr parsed;                        // null when the module is not found
  std::unique_ptr<FileEvaluation> evaluation;  // null after an error
};
// Finds the module from the folder of the project file on. The snapshot has to outlive the result.
ProjectRootModule evaluateModuleOf(const Snapshot& snapshot, const ProjectFile& project,
                                   const ProjectRoot& root, const std::stop_token& stop,
                                   compiler::Purpose purpose = compiler::Purpose::Checks);

// Checks the roots of the project file. The modules are found from its folder on. A root that is
// not found or can't be made is a diagnostic at its place in the file. The result refers to the
// source of `project`.
FileResult checkProjectRoots(const Snapshot& snapshot, const ProjectFile& project,
                             Detail detail = Detail::Diagnostics, const std::stop_token& stop = {});

}  // namespace ts::driver
