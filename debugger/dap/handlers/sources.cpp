#include <fmt/format.h>

#include <algorithm>

#include "core/source/library_path.h"
#include "debugger/dap/handlers.h"
#include "debugger/stepping/code_lines.h"

namespace ts::dap {

using protocol::JsonView;
using session::StoppedProgram;

Answer source(Session& session, JsonView arguments) {
  int64_t number = arguments["source"]["sourceReference"].integer().value_or(0);
  if (number == 0) number = arguments["sourceReference"].integer().value_or(0);
  const SourceFilePtr file = session.sources->find(number);
  if (!file) return problem(fmt::format("no source has the number {}", number));
  JsonWriter body;
  body.beginObject().member("content", file->text()).member("mimeType", "text/x-python");
  return {.body = body.endObject().take()};
}

Answer loadedSources(StoppedProgram& program, Sources& sources, JsonView) {
  JsonWriter body;
  body.beginObject().key("sources").beginArray();
  program.vm.eachSource([&](const eval::Module& module) {
    sources.write(body, module.source, isLibrary(module.source->path()));
  });
  return {.body = body.endArray().endObject().take()};
}

// The imported modules, by name.
Answer modules(StoppedProgram& program, Sources&, JsonView arguments) {
  const auto& all = program.vm.state().modules;
  const auto total = static_cast<int64_t>(all.size());
  const int64_t first =
      std::clamp<int64_t>(arguments["startModule"].integer().value_or(0), 0, total);
  int64_t count = arguments["moduleCount"].integer().value_or(0);
  if (count <= 0 || count > total - first) count = total - first;
  JsonWriter body;
  body.beginObject().key("modules").beginArray();
  auto at = std::next(all.begin(), first);
  for (int64_t i = 0; i < count; ++i, ++at) {
    body.beginObject().member("id", at->first).member("name", at->first);
    const eval::Module* module = at->second.get();
    if (module && module->source) body.member("path", module->source->path());
    body.member("isUserCode", module && !module->isLibrary && module->source &&
                                  !isLibrary(module->source->path()));
    body.endObject();
  }
  return {.body = body.endArray().member("totalModules", total).endObject().take()};
}

}  // namespace ts::dap
