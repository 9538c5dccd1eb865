// The memory that runs of compiled programs take from the system.
#include <sys/resource.h>

#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

int64_t pageFaults() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// A fusion, an operator that is not fused, and a result: tensors of 256 kB, and of 40 MB.
TEST(Memory, LaterRunsOnEqualShapesTakeNoneFromTheSystem) {
#ifdef JITSCOPE_SANITIZED
  GTEST_SKIP() << "sanitizers have an allocator of their own";
#endif
  const ir::GraphPtr graph = graphOf(R"(graph(%x : Tensor):
  %one : int = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %a : Tensor = aten::mul(%x, %x)
  %b : Tensor = aten::sigmoid(%a)
  %dims : int[] = prim::ListConstruct(%zero)
  %c : Tensor = aten::flip(%b, %dims)
  %d : Tensor = aten::add(%c, %x, %one)
  %r : Tensor = aten::relu(%d)
  return (%r)
)");
  for (const int64_t rows : {64, 10240}) {
    const Tensor x = sample({rows, 1024});
    Engine engine;
    interp::Interpreter compiled;
    compiled.setNativeCompiler(&engine);
    const auto run = [&] { compiled.run(graph, {x}); };
    run();
    run();
    const int64_t before = pageFaults();
    for (int i = 0; i < 5; ++i) run();
    EXPECT_LT(pageFaults() - before, 10) << rows << " rows";
  }
}

}  // namespace
}  // namespace ts::jit
