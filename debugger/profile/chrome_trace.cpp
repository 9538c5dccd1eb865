// Source of the format: the document "Trace Event Format" of the Chromium project.
#include "debugger/profile/chrome_trace.h"

#include <fmt/format.h>

#include "core/base/json_writer.h"

namespace ts::debugger {

std::string chromeTrace(const std::vector<Profile>& profiles) {
  JsonWriter json;
  const auto microseconds = [&](std::string_view key, double seconds) {
    json.key(key).raw(fmt::format("{:.3f}", seconds * 1e6));
  };
  json.beginObject().key("traceEvents").beginArray();
  for (size_t i = 0; i < profiles.size(); ++i) {
    const auto thread = static_cast<int64_t>(i);
    json.beginObject().member("name", "thread_name").member("ph", "M");
    json.member("pid", 0).member("tid", thread).key("args").beginObject();
    json.member("name", nameOf(profiles[i].kind)).endObject().endObject();
    for (const Slice& slice : profiles[i].slices) {
      if (slice.end == slice.begin) continue;  // a remainder without a place in time
      json.beginObject().member("name", slice.name).member("ph", "X");
      json.member("pid", 0).member("tid", thread);
      microseconds("ts", slice.begin);
      microseconds("dur", slice.end - slice.begin);
      json.member("cat", nameOf(slice.phase));
      json.key("args").beginObject();
      if (slice.site) json.member("place", fmt::format("{}:{}", *slice.site.path, slice.site.line));
      if (!slice.calls.empty()) json.member("function", slice.calls.back());
      json.endObject().endObject();
    }
  }
  json.endArray().member("displayTimeUnit", "ms").endObject();
  return json.take() + "\n";
}

}  // namespace ts::debugger
