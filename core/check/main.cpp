#include "core/check/explain.h"
#include "core/check/print.h"
#include "core/check/run.h"
#include "core/check/settings.h"
#include "core/image/image.h"

int main(int argc, char** argv) {
  if (auto status = ts::image::open(argc, argv)) return *status;
  using namespace ts::check;
  auto parsed = parseCommandLine(argc, argv);
  if (const int* status = std::get_if<int>(&parsed)) return *status;
  const auto& settings = std::get<Settings>(parsed);
  if (!settings.explain.empty()) return explain(settings.explain);
  return settings.print == Phase::None ? run(settings) : print(settings);
}
