#include <gtest/gtest.h>

#include "core/base/cancelled.h"
#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// Runs a program without a limit on fuel, whose first output requests a stop.
void runUntilStopped(std::string text) {
  NoModules loader;
  Vm vm(loader, nativeLibrary(), {.fuel = UINT64_MAX});
  vm.strict = true;
  std::stop_source source;
  vm.stop = source.get_token();
  vm.output = [&](std::string_view) { source.request_stop(); };
  runProgram(vm, std::move(text));
}

TEST(Cancellation, AStopEndsAnEndlessLoop) {
  EXPECT_THROW(runUntilStopped("print(1)\nwhile True:\n    pass\n"), Cancelled);
}

TEST(Cancellation, AStopEndsAnEndlessRowOfCalls) {
  EXPECT_THROW(runUntilStopped("def f(n):\n    return f(n - 1) if n else 0\nprint(1)\n"
                               "while f(10) == 0:\n    pass\n"),
               Cancelled);
}

TEST(Cancellation, PythonCannotCatchIt) {
  EXPECT_THROW(runUntilStopped("print(1)\nwhile True:\n    try:\n        while True:\n            "
                               "pass\n    except BaseException:\n        pass\n    finally:\n"
                               "        x = 1\n"),
               Cancelled);
}

}  // namespace
}  // namespace ts::eval
