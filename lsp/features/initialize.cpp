#include "core/base/json_writer.h"
#include "lsp/features/features.h"
#include "lsp/features/message_tables.h"
#include "lsp/features/version.h"
#include "lsp/workspace/uri.h"

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
  client.pullsCells = client.pullsDiagnostics && !diagnostics.isObject();
  for (const JsonView& property : document["codeAction"]["resolveSupport"]["properties"].elements())
    client.resolvesEdits |= property.string() == "edit";
  client.resolvesEdits &= document["codeAction"]["dataSupport"].truth();
  client.snippets = document["completion"]["completionItem"]["snippetSupport"].truth();
  client.labelDetails = document["completion"]["completionItem"]["labelDetailsSupport"].truth();
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

}  // namespace

void initialize(Session& session, JsonView params, const Reply& reply) {
  session.client = readClient(params["capabilities"]);
  session.scheduler.folders = foldersOf(params);

  JsonWriter out;
  out.beginObject().key("capabilities").raw(serverCapabilities(session.client));
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
    session.connection.log(
        LogLevel::Info,
        session.chooseTorch(session.torchSetting, folders.empty() ? "." : folders[0].path,
                            session.scheduler.settings.python));
    session.torchInUse = session.torchSetting;
  }
}

}  // namespace ts::lsp
