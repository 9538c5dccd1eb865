#include "core/compiler/reports/compile_error.h"

#include <fmt/format.h>

namespace ts::compiler {

std::string quoted(SourceRange at) {
  constexpr size_t kLongest = 40;
  if (!at.file || at.span.size() == 0 || at.span.size() > kLongest) return {};
  const std::string_view text = at.file->text(at.span);
  return text.find_first_of("\r\n`") == text.npos ? fmt::format("`{}`", text) : std::string();
}

}  // namespace ts::compiler
