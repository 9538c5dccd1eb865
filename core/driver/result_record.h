// Results of checks as bytes, and what they depend on.
#pragma once

#include <optional>
#include <string>

#include "core/base/byte_record.h"
#include "core/base/content_hash.h"
#include "core/driver/workspace.h"
#include "core/source/run_files.h"

namespace ts::driver {

void writeUses(ByteWriter& writer, const FileUses& uses);
// Reads what a result depends on. False if a file is another one now, or the record is damaged.
bool usesStillHold(ByteReader& reader, const RunFiles& files);

// Writes what reports show of a result without error: counts, reached classes and diagnostics. The
// texts of read files are left out.
void writeResult(ByteWriter& writer, const FileResult& result, const FileUses& uses);
// Reads it. The result owns the texts of its diagnostics, which come from `files`. Nothing if such
// a text is another one now, or the record is damaged.
std::optional<FileResult> readResult(ByteReader& reader, const FileSystem& files);

}  // namespace ts::driver
