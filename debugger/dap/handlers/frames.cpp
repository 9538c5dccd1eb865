#include <fmt/format.h>

#include <algorithm>

#include "debugger/dap/handlers.h"

namespace ts::dap {

using protocol::JsonView;
using session::StoppedProgram;

Answer stackTrace(StoppedProgram& program, Sources& sources, JsonView arguments) {
  if (!arguments["threadId"].exists()) return problem("`threadId` is missing");
  const auto& frames = program.frames();
  const auto total = static_cast<int64_t>(frames.size());
  const int64_t first =
      std::clamp<int64_t>(arguments["startFrame"].integer().value_or(0), 0, total);
  int64_t levels = arguments["levels"].integer().value_or(0);
  if (levels <= 0 || levels > total - first) levels = total - first;
  JsonWriter body;
  body.beginObject().key("stackFrames").beginArray();
  for (int64_t i = first; i < first + levels; ++i) {
    const stepping::StackFrame& frame = *frames[static_cast<size_t>(i)];
    body.beginObject().member("id", program.handles.of(frame));
    const bool hasNote = i == 0 && !program.note.empty();
    body.member("name",
                hasNote ? fmt::format("{} ({})", frame.name(), program.note) : frame.name());
    if (frame.source()) sources.write(body.key("source"), frame.source(), !frame.isUserCode());
    body.member("line", frame.line()).member("column", 1);
    if (const auto address = frame.address())
      body.member("instructionPointerReference", fmt::format("0x{:x}", *address));
    if (!frame.isUserCode()) body.member("presentationHint", "subtle");
    body.endObject();
  }
  return {.body = body.endArray().member("totalFrames", total).endObject().take()};
}

namespace {

struct ScopeName {
  stepping::VariableScope scope;
  const char* name;
  const char* hint;  // null: none
};
constexpr ScopeName kScopes[] = {
    {stepping::VariableScope::Locals, "Locals", "locals"},
    {stepping::VariableScope::Module, "Module", nullptr},
    {stepping::VariableScope::Graph, "Graph values", "registers"},
    {stepping::VariableScope::Globals, "Globals", "globals"},
};

}  // namespace

stepping::StackFrame* frameOf(StoppedProgram& program, JsonView arguments) {
  const JsonView id = arguments["frameId"];
  return id.isNothing() ? program.findFrame(std::nullopt)
                        : program.findFrame(id.integer().value_or(0));
}

Answer scopes(StoppedProgram& program, Sources&, JsonView arguments) {
  stepping::StackFrame* frame = program.findFrame(arguments["frameId"].integer().value_or(0));
  if (!frame) return problem(kStaleFrame);
  const std::vector<stepping::VariableScope> kinds = frame->scopes();
  JsonWriter body;
  body.beginObject().key("scopes").beginArray();
  for (const ScopeName& scope : kScopes) {
    if (std::ranges::find(kinds, scope.scope) == kinds.end()) continue;
    body.beginObject().member("name", scope.name);
    if (scope.hint) body.member("presentationHint", scope.hint);
    body.member("variablesReference", program.handles.add({scope.scope, frame, {}, {}}));
    body.member("expensive", false).endObject();
  }
  return {.body = body.endArray().endObject().take()};
}

Answer exceptionInfo(StoppedProgram& program, Sources&, JsonView) {
  const stepping::Stop& stop = program.stop;
  if (!stop.describe) return problem("the program has not stopped at an exception");
  const stepping::ExceptionText text = stop.describe();
  JsonWriter body;
  body.beginObject().member("exceptionId", text.name).member("description", text.message);
  body.member("breakMode", stop.isUncaught ? "unhandled" : "always");
  body.key("details").beginObject().member("message", text.message);
  body.member("typeName", text.name).member("fullTypeName", text.fullName);
  body.member("stackTrace", text.trace).endObject();
  return {.body = body.endObject().take()};
}

}  // namespace ts::dap
