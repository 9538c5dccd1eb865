// GitHub workflow commands, which GitHub shows as annotations on the lines of a pull request.
#pragma once

#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"

namespace ts::diag {

class GithubRenderer final : public Renderer {
 public:
  void add(const Diagnostic& diagnostic) override;
  void addUnreadable(std::string_view path, std::string_view reason) override;

 private:
  PlaceFinder places_;
};

}  // namespace ts::diag
