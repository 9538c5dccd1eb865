// How diagnostics look: one interface, a renderer for each format.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/diag/diagnostic.h"

namespace ts::diag {

enum class Format : uint8_t {
  Text,    // for people, with the source line and a caret row
  Json,    // one object a line
  Sarif,   // one SARIF 2.1.0 log for the whole run
  Github,  // workflow commands that GitHub turns into annotations
};

struct RenderOptions {
  bool colour = false;       // Text: ANSI colours
  int width = 120;           // Text: cells that a source line may take before it is cut
  std::string_view version;  // Sarif: of the tool
};

// Diagnostics go in one by one, text comes out; take() may be called at any time and gives what has
// been finished since the last call. Those of one file are best added in order of place: a column
// is then counted on from the one before.
class Renderer {
 public:
  virtual ~Renderer() = default;

  virtual void add(const Diagnostic& diagnostic) = 0;
  // A file that could not be read; `reason` is without the path. Formats that have no word for it
  // say nothing.
  virtual void addUnreadable(std::string_view, std::string_view) {}
  // No more is to come.
  virtual void finish() {}

  std::string take() { return std::exchange(out_, {}); }

 protected:
  std::string out_;
};

std::unique_ptr<Renderer> makeRenderer(Format format, const RenderOptions& options = {});

// Orders the diagnostics of one file by place, the widest of those that start at one place first,
// and drops exact repetitions.
void sortByPlace(std::vector<Diagnostic>& diagnostics);

}  // namespace ts::diag
