// SARIF 2.1.0: one log with one run, in which every rule stands with its page's first lines.
#pragma once

#include "core/base/json_writer.h"
#include "core/diag/renderer.h"
#include "core/diag/renderers/places.h"

namespace ts::diag {

class SarifRenderer final : public Renderer {
 public:
  explicit SarifRenderer(const RenderOptions& options);

  void add(const Diagnostic& diagnostic) override;
  void addUnreadable(std::string_view path, std::string_view reason) override;
  void finish() override;

 private:
  void tool(std::string_view version);
  void artifact(std::string_view path);
  void region(const SourceRange& at);
  void location(const SourceRange& at);
  void relatedLocation(const SourceRange& at, std::string_view message);
  void fixes(const std::vector<Fix>& fixes);

  PlaceFinder places_;
  JsonWriter json_;
  JsonWriter notifications_;  // written after the results, kept until then
  bool failed_ = false;
};

// A path as a URI reference: what may not stand in one is percent-encoded.
std::string uriOf(std::string_view path);

}  // namespace ts::diag
