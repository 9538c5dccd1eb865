#include "core/check/explain.h"
#include "core/check/print.h"
#include "core/check/run.h"
#include "core/check/settings.h"
#include "core/driver/torch_choice.h"

int main(int argc, char** argv) {
  using namespace ts::check;
  return ts::runProgram("tscheck", [&] {
    const auto parsed = parseCommandLine(argc, argv);
    if (const int* status = std::get_if<int>(&parsed)) return *status;
    const auto& settings = std::get<Settings>(parsed);
    if (!settings.explain.empty()) return explain(settings.explain);
    ts::driver::useTorchProfile(settings.torch, settings.paths.empty() ? "." : settings.paths[0]);
    return settings.print == Phase::None ? run(settings) : print(settings);
  });
}
