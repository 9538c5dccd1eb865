// Parsing of parts of a file, and detection of function bodies that a check accesses. Used to check
// a file again after an edit.
#pragma once

#include <functional>
#include <span>

#include "core/syntax/parser.h"

namespace ts::syntax {

// The tree of the given parts of the file, in order. Each part must be complete lines with complete
// statements. Spans are relative to the file.
ModulePtr parseParts(SourceFilePtr file, std::span<const Span> parts, diag::Sink& sink,
                     const ParseOptions& options = {});

// The tree of statements selected from another tree. The result shares the nodes and the comments
// of that tree. `choose` returns the statement itself, a modified copy, or null to omit it.
using Choose = std::function<Stmt*(Stmt& stmt, Arena& arena)>;
ModulePtr choose(const ModulePtr& tree, const Choose& choose);

// A copy of the function whose body counts as unparsed until its first access, so that
// Body::isParsed() reports the access. Not for generator functions.
FunctionDef* withHiddenBody(const FunctionDef& function, Arena& arena);

}  // namespace ts::syntax
