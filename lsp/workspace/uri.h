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

// The scheme of the embedded sources of PyTorch and Python, which have no files. The client
// requests their text with workspace/textDocumentContent.
inline constexpr std::string_view kLibraryScheme = "jitscope-library";
// "jitscope-library://embedded/torch/nn/modules/conv.py" for "torch.nn.modules.conv".
std::string libraryUri(std::string_view module, bool isPackage);
// Returns the dotted name of the module; empty for other URIs.
std::string moduleOfLibraryUri(std::string_view uri);

}  // namespace ts::lsp
