// Writes one JSON object per line: file, line, column, endLine, endColumn, rule, severity, message,
// notes, related, fixes.
#pragma once

#include "core/base/json_writer.h"
#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"

namespace ts::diag {

// Lines and columns count from 1, columns in code points; an end is the position after the last
// character. Labels and notes with a range are `related`; the other notes have the diagnostic's
// position.
class JsonRenderer final : public Renderer {
 public:
  void add(const Diagnostic& diagnostic) override;

 private:
  void place(JsonWriter& json, const SourceRange& at, bool withEnd);

  PlaceFinder places_;
};

}  // namespace ts::diag
