#include "debugger/profile/command.h"

#include <fmt/format.h>

#include "core/base/output.h"
#include "debugger/bench/timed_call.h"
#include "debugger/profile/chrome_trace.h"
#include "debugger/profile/flame_page.h"
#include "debugger/profile/table.h"
#include "debugger/profile/timed_picture.h"

namespace ts::debugger {

int profile(const ProfileSettings& settings) {
  MeasuredCall call;
  if (const std::string wrong = readMeasuredCall(settings, call); !wrong.empty())
    return wrongUsage(wrong);
  std::vector<Profile> profiles;
  for (const EngineKind kind : call.engines) {
    try {
      profiles.push_back(profileEngine(kind, call.request, settings.runs));
    } catch (const Failure& failure) {
      return wrongUsage(fmt::format("{}: {}", nameOf(kind), failure.text()));
    }
  }
  standardOutput().write(tableText(profiles));
  const auto write = [](const std::string& path, const auto& report) {
    const std::string problem = path.empty() ? "" : writeFile(path, report());
    return problem.empty() ? "" : path + ": " + problem;
  };
  std::string problem = write(settings.html, [&] { return flamePage(profiles, settings.target); });
  if (problem.empty()) problem = write(settings.trace, [&] { return chromeTrace(profiles); });
  if (problem.empty() && !settings.graph.empty()) {
    const TimedPage page = timedPage(profiles, call.request, settings.target);
    problem = page.error.empty() ? write(settings.graph, [&] { return page.html; })
                                 : settings.graph + ": " + page.error;
  }
  return problem.empty() ? kFine : wrongUsage(problem);
}

}  // namespace ts::debugger
