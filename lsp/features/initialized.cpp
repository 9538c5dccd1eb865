// Registers for notifications and requests the settings, once the client is ready.
#include "core/base/json_writer.h"
#include "lsp/features/features.h"

namespace ts::lsp {

void initialized(Session& session, JsonView) {
  JsonWriter out;
  out.beginObject().key("registrations").beginArray();
  const auto registration = [&](std::string_view method) -> JsonWriter& {
    return out.beginObject().member("id", method).member("method", method).key("registerOptions");
  };
  const bool registers = session.client.registersWatchers || session.client.registersConfiguration;
  if (session.client.registersWatchers) {
    registration("workspace/didChangeWatchedFiles").beginObject().key("watchers").beginArray();
    for (const std::string_view pattern : {"**/*.py", "**/jitscope.toml", "**/pyproject.toml"})
      out.beginObject().member("globPattern", pattern).endObject();
    out.endArray().endObject().endObject();
  }
  if (session.client.registersConfiguration) {
    registration("workspace/didChangeConfiguration")
        .beginObject()
        .member("section", "jitscope")
        .endObject()
        .endObject();
  }
  out.endArray().endObject();
  if (registers)
    session.connection.request("client/registerCapability", out.text(), [](JsonView) {});
  pullSettings(session);
  indexWorkspace(session);
}

}  // namespace ts::lsp
