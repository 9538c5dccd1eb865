// Checks what one file hands to torch.jit, wherever its code lies.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/compiler/slicing/root_program.h"
#include "core/driver/constructor_calls.h"
#include "core/driver/workspace.h"

namespace ts::driver {

// The result of checking the roots of one file. Keeps alive everything that its ranges point into.
struct RootResult {
  std::string path;
  // In all files of the workspace. A problem in an installed package or in the embedded library is
  // moved to the call that leads there. Suppression comments are not applied yet.
  std::vector<diag::Diagnostic> diagnostics;
  compiler::RootReport report;
  std::vector<std::shared_ptr<const void>> typesOwners;  // of the recorded facts
  std::vector<ParsedFilePtr> files;         // the root file, and every file that was read
  std::vector<Construction> constructions;  // with Detail::Facts
  bool isCancelled = false;
};

// True when the text may define modules or hand something to torch.jit: it names torch.
bool mayUseTorch(std::string_view text);
// True when the text may hand something to torch.jit.
bool mayHaveRoots(std::string_view text);

// Checks the torch.jit calls of a parsed file without syntax errors. The callers of its functions
// come from the snapshot's index; without an index, from the file itself. `facts` records facts
// about all files; null: none are recorded.
RootResult checkRootsOf(const Snapshot& snapshot, const std::string& path,
                        const ParsedFilePtr& parsed, compiler::Facts* facts, Detail detail,
                        const std::stop_token& stop = {});

// An object when it reaches torch.jit, in an evaluation for graphs.
struct RootObject {
  compiler::CompilationUnit& unit;
  const compiler::PyModule& module;
  const eval::JitEvent& event;
  const ConstructorCalls& calls;      // of the evaluation so far
  std::shared_ptr<const void> owner;  // keeps the unit and everything that it compiles
};
using RootObjectVisitor = std::function<bool(const RootObject& object)>;
// Calls `visit` with the objects that the file hands to torch.jit, as checkRootsOf() finds them,
// until `visit` returns true. Returns true then.
bool visitRootsOf(const Snapshot& snapshot, const std::string& path, const ParsedFilePtr& parsed,
                  const RootObjectVisitor& visit);

// The skipped roots of the report as diagnostics.
std::vector<diag::Diagnostic> skippedRoots(const compiler::RootReport& report);

}  // namespace ts::driver
