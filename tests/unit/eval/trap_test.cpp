#include <gtest/gtest.h>

#include "core/eval/bytecode/opcodes.h"
#include "core/eval/vm/watcher.h"
#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// Sets a trap on every instruction of the program's own functions and counts what it is told.
class Counter final : public Watcher {
 public:
  explicit Counter(bool removes = false) : removes_(removes), outer_(setWatcher(this)) {}
  ~Counter() override { setWatcher(outer_); }

  bool enters(Vm&, const Frame&) override {
    ++entered;
    return false;
  }
  void step(Vm&, const Frame&, const Value*) override { ++stepped; }
  void compiled(Vm&, Code& code) override {
    for (uint32_t i = 0; i < code.instructions.size(); ++i) setTrap(code, i, true);
  }
  void trapped(Vm&, Frame& frame) override {
    ++traps;
    EXPECT_EQ(frame.code->instructions[frame.at].op, static_cast<uint8_t>(Opcode::Trap));
    EXPECT_NE(frame.code->opcodeAt(frame.at), static_cast<uint8_t>(Opcode::Trap));
    if (removes_) setTrap(*frame.code, frame.at, false);
  }
  void raised(Vm&, Frame&, ExceptionObject& exception) override {
    raisedClasses.push_back(exception.cls->name);
  }
  void breakpointCalled(Vm&) override { ++breakpoints; }

  int entered = 0, stepped = 0, traps = 0, breakpoints = 0;
  std::vector<std::string> raisedClasses;

 private:
  const bool removes_;
  Watcher* const outer_;
};

constexpr const char* kProgram =
    "def numbers(n):\n"
    "    for i in range(n):\n"
    "        try:\n"
    "            if i == 2:\n"
    "                raise KeyError(i)\n"
    "            yield i\n"
    "        except LookupError:\n"
    "            yield -1\n"
    "breakpoint()\n"
    "print([x * 2 for x in numbers(4)], sum(numbers(3)))\n";

TEST(Trap, CallsTheWatcherAndLeavesTheProgramAsItIs) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  vm.strict = true;
  Counter counter;
  EXPECT_EQ(outputOf(vm, kProgram), "[0, 2, -2, 6] 0\n");
  EXPECT_GT(counter.traps, 50);
  EXPECT_GT(counter.entered, 7);  // the module, the comprehension and each resumption
  EXPECT_EQ(counter.stepped, 0);
  EXPECT_EQ(counter.breakpoints, 1);
  EXPECT_EQ(counter.raisedClasses, std::vector<std::string>({"KeyError", "KeyError"}));
}

TEST(Trap, CanBeRemovedWhereItIsReached) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  vm.strict = true;
  Counter counter(true);
  EXPECT_EQ(outputOf(vm, kProgram), "[0, 2, -2, 6] 0\n");
  const int first = counter.traps;
  EXPECT_EQ(outputOf(vm, "for i in range(100):\n    pass\n"), "");
  EXPECT_LT(counter.traps - first, 20);
}

TEST(Interrupt, CallsItsHandlerInsteadOfRaising) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  std::atomic<bool> interrupted{false};
  int calls = 0;
  vm.interrupt = &interrupted;
  vm.onInterrupt = [&] { ++calls; };
  vm.output = [&](std::string_view) { interrupted = true; };
  vm.strict = true;
  runProgram(vm, "print(1)\nfor i in range(10):\n    pass\n");
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace ts::eval
