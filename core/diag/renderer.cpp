#include "core/diag/renderer.h"

#include <algorithm>
#include <tuple>

#include "core/diag/renderers/github.h"
#include "core/diag/renderers/json.h"
#include "core/diag/renderers/sarif.h"
#include "core/diag/renderers/text.h"

namespace ts::diag {

std::unique_ptr<Renderer> makeRenderer(Format format, const RenderOptions& options) {
  switch (format) {
    case Format::Text: return std::make_unique<TextRenderer>(options);
    case Format::Json: return std::make_unique<JsonRenderer>();
    case Format::Sarif: return std::make_unique<SarifRenderer>(options);
    case Format::Github: return std::make_unique<GithubRenderer>();
  }
  return nullptr;
}

void sortByPlace(std::vector<Diagnostic>& diagnostics) {
  auto key = [](const Diagnostic& d) {
    return std::make_tuple(d.range.span.begin, ~d.range.span.end, static_cast<int>(d.rule),
                           std::string_view(d.message));
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  auto same = [&](const Diagnostic& a, const Diagnostic& b) { return key(a) == key(b); };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
}

}  // namespace ts::diag
