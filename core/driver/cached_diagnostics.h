// Diagnostics and facts of a file's chunks, cached with the offsets that the chunks had. When the
// chunks move, the cached ranges move with them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/compiler/reports/facts.h"
#include "core/diag/diagnostic.h"
#include "core/driver/source_cache.h"
#include "core/driver/top_level_chunks.h"

namespace ts::driver {

// The result of one compilation of some chunks of a file. Immutable.
struct CachedDiagnostics {
  const SourceFile* file = nullptr;  // the file when it was compiled; may be dangling
  std::vector<uint32_t> begins;      // offsets of the chunks when they were compiled
  std::vector<diag::Diagnostic> diagnostics;
  std::vector<compiler::TypeFact> types;
  std::vector<compiler::OverloadFact> overloads;
  std::shared_ptr<const void> owner;         // of the types
  std::vector<ParsedFilePtr> importedFiles;  // other files that the diagnostics refer to
};

// One text of a file, split into chunks. Immutable.
struct FileRevision {
  SourceFilePtr file;
  std::vector<ChunkPtr> chunks;
  std::vector<uint32_t> begins;  // offsets of the chunks
};

// Cached diagnostics and the chunks of a revision that they apply to. Each chunk has the text that
// was compiled, or another text for which the cache holds no ranges.
struct Placement {
  const CachedDiagnostics* cached = nullptr;
  std::span<const uint32_t> chunks;  // indices into the revision; empty: all chunks
};

// Moves a cached range to its offset in the revision.
Span relocate(const Placement& placement, Span cached, const FileRevision& revision);
diag::Diagnostic relocate(const Placement& placement, const diag::Diagnostic& cached,
                          const FileRevision& revision);

// Types and overloads of the file's expressions, sorted by place. Where two placements have a fact
// for the same expression, the first placement wins.
std::vector<compiler::TypeFact> relocatedTypes(const std::vector<Placement>& placements,
                                               const FileRevision& revision);
std::vector<compiler::OverloadFact> relocatedOverloads(const std::vector<Placement>& placements,
                                                       const FileRevision& revision);

}  // namespace ts::driver
