// TorchScript IR as a language of the server.
#pragma once

#include <string_view>

namespace ts::lsp {

// Returns whether a document is IR: a file that ends in ".ir", or a document with an IR language
// id. languageId: from didOpen.
bool isIr(std::string_view uri, std::string_view languageId);

}  // namespace ts::lsp
