// The allocator of objects: memory is reused, and freed when a Vm ends.
#include "core/eval/values/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

// Server threads live long, so a finished Vm must not keep memory from other threads.
TEST(Pool, AnEndedVmGivesItsMemoryBack) {
  std::thread([] {
    NoModules loader;
    for (int i = 0; i < 2; ++i) {
      std::unique_ptr<Vm> vm = std::make_unique<Vm>(loader, nativeLibrary());
      runProgram(
          *vm,
          "import torch\nclass C:\n  def f(self): return self.own\nc = C()\nc.own = [c, C]\ng = "
          "torch.zeros(2)\n");
      EXPECT_GT(pool::blockCount(), 0u);
      vm.reset();
      pool::trim();
      EXPECT_EQ(pool::blockCount(), 0u);
    }
  }).join();
}

TEST(Pool, CellsOfFreedObjectsAreReused) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  Object* first = nullptr;
  {
    Ref<List> list = vm.list();
    first = list.get();
    auto living = pool::living();
    EXPECT_NE(std::find(living.begin(), living.end(), first), living.end());
  }
  Ref<List> again = vm.list();
#ifndef JITSCOPE_SANITIZED
  EXPECT_EQ(again.get(), first);
#endif
  EXPECT_TRUE(again->items.empty());
}

TEST(Pool, AVmKeepsItsObjectsWhenAnotherOneEnds) {
  NoModules loader;
  std::unique_ptr<Vm> vm = std::make_unique<Vm>(loader, nativeLibrary()),
                      other = std::make_unique<Vm>(loader, nativeLibrary());
  runProgram(*vm, "a = [1, 2]\n");
  other.reset();
  pool::trim();
  std::string printed;
  vm->output = [&](std::string_view part) { printed += part; };
  runProgram(*vm, "b = [x for x in range(1000)]\nprint(sum(b))\n");
  EXPECT_EQ(printed, "499500\n");
}

}  // namespace
}  // namespace ts::eval
