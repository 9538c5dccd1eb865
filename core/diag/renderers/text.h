// Renders diagnostics for people, in the usual form of compilers:
//
//     model.py:3:12: error: message [TS3001]
//       3 |     return x + y
//         |            ^^^^^
#pragma once

#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"

namespace ts::diag {

class TextRenderer final : public Renderer {
 public:
  explicit TextRenderer(const RenderOptions& options) : options_(options) {}

  void add(const Diagnostic& diagnostic) override;
  void addUnreadable(std::string_view path, std::string_view reason) override;

 private:
  // A range to mark in an excerpt; the primary range has carets and no message.
  struct Mark {
    Span span;
    std::string_view message;
    bool primary;
  };

  void header(const SourceRange& at, std::string_view kind, std::string_view colour,
              std::string_view message, std::string_view code);
  void excerpts(const SourceFile& file, const std::vector<Mark>& marks);
  void markedLine(const SourceFile& file, uint32_t line, const std::vector<Mark>& marks);
  void fix(const Fix& fix);
  void gutter(std::string_view content, char sign);
  void paint(std::string_view colour, std::string_view text);

  RenderOptions options_;
  PlaceFinder places_;
  size_t gutterWidth_ = 1;
  std::string_view markColour_;
};

}  // namespace ts::diag
