// Converts between file: URIs and paths.
#pragma once

#include <string>
#include <string_view>

namespace ts::lsp {

// Returns the path of a file: URI, without escapes. Returns any other URI (untitled:, ...)
// unchanged: such a document has a name, but no file.
std::string pathOfUri(std::string_view uri);

// Returns the file: URI of a path, which is made absolute. Returns URIs that pathOfUri kept
// unchanged.
std::string uriOfPath(const std::string& path);

}  // namespace ts::lsp
