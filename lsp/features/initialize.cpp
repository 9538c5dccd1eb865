#include "core/base/json_writer.h"
#include "core/ide/tokens.h"
#include "lsp/features/features.h"
#include "lsp/uri.h"
#include "lsp/version.h"

namespace ts::lsp {

namespace {

// The client lists encodings by preference. A client without a list knows only UTF-16.
ColumnUnit chooseEncoding(JsonView encodings) {
  for (const JsonView& name : encodings.elements()) {
    if (const auto unit = findEncoding(name.string().value_or(""))) return *unit;
  }
  return ColumnUnit::Utf16;
}

ClientCapabilities readClient(JsonView capabilities) {
  const JsonView diagnostics = capabilities["textDocument"]["publishDiagnostics"];
  ClientCapabilities client;
  client.encoding = chooseEncoding(capabilities["general"]["positionEncodings"]);
  client.relatedInformation = diagnostics["relatedInformation"].truth();
  client.codeDescription = diagnostics["codeDescriptionSupport"].truth();
  client.diagnosticTags = diagnostics["tagSupport"].isObject();
  client.versionedEdits = capabilities["workspace"]["workspaceEdit"]["documentChanges"].truth();
  const JsonView document = capabilities["textDocument"];
  client.definitionLinks = document["definition"]["linkSupport"].truth();
  // Problems of a file change with edits of other files. A client that cannot be told to pull them
  // again, such as Neovim 0.10, gets them published.
  client.pullsDiagnostics = document["diagnostic"].isObject() &&
                            capabilities["workspace"]["diagnostics"]["refreshSupport"].truth();
  for (const JsonView& property : document["codeAction"]["resolveSupport"]["properties"].elements())
    client.resolvesEdits |= property.string() == "edit";
  client.resolvesEdits &= document["codeAction"]["dataSupport"].truth();
  client.snippets = document["completion"]["completionItem"]["snippetSupport"].truth();
  client.labelOffsets = document["signatureHelp"]["signatureInformation"]["parameterInformation"]
                                ["labelOffsetSupport"]
                                    .truth();
  client.nestedSymbols = document["documentSymbol"]["hierarchicalDocumentSymbolSupport"].truth();
  const JsonView workspace = capabilities["workspace"];
  client.serverProgress = capabilities["window"]["workDoneProgress"].truth();
  client.configuration = workspace["configuration"].truth();
  client.registersConfiguration =
      workspace["didChangeConfiguration"]["dynamicRegistration"].truth();
  client.registersWatchers = workspace["didChangeWatchedFiles"]["dynamicRegistration"].truth();
  client.librarySources = workspace["textDocumentContent"].isObject();
  client.refreshes = readRefreshes(workspace);
  if (const auto limit = document["foldingRange"]["rangeLimit"].integer(); limit && *limit >= 0)
    client.foldingRangeLimit = static_cast<uint32_t>(*limit);
  return client;
}

// Returns the folders of the workspace. Old clients name one folder in rootUri or rootPath.
std::vector<Folder> foldersOf(JsonView params) {
  if (params["workspaceFolders"].isArray()) return readFolders(params["workspaceFolders"], {});
  if (const auto uri = params["rootUri"].string()) return {{pathOfUri(*uri), {}}};
  if (const auto path = params["rootPath"].string()) return {{*path, {}}};
  return {};
}

// Capabilities without options.
constexpr const char* kProviders[] = {
    "declarationProvider",    "definitionProvider",     "documentHighlightProvider",
    "documentSymbolProvider", "foldingRangeProvider",   "hoverProvider",
    "inlayHintProvider",      "selectionRangeProvider", "typeDefinitionProvider",
};
// Capabilities of requests that report progress.
constexpr const char* kProvidersWithProgress[] = {"callHierarchyProvider", "implementationProvider",
                                                  "referencesProvider", "workspaceSymbolProvider"};

void writeTriggers(JsonWriter& out, std::string_view key,
                   std::initializer_list<const char*> triggers) {
  out.key(key).beginArray();
  for (const char* one : triggers) out.value(one);
  out.endArray();
}

template <size_t N>
void writeNames(JsonWriter& out, const char* const (&names)[N]) {
  out.beginArray();
  for (const char* name : names) out.value(name);
  out.endArray();
}

void writeSemanticTokens(JsonWriter& out) {
  out.key("semanticTokensProvider").beginObject().key("legend").beginObject();
  out.key("tokenTypes");
  writeNames(out, ide::kTokenTypeNames);
  out.key("tokenModifiers");
  writeNames(out, ide::kTokenModifierNames);
  out.endObject()
      .member("range", true)
      .key("full")
      .beginObject()
      .member("delta", true)
      .endObject()
      .endObject();
}

// Registers for Python files and folders that are created, deleted or renamed: imports depend on
// them.
void writeWorkspace(JsonWriter& out, const ClientCapabilities& client) {
  out.key("workspace").beginObject().key("workspaceFolders").beginObject();
  out.member("supported", true).member("changeNotifications", true).endObject();
  out.key("fileOperations").beginObject();
  for (const char* operation : {"didCreate", "didDelete", "didRename", "willRename"}) {
    out.key(operation).beginObject().key("filters").beginArray();
    for (const auto& [glob, matches] :
         {std::pair("**/*.py", "file"), std::pair("**/*", "folder")}) {
      out.beginObject().member("scheme", "file").key("pattern").beginObject();
      out.member("glob", glob).member("matches", matches).endObject().endObject();
    }
    out.endArray().endObject();
  }
  out.endObject();
  if (client.librarySources) {
    out.key("textDocumentContent").beginObject().key("schemes").beginArray();
    out.value(kLibraryScheme).endArray().endObject();
  }
  out.endObject();
}

}  // namespace

void initialize(Session& session, JsonView params, const Reply& reply) {
  session.client = readClient(params["capabilities"]);
  session.scheduler.folders = foldersOf(params);

  static constexpr int kIncremental = 2;
  JsonWriter out;
  out.beginObject().key("capabilities").beginObject();
  out.member("positionEncoding", encodingName(session.client.encoding));
  out.key("textDocumentSync")
      .beginObject()
      .member("openClose", true)
      .member("change", kIncremental)
      .endObject();
  out.key("notebookDocumentSync").beginObject().key("notebookSelector").beginArray().beginObject();
  out.member("notebook", "*")
      .key("cells")
      .beginArray()
      .beginObject()
      .member("language", "python")
      .endObject()
      .endArray();
  out.endObject().endArray().endObject();
  out.key("codeActionProvider").beginObject().key("codeActionKinds").beginArray();
  out.value("quickfix")
      .value("source.fixAll.jitscope")
      .endArray()
      .member("resolveProvider", true)
      .endObject();
  for (const char* provider : kProviders) out.member(provider, true);
  for (const char* provider : kProvidersWithProgress)
    out.key(provider).beginObject().member("workDoneProgress", true).endObject();
  out.key("completionProvider").beginObject().member("resolveProvider", true);
  writeTriggers(out, "triggerCharacters", {"."});
  out.endObject().key("signatureHelpProvider").beginObject();
  writeTriggers(out, "triggerCharacters", {"(", ","});
  writeTriggers(out, "retriggerCharacters", {",", "="});
  out.endObject().key("documentLinkProvider").beginObject().endObject();
  out.key("codeLensProvider").beginObject().endObject();
  // A client that pulls diagnostics receives no published ones.
  if (session.client.pullsDiagnostics) {
    out.key("diagnosticProvider").beginObject().member("interFileDependencies", true);
    out.member("workspaceDiagnostics", true).member("workDoneProgress", true).endObject();
  }
  out.key("renameProvider")
      .beginObject()
      .member("prepareProvider", true)
      .member("workDoneProgress", true)
      .endObject();
  writeSemanticTokens(out);
  writeWorkspace(out, session.client);
  out.endObject();
  out.key("serverInfo")
      .beginObject()
      .member("name", "tsls")
      .member("version", kVersion)
      .endObject();
  out.endObject();
  reply.result(out.text());

  // After the response, which must come before all messages except log messages.
  if (params["trace"].exists()) setTrace(session, params);
  if (!params["initializationOptions"].isNothing())
    applySettings(session, params["initializationOptions"]);
  if (session.chooseTorch) {
    const auto& folders = session.scheduler.folders;
    session.chooseTorch(session.torchSetting, folders.empty() ? "." : folders[0].path,
                        session.scheduler.settings.python);
    session.torchInUse = session.torchSetting;
  }
}

}  // namespace ts::lsp
