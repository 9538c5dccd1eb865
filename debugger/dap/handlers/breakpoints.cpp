#include <algorithm>

#include "debugger/dap/handlers.h"

namespace ts::dap {

using protocol::JsonView;

namespace {

using Setter = std::string (BreakpointTable::*)(JsonView, JsonWriter&);

Answer set(Session& session, JsonView arguments, Setter setter) {
  JsonWriter body;
  body.beginObject().key("breakpoints");
  std::string wrong = (session.breakpoints.*setter)(arguments, body);
  if (!wrong.empty()) return problem(std::move(wrong));
  session.updateBreakpoints();
  return {.body = body.endObject().take()};
}

}  // namespace

Answer setBreakpoints(Session& session, JsonView arguments) {
  return set(session, arguments, &BreakpointTable::setLines);
}

Answer setFunctionBreakpoints(Session& session, JsonView arguments) {
  return set(session, arguments, &BreakpointTable::setFunctions);
}

Answer setDataBreakpoints(Session& session, JsonView arguments) {
  return set(session, arguments, &BreakpointTable::setData);
}

Answer setInstructionBreakpoints(Session& session, JsonView arguments) {
  return set(session, arguments, &BreakpointTable::setInstructions);
}

Answer setExceptionBreakpoints(Session& session, JsonView arguments) {
  return set(session, arguments, &BreakpointTable::setExceptions);
}

Answer breakpointLocations(Session& session, JsonView arguments) {
  std::vector<uint32_t> lines;
  std::string wrong = session.breakpoints.linesOf(arguments["source"], lines);
  if (!wrong.empty()) return problem(std::move(wrong));
  const int64_t first = arguments["line"].integer().value_or(1);
  const int64_t last = arguments["endLine"].integer().value_or(first);
  JsonWriter body;
  body.beginObject().key("breakpoints").beginArray();
  for (const uint32_t line : lines)
    if (line >= first && line <= last) body.beginObject().member("line", line).endObject();
  return {.body = body.endArray().endObject().take()};
}

}  // namespace ts::dap
