// file: URIs and the paths that they stand for.
#pragma once

#include <string>
#include <string_view>

namespace ts::lsp {

// The path of a file: URI, its escapes undone. Any other URI (untitled:, ...) gives itself: such a
// document has a name, but no place on the disk.
std::string pathOfUri(std::string_view uri);

// The file: URI of a path (made absolute). What pathOfUri passed through comes back as it was.
std::string uriOfPath(const std::string& path);

}  // namespace ts::lsp
