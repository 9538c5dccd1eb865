#include "core/diag/renderers/renderer.h"

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

}  // namespace ts::diag
