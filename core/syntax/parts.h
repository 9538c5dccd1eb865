// A file of which only parts are parsed, and functions that tell whether somebody looked at them: for who
// checks a file again after an edit.
#pragma once

#include <span>

#include "core/syntax/parser.h"

namespace ts::syntax {

// The tree of these parts of the file alone, in order: each is whole lines, and holds whole statements.
// Places in it are places in the file.
ModulePtr parseParts(SourceFilePtr file, std::span<const Span> parts, diag::Sink& sink,
                     const ParseOptions& options = {});

// From now on the body counts as one that isn't parsed, until somebody looks at it: Body::isParsed(). For
// trees that nobody else uses, and functions that don't yield.
void hideBody(const FunctionDef& function);

}  // namespace ts::syntax
