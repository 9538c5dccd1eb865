// The handlers of requests about documents and the workspace; see lsp/requests.h. A file contains
// the handlers that belong together.
#pragma once

#include "lsp/requests.h"

namespace ts::lsp {

inline constexpr int kRead = 2, kWrite = 3;  // LSP's DocumentHighlightKind

Response codeAction(RequestContext& context);            // code_action.cpp
Response codeActionResolve(RequestContext& context);     // code_action.cpp
Response codeLens(RequestContext& context);              // code_lens.cpp
Response completion(RequestContext& context);            // completion.cpp
Response completionResolve(RequestContext& context);     // completion.cpp
Response declaration(RequestContext& context);           // navigation.cpp
Response definition(RequestContext& context);            // navigation.cpp
Response documentDiagnostic(RequestContext& context);    // pull_diagnostics.cpp
Response documentHighlight(RequestContext& context);     // references.cpp
Response documentLink(RequestContext& context);          // document_link.cpp
Response documentSymbol(RequestContext& context);        // symbols.cpp
Response foldingRange(RequestContext& context);          // structure.cpp
Response hover(RequestContext& context);                 // hover.cpp
Response implementation(RequestContext& context);        // navigation.cpp
Response incomingCalls(RequestContext& context);         // call_hierarchy.cpp
Response inlayHint(RequestContext& context);             // inlay_hint.cpp
Response outgoingCalls(RequestContext& context);         // call_hierarchy.cpp
Response prepareCallHierarchy(RequestContext& context);  // call_hierarchy.cpp
Response prepareRename(RequestContext& context);         // rename.cpp
Response references(RequestContext& context);            // references.cpp
Response rename(RequestContext& context);                // rename.cpp
Response selectionRange(RequestContext& context);        // structure.cpp
Response semanticTokensDelta(RequestContext& context);   // semantic_tokens.cpp
Response semanticTokensFull(RequestContext& context);    // semantic_tokens.cpp
Response semanticTokensRange(RequestContext& context);   // semantic_tokens.cpp
Response signatureHelp(RequestContext& context);         // signature_help.cpp
Response textDocumentContent(RequestContext& context);   // library_text.cpp
Response typeDefinition(RequestContext& context);        // navigation.cpp
Response willRenameFiles(RequestContext& context);       // rename_files.cpp
Response workspaceDiagnostic(RequestContext& context);   // workspace_diagnostics.cpp
Response workspaceSymbol(RequestContext& context);       // symbols.cpp

// Returns the result id of a list of diagnostics in JSON. Equal lists have equal ids.
std::string resultId(std::string_view diagnostics);

// Returns LSP's SymbolKind.
int symbolKindNumber(name_index::SymbolKind kind, bool isInClass);

}  // namespace ts::lsp
