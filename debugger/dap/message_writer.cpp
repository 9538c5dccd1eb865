#include "debugger/dap/message_writer.h"

#include <algorithm>
#include <iterator>

#include "core/base/json_writer.h"

namespace ts::dap {

void MessageWriter::event(std::string_view name, std::string_view body) {
  std::lock_guard lock(mutex_);
  JsonWriter out;
  out.beginObject().member("seq", ++last_).member("type", "event").member("event", name);
  if (!body.empty()) out.key("body").raw(body);
  send_(out.endObject().take());
}

void MessageWriter::response(int64_t request, std::string_view command, std::string_view body) {
  std::lock_guard lock(mutex_);
  JsonWriter out;
  out.beginObject().member("seq", ++last_).member("type", "response");
  out.member("request_seq", request).member("success", true).member("command", command);
  if (!body.empty()) out.key("body").raw(body);
  send_(out.endObject().take());
}

namespace {

// Requests that editors send to paint their views. The program may go on meanwhile, which the user
// knows; editors show other problems in place, as in the console.
constexpr std::string_view kPainting[] = {
    "breakpointLocations", "compareFrames", "completions",   "dataBreakpointInfo",
    "disassemble",         "evaluate",      "exceptionInfo", "gotoTargets",
    "graphState",          "loadedSources", "modules",       "scopes",
    "stackTrace",          "stepInTargets", "threads",       "variables"};

}  // namespace

void MessageWriter::failure(int64_t request, std::string_view command, std::string_view problem) {
  std::lock_guard lock(mutex_);
  JsonWriter out;
  out.beginObject().member("seq", ++last_).member("type", "response");
  out.member("request_seq", request).member("success", false).member("command", command);
  out.member("message", problem);
  out.key("body").beginObject().key("error").beginObject();
  // VS Code shows `format`, where braces name variables.
  out.member("id", 1).member("format", "{problem}").key("variables").beginObject();
  const bool isPainting = std::ranges::find(kPainting, command) != std::end(kPainting);
  out.member("problem", problem).endObject().member("showUser", !isPainting);
  out.endObject().endObject();
  send_(out.endObject().take());
}

}  // namespace ts::dap
