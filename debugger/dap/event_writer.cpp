#include "debugger/dap/event_writer.h"

#include <algorithm>

#include "core/base/json_writer.h"
#include "debugger/dap/thread_ids.h"

namespace ts::dap {

using session::OutputKind;
using stepping::StopReason;

namespace {

struct ReasonName {
  StopReason reason;
  const char* name;
  const char* description;  // null: the editor makes one of the name
};
constexpr ReasonName kReasons[] = {
    {StopReason::Entry, "entry", nullptr},
    {StopReason::Step, "step", nullptr},
    {StopReason::Breakpoint, "breakpoint", nullptr},
    {StopReason::FunctionBreakpoint, "function breakpoint", nullptr},
    {StopReason::DataBreakpoint, "data breakpoint", "A watched value has changed"},
    {StopReason::InstructionBreakpoint, "instruction breakpoint", nullptr},
    {StopReason::Pause, "pause", nullptr},
    {StopReason::Exception, "exception", "Exception"},
    {StopReason::Divergence, "exception", "The engines diverge"},
    {StopReason::NonFinite, "exception", "NaN or Inf"},
    {StopReason::TracerWarning, "exception", "torch.jit.trace warns"},
    {StopReason::Goto, "goto", nullptr},
    {StopReason::Python, "entry", "Python runs the call"},
};

const char* categoryOf(OutputKind kind) {
  switch (kind) {
    case OutputKind::Console: return "console";
    case OutputKind::Important: return "important";
    case OutputKind::Stdout: return "stdout";
    case OutputKind::Stderr: return "stderr";
  }
  return "console";
}

}  // namespace

void EventWriter::said(OutputKind kind, std::string_view text, const stepping::StackFrame* frame) {
  JsonWriter body;
  body.beginObject().member("category", categoryOf(kind)).member("output", text);
  if (frame) {
    if (frame->source()) sources_.write(body.key("source"), frame->source(), false);
    body.member("line", frame->line());
  }
  client_.event("output", body.endObject().text());
}

void EventWriter::stopped(const session::EngineStop& event) {
  const stepping::Stop& stop = event.stop;
  JsonWriter body;
  const ReasonName& reason = *std::ranges::find(kReasons, stop.reason, &ReasonName::reason);
  body.beginObject().member("reason", reason.name);
  body.member("threadId", threadIdOf(event.engine));
  body.member("allThreadsStopped", event.areAllStopped);
  if (!event.isFocus) body.member("preserveFocusHint", true);
  if (reason.description)
    body.member("description", stop.isUncaught ? "Uncaught exception" : reason.description);
  if (!stop.text.empty()) body.member("text", stop.text);
  if (!stop.breakpoints.empty()) {
    body.key("hitBreakpointIds").beginArray();
    for (const int id : stop.breakpoints) body.value(id);
    body.endArray();
  }
  client_.event("stopped", body.endObject().text());
}

void EventWriter::engineEnded(size_t engine) {
  JsonWriter body;
  body.beginObject().member("reason", "exited").member("threadId", threadIdOf(engine)).endObject();
  client_.event("thread", body.text());
}

void EventWriter::ended(int status) {
  JsonWriter body;
  body.beginObject().member("exitCode", status).endObject();
  client_.event("exited", body.text());
  client_.event("terminated", "{}");
}

}  // namespace ts::dap
