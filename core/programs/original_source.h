// The Python files from which an archive was made.
#pragma once

#include "core/source/source_file.h"

namespace ts::programs {

// True when the file of an excerpt is on disk and still contains the excerpt's lines, and for files
// of libraries. Indentation does not count: excerpts have less of it.
bool isOriginalThere(const SourceFile& excerpt);

}  // namespace ts::programs
