#include <algorithm>

#include "debugger/dap/handlers.h"
#include "debugger/script.h"
#include "debugger/stepping/code_lines.h"
#include "debugger/stepping/frame_variables.h"

namespace ts::dap {

using protocol::JsonView;

Answer stackTrace(StoppedProgram& program, Sources& sources, JsonView arguments) {
  if (arguments["threadId"].integer() != kThreadId)
    return problem("`threadId` is not the id of a thread");
  const std::vector<eval::Frame*>& frames = program.frames();
  const auto total = static_cast<int64_t>(frames.size());
  const int64_t first =
      std::clamp<int64_t>(arguments["startFrame"].integer().value_or(0), 0, total);
  int64_t levels = arguments["levels"].integer().value_or(0);
  if (levels <= 0 || levels > total - first) levels = total - first;
  JsonWriter body;
  body.beginObject().key("stackFrames").beginArray();
  for (int64_t i = first; i < first + levels; ++i) {
    eval::Frame& frame = *frames[static_cast<size_t>(i)];
    const bool isUser = stepping::isUserCode(*frame.code);
    body.beginObject().member("id", program.frameId(&frame));
    body.member("name", frame.code->qualname->text);
    sources.write(body.key("source"), frame.module->source, !isUser);
    body.member("line", currentLine(frame)).member("column", 1);
    if (!isUser) body.member("presentationHint", "subtle");
    body.endObject();
  }
  return {.body = body.endArray().member("totalFrames", total).endObject().take()};
}

Answer scopes(StoppedProgram& program, Sources&, JsonView arguments) {
  eval::Frame* frame = program.findFrame(arguments["frameId"].integer().value_or(0));
  if (!frame) return problem("`frameId` is not the id of a frame of this stop");
  JsonWriter body;
  body.beginObject().key("scopes").beginArray();
  const auto scope = [&](const char* name, const char* hint, Reference::Kind kind) {
    body.beginObject().member("name", name);
    if (hint) body.member("presentationHint", hint);
    body.member("variablesReference", program.addReference({kind, frame, {}, {}}));
    body.member("expensive", false).endObject();
  };
  scope("Locals", "locals", Reference::Kind::Locals);
  if (!frame->code->isModule) scope("Globals", "globals", Reference::Kind::Globals);
  return {.body = body.endArray().endObject().take()};
}

Answer exceptionInfo(StoppedProgram& program, Sources&, JsonView) {
  eval::ExceptionObject* exception = program.stop.exception.get();
  if (!exception) return problem("the program has not stopped at an exception");
  const std::string trace = debugger::tracebackText(program.vm, *exception);
  std::string message;
  program.stepper.evaluator().guarded(stepping::FrameEvaluator::kFuel,
                                      [&] { message = program.vm.toStr(eval::Value(exception)); });
  const std::string& module = exception->cls->moduleName;
  JsonWriter body;
  body.beginObject().member("exceptionId", exception->cls->name);
  body.member("description", message);
  body.member("breakMode", program.stop.isUncaught ? "unhandled" : "always");
  body.key("details").beginObject().member("message", message);
  body.member("typeName", exception->cls->name);
  body.member("fullTypeName", (module.empty() ? "" : module + ".") + exception->cls->qualname);
  body.member("stackTrace", trace).endObject();
  return {.body = body.endObject().take()};
}

}  // namespace ts::dap
