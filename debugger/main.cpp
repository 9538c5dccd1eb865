#include "debugger/run.h"
#include "debugger/settings.h"

int main(int argc, char** argv) {
  using namespace ts::debugger;
  auto parsed = parseCommandLine(argc, argv);
  if (const int* status = std::get_if<int>(&parsed)) return *status;
  return std::visit([](const RunSettings& settings) { return run(settings); }, std::get<Settings>(parsed));
}
