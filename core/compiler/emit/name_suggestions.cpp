#include "core/compiler/emit/name_suggestions.h"

#include <fmt/format.h>

#include "core/ops/nearest_names.h"

namespace ts::compiler {

void suggestAttribute(diag::Diagnostic& diagnostic, std::string_view attribute,
                      std::span<const std::string_view> names) {
  const auto near = ops::nearestNames(attribute, names);
  if (near.empty()) return;
  diagnostic.note(fmt::format("did you mean '{}'?", fmt::join(near, "', '")));
  const SourceRange& at = diagnostic.range;
  if (near.size() > 1 || !at || !at.text().ends_with(attribute)) return;
  const Span name{static_cast<uint32_t>(at.span.end - attribute.size()), at.span.end};
  diagnostic.fix(fmt::format("Write '{}'", near[0]), {{{at.file, name}, std::string(near[0])}},
                 /*safe=*/false);
}

}  // namespace ts::compiler
