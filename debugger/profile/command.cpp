#include "debugger/profile/command.h"

#include <fmt/format.h>

#include "core/base/output.h"
#include "debugger/bench/timed_call.h"
#include "debugger/profile/chrome_trace.h"
#include "debugger/profile/flame_page.h"
#include "debugger/profile/table.h"

namespace ts::debugger {
int profile(const ProfileSettings& settings) {
  std::vector<EngineKind> kinds;
  if (const std::string wrong = readMeasuredEngines(settings.engines, kinds); !wrong.empty())
    return wrongUsage(wrong);
  const driver::ParsedTarget target = driver::parseTarget(settings.target);
  if (!target) return wrongUsage(target.error);
  Request request{*target.target, settings.init, settings.inputs,
                  settings.example.value_or(settings.inputs)};
  if (const auto found = findInit(request, {}); !found.error.empty())
    return wrongUsage(found.error);
  std::vector<Profile> profiles;
  for (const EngineKind kind : kinds) {
    try {
      profiles.push_back(profileEngine(kind, request));
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
  return problem.empty() ? kFine : wrongUsage(problem);
}

}  // namespace ts::debugger
