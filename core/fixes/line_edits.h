// Edits of whole lines: inserting, removing and reindenting statements.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fixes/fix_context.h"

namespace ts::fixes {

// The whitespace at the start of the line.
std::string_view indentationAt(const SourceFile& file, uint32_t offset);
uint32_t lineBegin(const SourceFile& file, uint32_t offset);
// Extends the span to whole lines, including the last newline.
Span wholeLines(const SourceFile& file, Span span);
// True when the statement's lines contain nothing else except trailing comments: not "x; y" or "if
// c: x".
bool standsAlone(const SourceFile& file, const syntax::Stmt& stmt);

// Inserts lines before a statement, at its indentation; each ends with a newline. Returns nullopt
// when the statement shares its line with other code or is an elif.
std::optional<diag::Edit> insertBefore(const FixContext& context, const syntax::Stmt& stmt,
                                       const std::vector<std::string>& lines);
// Inserts lines at the start of a function's or class's body, after its docstring.
std::optional<diag::Edit> insertAtStart(const FixContext& context, Block body,
                                        const std::vector<std::string>& lines);
// Removes a statement; `pass` replaces it in a block that would become empty. Returns nullopt when
// the statement shares its line with other code.
std::optional<diag::Edit> remove(const FixContext& context, const syntax::Stmt& stmt, Block block);
// Returns the lines of the span with the prefix `from` of each line replaced by `to`. Returns
// nullopt when a line has another prefix, or a string spans several lines.
std::optional<std::string> reindented(const SourceFile& file, Span lines, std::string_view from,
                                      std::string_view to);

}  // namespace ts::fixes
