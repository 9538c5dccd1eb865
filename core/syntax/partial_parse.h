// A file of which only parts are parsed, and functions that tell whether somebody looked at them:
// for who checks a file again after an edit.
#pragma once

#include <functional>
#include <span>

#include "core/syntax/parser.h"

namespace ts::syntax {

// The tree of these parts of the file alone, in order: each is whole lines, and holds whole
// statements. Places in it are places in the file.
ModulePtr parseParts(SourceFilePtr file, std::span<const Span> parts, diag::Sink& sink,
                     const ParseOptions& options = {});

// The tree of those statements that are chosen from another tree, whose nodes it shares, without
// its comments. choose: gives the statement, one like it that it has made, or null.
using Choose = std::function<Stmt*(Stmt& stmt, Arena& arena)>;
ModulePtr choose(const ModulePtr& tree, const Choose& choose);

// The same function, whose body counts as one that isn't parsed, until somebody looks at it:
// Body::isParsed(). For functions that don't yield.
FunctionDef* withHiddenBody(const FunctionDef& function, Arena& arena);

}  // namespace ts::syntax
