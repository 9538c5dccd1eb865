// Rendering of diagnostics: one interface, and one renderer for each output format.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/diag/diagnostic.h"

namespace ts::diag {

enum class Format : uint8_t {
  Text,    // for people, with the source line and a row of carets
  Json,    // one JSON object per line
  Sarif,   // one SARIF 2.1.0 log for the whole run
  Github,  // workflow commands that GitHub turns into annotations
};

struct RenderOptions {
  bool colour = false;       // Text: ANSI colours
  int width = 120;           // Text: width in terminal cells at which a source line is cut
  std::string_view version;  // Sarif: the version of the tool
  std::string rulePages;     // Sarif: the folder with the pages of the rules; empty: not known
};

// Turns diagnostics into text, one at a time. `take` returns the text finished since its last call.
// Add the diagnostics of one file in the order of their positions: columns are counted
// incrementally, so random order is slow.
class Renderer {
 public:
  virtual ~Renderer() = default;

  virtual void add(const Diagnostic& diagnostic) = 0;
  // Reports a file that could not be read; the reason does not contain the path. Formats that
  // cannot express this write nothing.
  virtual void addUnreadable(std::string_view, std::string_view) {}
  // Writes the end of the output; nothing may be added afterwards.
  virtual void finish() {}

  std::string take() { return std::exchange(out_, {}); }

 protected:
  std::string out_;
};

std::unique_ptr<Renderer> makeRenderer(Format format, const RenderOptions& options = {});

}  // namespace ts::diag
