// SARIF 2.1.0: one log with one run. Its rule list contains each rule with the first lines of the
// rule's page.
#pragma once

#include "core/base/json_writer.h"
#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"

namespace ts::diag {

class SarifRenderer final : public Renderer {
 public:
  explicit SarifRenderer(const RenderOptions& options);

  void add(const Diagnostic& diagnostic) override;
  void addUnreadable(std::string_view path, std::string_view reason) override;
  void finish() override;

 private:
  void tool(const RenderOptions& options);
  void artifact(std::string_view path);
  void region(const SourceRange& at);
  void location(const SourceRange& at);
  void relatedLocation(const SourceRange& at, std::string_view message);
  void fixes(const std::vector<Fix>& fixes);

  PlaceFinder places_;
  JsonWriter json_;
  JsonWriter notifications_;  // kept until the results are written
  bool failed_ = false;
};

// Returns a path as a URI reference, with percent-encoding where URIs require it.
std::string uriOf(std::string_view path);

}  // namespace ts::diag
