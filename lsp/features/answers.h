// The requests that ask something about documents, one function each; what they get and give is
// described in lsp/questions.h. A file holds those that belong together.
#pragma once

#include "lsp/questions.h"

namespace ts::lsp {

inline constexpr int kRead = 2, kWrite = 3;  // LSP's DocumentHighlightKind

Answer codeAction(Question& question);            // code_action.cpp
Answer codeActionResolve(Question& question);     // code_action.cpp
Answer codeLens(Question& question);              // code_lens.cpp
Answer completion(Question& question);            // completion.cpp
Answer completionResolve(Question& question);     // completion.cpp
Answer declaration(Question& question);           // navigation.cpp
Answer definition(Question& question);            // navigation.cpp
Answer documentDiagnostic(Question& question);    // pull_diagnostics.cpp
Answer documentHighlight(Question& question);     // references.cpp
Answer documentLink(Question& question);          // document_link.cpp
Answer documentSymbol(Question& question);        // symbols.cpp
Answer foldingRange(Question& question);          // structure.cpp
Answer hover(Question& question);                 // hover.cpp
Answer implementation(Question& question);        // navigation.cpp
Answer incomingCalls(Question& question);         // call_hierarchy.cpp
Answer inlayHint(Question& question);             // inlay_hint.cpp
Answer outgoingCalls(Question& question);         // call_hierarchy.cpp
Answer prepareCallHierarchy(Question& question);  // call_hierarchy.cpp
Answer prepareRename(Question& question);         // rename.cpp
Answer references(Question& question);            // references.cpp
Answer rename(Question& question);                // rename.cpp
Answer selectionRange(Question& question);        // structure.cpp
Answer semanticTokensDelta(Question& question);   // semantic_tokens.cpp
Answer semanticTokensFull(Question& question);    // semantic_tokens.cpp
Answer semanticTokensRange(Question& question);   // semantic_tokens.cpp
Answer signatureHelp(Question& question);         // signature_help.cpp
Answer typeDefinition(Question& question);        // navigation.cpp
Answer willRenameFiles(Question& question);       // rename_files.cpp
Answer workspaceDiagnostic(Question& question);   // workspace_diagnostics.cpp
Answer workspaceSymbol(Question& question);       // symbols.cpp

// Of the JSON of diagnostics, for clients that ask again.
std::string resultId(std::string_view findings);

// LSP's SymbolKind.
int symbolKindNumber(name_index::SymbolKind kind, bool isInClass);

}  // namespace ts::lsp
