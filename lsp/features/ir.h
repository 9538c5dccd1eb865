// Requests about TorchScript IR: files that end in ".ir", and documents with an IR language id.
#pragma once

#include <string_view>

#include "lsp/requests.h"

namespace ts::lsp {

// Returns whether a document is IR. languageId: from didOpen.
bool isIr(std::string_view uri, std::string_view languageId);

// Handles a request about `context.ir`. The result is null when IR does not support the method.
Response respondAboutIr(RequestContext& context, std::string_view method);

}  // namespace ts::lsp
