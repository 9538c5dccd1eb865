// Follows what a file hands to torch.jit back to where it was made, and compiles it.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/compiler/slicing/program_slice.h"
#include "core/compiler/slicing/root_report.h"
#include "core/compiler/unit/unit.h"
#include "core/eval/values/choices.h"
#include "core/eval/values/jit_events.h"

namespace ts::compiler {

// A function of the program that no other part of it calls. Its parameters have their defaults, or
// are Unknown.
struct RootEntry {
  std::string module;             // dotted
  std::vector<std::string> path;  // the classes around it, and its own name
};

// The parts of a program that lead to the torch.jit calls of one file.
struct RootProgram {
  std::vector<Span> sites;    // the torch.jit calls in the root file
  std::vector<Span> objects;  // the first argument of each; the call without arguments
  // The `sites` at module level that name a definition of the file. checkRead() compiles it.
  std::vector<Span> sitesOfDefinitions;
  std::vector<std::string> modules;  // other modules to run, by dotted name
  std::vector<RootEntry> entries;
  // Functions on the way to the torch.jit calls, the farthest first. They are called with Unknown
  // arguments when the entries do not get to all torch.jit calls.
  std::vector<RootEntry> fallbacks;
  // The sliced files, the root file among them. The unit's loader returns their trees.
  std::unordered_map<std::string, Slice> slices;  // by path
};

// Runs the slices of the program and checks the objects that reach torch.jit in the file `root`,
// which the unit's environment contains with its sliced tree. Problems go to the unit's sink.
// Returns early when the unit is cancelled.
// `decisions` are for Unknown conditions and keys; the report has those that could be made as well.
// With `visit`, nothing is checked: `visit` is called with each object when it reaches torch.jit.
// No further function of the program is called after `visit` has returned true.
using RootVisitor = std::function<bool(const eval::JitEvent& event)>;
RootReport checkRoots(CompilationUnit& unit, const PyModule& root, const RootProgram& program,
                      const eval::Choices::Decisions& decisions = {},
                      const RootVisitor& visit = {});

// Relates the problems from index `first` on to their root. A problem in library code moves to the
// root, unless the root is in a library itself; one in another file gets a note with the root's
// place after the words `how`.
void relateToRoot(CompilationUnit& unit, size_t first, SourceRange root, std::string_view how);

// Returns a module and its submodules at any depth, each once, outer ones first. Empty for other
// objects.
std::vector<eval::Value> modulesIn(CompilationUnit& unit, const eval::Value& instance);

// Adds the class of a module and those of its submodules.
void addReachedClasses(CompilationUnit& unit, const eval::Value& instance,
                       std::vector<ReachedClass>& reached);

}  // namespace ts::compiler
