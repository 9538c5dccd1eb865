#include "core/check/explain.h"
#include "core/check/print.h"
#include "core/check/run.h"
#include "core/check/settings.h"

int main(int argc, char** argv) {
  using namespace ts::check;
  return ts::runProgram("tscheck", [&] {
    const auto parsed = parseCommandLine(argc, argv);
    if (const int* status = std::get_if<int>(&parsed)) return *status;
    const auto& settings = std::get<Settings>(parsed);
    if (!settings.explain.empty()) return explain(settings.explain);
    return settings.print == Phase::None ? run(settings) : print(settings);
  });
}
