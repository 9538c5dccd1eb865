#include "core/base/json_writer.h"
#include "lsp/features/features.h"
#include "lsp/version.h"

namespace ts::lsp {

namespace {

// The client lists encodings by preference. Without a list it knows UTF-16 only.
ColumnUnit chooseEncoding(JsonView encodings) {
  for (const JsonView& name : encodings.elements()) {
    if (const auto unit = findEncoding(name.string().value_or(""))) return *unit;
  }
  return ColumnUnit::Utf16;
}

Client readClient(JsonView capabilities) {
  const JsonView diagnostics = capabilities["textDocument"]["publishDiagnostics"];
  Client client;
  client.encoding = chooseEncoding(capabilities["general"]["positionEncodings"]);
  client.relatedInformation = diagnostics["relatedInformation"].truth();
  client.codeDescription = diagnostics["codeDescriptionSupport"].truth();
  client.diagnosticTags = diagnostics["tagSupport"].isObject();
  client.versionedEdits = capabilities["workspace"]["workspaceEdit"]["documentChanges"].truth();
  return client;
}

}  // namespace

void initialize(Session& session, JsonView params, const Reply& reply) {
  session.client = readClient(params["capabilities"]);

  // Only what works is announced.
  static constexpr int kIncremental = 2;
  JsonWriter out;
  out.beginObject().key("capabilities").beginObject();
  out.member("positionEncoding", encodingName(session.client.encoding));
  out.key("textDocumentSync")
      .beginObject()
      .member("openClose", true)
      .member("change", kIncremental)
      .endObject();
  out.key("codeActionProvider")
      .beginObject()
      .key("codeActionKinds")
      .beginArray()
      .value("quickfix")
      .endArray();
  out.endObject().endObject();
  out.key("serverInfo")
      .beginObject()
      .member("name", "tsls")
      .member("version", kVersion)
      .endObject();
  out.endObject();
  reply.result(out.text());

  // After the answer, which must be the first thing that the client hears, save for log messages.
  if (params["trace"].exists()) setTrace(session, params);
  if (!params["initializationOptions"].isNothing())
    applySettings(session, params["initializationOptions"]);
}

}  // namespace ts::lsp
