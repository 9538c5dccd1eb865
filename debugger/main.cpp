#include "core/driver/torch_choice.h"
#include "debugger/bench/command.h"
#include "debugger/command_line/settings.h"
#include "debugger/compare/command.h"
#include "debugger/convert/command.h"
#include "debugger/dap/command.h"
#include "debugger/profile/command.h"
#include "debugger/run.h"
#include "debugger/terminal/command.h"

namespace {

// Chooses the version of PyTorch for a command with a target FILE.py:NAME.
template <typename T>
void useTorchOf(const T& settings) {
  ts::driver::useTorchProfile(settings.torch,
                              settings.target.substr(0, settings.target.rfind(':')));
}

}  // namespace

int main(int argc, char** argv) {
  using namespace ts::debugger;
  return ts::runProgram("tsdbg", [&] {
    const auto parsed = parseCommandLine(argc, argv);
    if (const int* status = std::get_if<int>(&parsed)) return *status;
    struct Commands {
      int operator()(const RunSettings& settings) const {
        ts::driver::useTorchProfile(settings.torch, settings.file);
        return run(settings);
      }
      int operator()(const CompareSettings& settings) const {
        return useTorchOf(settings), compare(settings);
      }
      int operator()(const BenchSettings& settings) const {
        return useTorchOf(settings), bench(settings);
      }
      int operator()(const ProfileSettings& settings) const {
        return useTorchOf(settings), profile(settings);
      }
      int operator()(const ConvertSettings& settings) const {
        return useTorchOf(settings), convert(settings);
      }
      int operator()(const DebugSettings& settings) const { return debug(settings); }
      int operator()(const DapSettings& settings) const { return dap(settings); }
    };
    return std::visit(Commands(), std::get<CommandSettings>(parsed));
  });
}
