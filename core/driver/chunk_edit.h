// The difference between two texts of a file, in whole chunks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/driver/cached_diagnostics.h"

namespace ts::driver {

// An edit replaces the chunks [first, last) of the old revision by the text `replacement` of the
// new one. Every later offset moves by `shift`.
struct ChunkEdit {
  size_t first, last;
  Span replacement;
  int64_t shift;
};

// Returns the smallest such edit; nothing when the chunks after the edit would not begin on a line
// of their own, or when the old revision has no chunks.
std::optional<ChunkEdit> editBetween(const FileRevision& before, std::string_view after);

}  // namespace ts::driver
