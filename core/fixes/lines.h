// Edits of whole lines: statements put in, taken out, and moved to another depth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fixes/fix_context.h"

namespace ts::fixes {

// The white space before the first other character of the line.
std::string_view indentationAt(const SourceFile& file, uint32_t offset);
uint32_t lineBegin(const SourceFile& file, uint32_t offset);
// From the first line's start to behind the last one's end, its newline included.
Span wholeLines(const SourceFile& file, Span span);
// Whether its lines hold nothing else, comments behind it aside: no "x; y", no "if c: x".
bool standsAlone(const SourceFile& file, const syntax::Stmt& stmt);

// Lines before a statement that stands alone, at its depth; each ends with a newline. Nothing when
// it doesn't, or when it is an elif.
std::optional<diag::Edit> insertBefore(const FixContext& site, const syntax::Stmt& stmt,
                                       const std::vector<std::string>& lines);
// Lines at the start of a function's or class's body, behind its docstring.
std::optional<diag::Edit> insertAtStart(const FixContext& site, Block body,
                                        const std::vector<std::string>& lines);
// Takes a statement out that stands alone; `pass` takes its place in a block that would be empty.
std::optional<diag::Edit> remove(const FixContext& site, const syntax::Stmt& stmt, Block block);
// The lines of the span with another depth: `from` at the start of each is replaced by `to`.
// Nothing when a line starts otherwise, or a string goes over several lines.
std::optional<std::string> reindented(const SourceFile& file, Span lines, std::string_view from,
                                      std::string_view to);

}  // namespace ts::fixes
