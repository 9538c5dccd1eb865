// Gaps, which Python can fill and JitScope can't: no program may take one for an exception of its
// own.
#include <gtest/gtest.h>

#include "core/eval/vm/state.h"
#include "core/eval_torch/native_library.h"
#include "tests/unit/eval/program.h"

namespace ts::eval {
namespace {

constexpr const char* kLargeInteger = R"py(
try:
    value = 1 << 10 ** 9
    way = "try"
except BaseException:
    way = "except"
print(way)
)py";

TEST(Gaps, EndAProgramThatRuns) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  vm.strict = true;
  try {
    outputOf(vm, kLargeInteger);
    FAIL() << "the program went on";
  } catch (const GapReached& gap) {
    EXPECT_STREQ(gap.what(), kIntegerGap);
    EXPECT_EQ(gap.exception->cls->name, "NotImplementedError");
    ASSERT_EQ(gap.exception->traceback.size(), 1u);
    const SourceRange at = gap.exception->traceback[0].at;
    EXPECT_EQ(at.file->text(at.span), "1 << 10 ** 9");
  }
}

TEST(Gaps, AreUnknownInTheStaticDomain) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  EXPECT_EQ(outputOf(vm, kLargeInteger), "try\n");
  EXPECT_TRUE(vm.module("program")->globals->find(vm.intern("value"))->isUnknown());
  ASSERT_EQ(vm.state().gaps.size(), 1u);
  EXPECT_EQ(vm.state().gaps[0].what, kIntegerGap);
  ASSERT_FALSE(vm.state().gaps[0].stack.empty());
}

TEST(Gaps, OfThePreludeAreUnknownInTheStaticDomain) {
  NoModules loader;
  Vm vm(loader, nativeLibrary());
  EXPECT_EQ(outputOf(vm,
                     "import os\ntry:\n  name = os.uname()\n  print(1)\n"
                     "except BaseException:\n  print(2)\n"),
            "1\n");
  ASSERT_EQ(vm.state().gaps.size(), 1u);
  EXPECT_EQ(vm.state().gaps[0].what, "JitScope has no 'os.uname'");
}

}  // namespace
}  // namespace ts::eval
