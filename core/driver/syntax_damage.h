// Separates the statements of a file that syntax errors touch from the rest, which is checked.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/driver/workspace.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// A file's tree in which one statement replaces each damaged top-level statement. The replacement
// binds the names that the damaged text may define to Unknown values. A class whose methods contain
// all its errors keeps its other members: see method_damage.h.
struct HealthyTree {
  syntax::ModulePtr tree;     // has the comments of the file
  std::vector<Span> damaged;  // whole lines, in order; no two of them overlap
};

// `problems` are the tree's syntax errors and warnings. Returns nothing when the errors may affect
// the meaning of every statement, such as a damaged `from m import *`.
std::optional<HealthyTree> withoutDamage(const syntax::ModulePtr& tree,
                                         const std::vector<diag::Diagnostic>& problems);

// Returns the file with the healthy tree and without syntax problems, or null when the errors may
// affect every statement.
struct HealthyFile {
  ParsedFilePtr parsed;
  std::vector<Span> damaged;
};
HealthyFile healthyFile(const ParsedFile& parsed);

// Removes the problems in damaged text: they may follow from the syntax errors.
void dropDamaged(const SourceFile& file, std::span<const Span> damaged,
                 std::vector<diag::Diagnostic>& diagnostics);

// Adds types and overloads of the expressions in the damaged spans, from a check of the tree as the
// parser has recovered it. The problems of that check are dropped: some follow from the errors.
void addDamagedFacts(const Snapshot& snapshot, const syntax::ModulePtr& recovered,
                     const std::vector<Span>& damaged, FileResult& result,
                     const std::stop_token& stop = {});

}  // namespace ts::driver
