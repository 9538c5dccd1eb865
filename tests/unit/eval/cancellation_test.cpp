#include <gtest/gtest.h>

#include "core/base/cancelled.h"
#include "core/diag/diagnostic.h"
#include "core/eval/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/syntax/parser.h"

namespace ts::eval {
namespace {

class Nothing : public ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

// Runs a program without a limit on fuel, whose first output requests a stop.
void runUntilStopped(std::string text) {
  Nothing loader;
  Vm vm(loader, nativeLibrary(), {.fuel = UINT64_MAX});
  vm.strict = true;
  std::stop_source source;
  vm.stop = source.get_token();
  vm.output = [&](std::string_view) { source.request_stop(); };
  auto file = std::make_shared<SourceFile>("program.py", std::move(text));
  diag::Sink sink;
  Ref<Module> module = vm.addModule("program", file, syntax::parse(file, sink));
  vm.runModule(*module);
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
