#include <fmt/format.h>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

struct TraceName {
  std::string_view name;
  Trace trace;
};

constexpr TraceName kTraces[] = {
    {"off", Trace::Off}, {"messages", Trace::Messages}, {"verbose", Trace::Verbose}};

}  // namespace

// $/setTrace has the trace under "value", initialize under "trace".
void setTrace(Session& session, JsonView params) {
  const JsonView wanted = params["value"].exists() ? params["value"] : params["trace"];
  for (const TraceName& trace : kTraces) {
    if (wanted.string() == trace.name) {
      session.trace = trace.trace;
      return;
    }
  }
  session.connection.warn(
      fmt::format("$/setTrace: ignored, {} is not off, messages or verbose", wanted.text()));
}

}  // namespace ts::lsp
