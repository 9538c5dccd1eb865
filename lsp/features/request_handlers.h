// The handlers of requests about documents and the workspace, the rows of requests.def. A file
// contains the handlers that belong together.
#pragma once

#include "lsp/session/requests.h"

namespace ts::lsp {

inline constexpr int kRead = 2, kWrite = 3;  // LSP's DocumentHighlightKind

#define REQUEST(method, handler, handlerForIr, ...) \
  Response handler(RequestContext& context);        \
  Response handlerForIr(RequestContext& context);
#include "lsp/features/requests.def"
#undef REQUEST

// Writes the capability of semantic tokens with the names of their types and modifiers.
std::string semanticTokensLegend();
// Writes the capability to give the text of built-in modules.
std::string librarySchemes();

// Returns the result id of a list of diagnostics in JSON. Equal lists have equal ids.
std::string resultId(std::string_view diagnostics);

// Returns LSP's SymbolKind.
int symbolKindNumber(name_index::SymbolKind kind, bool isInClass);

}  // namespace ts::lsp
