#include "core/base/output.h"
#include "core/check/explain.h"
#include "core/check/print.h"
#include "core/check/run.h"
#include "core/check/settings.h"
#include "core/check/statistics.h"
#include "core/driver/torch_choice.h"

int main(int argc, char** argv) {
  using namespace ts::check;
  return ts::runProgram("tscheck", [&] {
    const auto parsed = parseCommandLine(argc, argv);
    if (const int* status = std::get_if<int>(&parsed)) return *status;
    const auto& settings = std::get<Settings>(parsed);
    if (!settings.explain.empty()) return explain(settings.explain);
    if (settings.rules) {
      ts::standardOutput().write(listOfRules());
      return ts::kFine;
    }
    const ts::DiskFileSystem disk;
    const std::string path = settings.paths.empty() ? "." : settings.paths[0];
    const auto groups = settings.paths.empty() ? groupArguments(disk, {path})
                                               : groupArguments(disk, settings.paths);
    const auto torch = ts::driver::useTorchProfile(settings.torch, path);
    return settings.print == Phase::None ? run(settings, groups, torch) : print(settings);
  });
}
