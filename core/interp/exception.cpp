#include "core/interp/exception.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/ascii.h"

namespace ts::interp {
namespace {}  // namespace

std::string Exception::text() const {
  std::string text;
  if (!stack.empty()) text += "TorchScript stack, the outermost call first:\n";
  for (const StackEntry& entry : stack) {
    if (!entry.range) {
      text += fmt::format("  in {}\n", entry.function);
      continue;
    }
    const SourceFile& file = *entry.range.file;
    const LineColumn begin = file.position(entry.range.span.begin);
    const std::string_view line = file.lineText(begin.line);
    const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    const size_t from = std::max<size_t>(begin.column, indent);
    const size_t to = std::min<size_t>(from + entry.range.span.size(), line.size());
    text += fmt::format("  File \"{}\", line {}, in {}\n    {}\n", file.path(), begin.line,
                        entry.function, trimmed(line));
    if (to > from) {
      const size_t before = lengthIn(line.substr(indent, from - indent), ColumnUnit::Utf32);
      const size_t width = lengthIn(line.substr(from, to - from), ColumnUnit::Utf32);
      text += fmt::format("    {}{}\n", std::string(before, ' '), std::string(width, '^'));
    }
  }
  const std::string_view name =
      raisedClass.empty() ? std::string_view(className) : std::string_view(raisedClass);
  return text + fmt::format("{}: {}", name, message);
}

}  // namespace ts::interp
