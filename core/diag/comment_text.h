// The parts of comments that address JitScope, and the code that they apply to.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/source/source_file.h"

namespace ts::diag {

inline constexpr std::string_view kBlanks = " \t\f";

// Returns the offset of a marker, such as "tscheck:", in the text of a comment; npos without it.
// The marker directly follows a "#": text that only mentions it does not count. Other text may
// precede it: "# noqa  # tscheck: ignore[TS3001]".
size_t findMarker(std::string_view comment, std::string_view marker);
// Returns the word of lower-case letters and hyphens that follows `at` and blanks. An empty word
// points to its place in the text.
std::string_view wordAfter(std::string_view text, size_t at);

// Returns whether only blanks precede the comment on its line.
bool isAlone(const SourceFile& file, Span comment);
// Returns the first line at or after `line` that contains code; a line past the end without one.
uint32_t nextCodeLine(const SourceFile& file, uint32_t line);
// Returns the line of code that a comment applies to: its own line, or the next one with code when
// the comment is alone.
uint32_t appliesTo(const SourceFile& file, Span comment);

}  // namespace ts::diag
