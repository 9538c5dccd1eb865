#include <fmt/format.h>

#include "core/source/library_path.h"
#include "debugger/dap/handlers.h"
#include "debugger/stepping/code_lines.h"

namespace ts::dap {

using protocol::JsonView;

Answer source(Session& session, JsonView arguments) {
  int64_t number = arguments["source"]["sourceReference"].integer().value_or(0);
  if (number == 0) number = arguments["sourceReference"].integer().value_or(0);
  const SourceFilePtr file = session.sources.find(number);
  if (!file) return problem(fmt::format("no source has the number {}", number));
  JsonWriter body;
  body.beginObject().member("content", file->text()).member("mimeType", "text/x-python");
  return {.body = body.endObject().take()};
}

Answer loadedSources(StoppedProgram& program, Sources& sources, JsonView) {
  JsonWriter body;
  body.beginObject().key("sources").beginArray();
  for (const auto& [name, module] : program.vm.state().modules)
    if (module && module->source)
      sources.write(body, module->source, isLibrary(module->source->path()));
  return {.body = body.endArray().endObject().take()};
}

}  // namespace ts::dap
