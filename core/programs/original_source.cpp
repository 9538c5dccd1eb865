#include "core/programs/original_source.h"

#include <algorithm>

#include "core/source/decode.h"
#include "core/source/file_system.h"
#include "core/source/library_path.h"

namespace ts::programs {

namespace {

std::string_view trimmed(std::string_view line) {
  const size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
}

}  // namespace

bool isOriginalThere(const SourceFile& excerpt) {
  if (isLibrary(excerpt.path())) return true;
  const ReadResult read = DiskFileSystem().read(excerpt.path());
  if (!read) return false;
  const SourceFile file(excerpt.path(), decodeSource(read.bytes).text);
  // Empty lines stand for the lines of the file before the excerpt.
  for (uint32_t line = 1; line <= excerpt.lineCount(); ++line)
    if (const auto own = trimmed(excerpt.lineText(line));
        !own.empty() && own != trimmed(file.lineText(line)))
      return false;
  return true;
}

}  // namespace ts::programs
