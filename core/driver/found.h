// What checking has found out about pieces of a file, kept so that it stays true when the pieces
// move.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/compiler/facts.h"
#include "core/diag/diagnostic.h"
#include "core/driver/pieces.h"
#include "core/driver/source_cache.h"

namespace ts::driver {

// Found together, in the text that the file had then. Immutable.
struct Found {
  const SourceFile* file = nullptr;  // then; it may be gone
  std::vector<uint32_t> begins;      // of the pieces that it is about, then
  std::vector<diag::Diagnostic> diagnostics;
  std::vector<compiler::TypeFact> types;
  std::vector<compiler::OverloadFact> overloads;
  std::shared_ptr<const void> owner;  // of the types
  std::vector<ParsedFilePtr> others;  // files that diagnostics lie in, but for this one
};

// One state of a file: its pieces, and where they begin. Immutable.
struct Layout {
  SourceFilePtr file;
  std::vector<PiecePtr> pieces;
  std::vector<uint32_t> begins;
};

// Something found, and where in a layout the pieces are that it is about. They are those of then,
// or differ where nothing was found.
struct Part {
  const Found* found = nullptr;
  std::span<const uint32_t> pieces;  // indices; none: all of them
};

// Where something that was found lies now.
Span placeNow(const Part& part, Span then, const Layout& layout);
diag::Diagnostic diagnosticNow(const Part& part, const diag::Diagnostic& then,
                               const Layout& layout);

// Types and overloads of the file's expressions, by place; of two at one place that of the first
// part.
std::vector<compiler::TypeFact> typesNow(const std::vector<Part>& parts, const Layout& layout);
std::vector<compiler::OverloadFact> overloadsNow(const std::vector<Part>& parts,
                                                 const Layout& layout);

}  // namespace ts::driver
