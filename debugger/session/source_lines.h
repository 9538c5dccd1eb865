// The lines of a file at which a program can stop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ts::session {

// The key of a source in BreakpointSet::lines.
std::string normalizedPath(const std::string& path);
// The lines with code of a file on disk. Returns an error when it cannot be read.
std::string linesOfFile(const std::string& path, std::vector<uint32_t>& lines);

}  // namespace ts::session
