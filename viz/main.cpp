#include "core/driver/torch_choice.h"
#include "viz/run.h"
#include "viz/settings.h"

int main(int argc, char** argv) {
  return ts::runProgram("tsviz", [&] {
    const auto parsed = ts::viz::parseCommandLine(argc, argv);
    if (const int* status = std::get_if<int>(&parsed)) return *status;
    const auto& settings = std::get<ts::viz::TsvizSettings>(parsed);
    ts::driver::useTorchProfile(settings.torch,
                                settings.target.substr(0, settings.target.rfind(':')));
    return ts::viz::run(settings);
  });
}
