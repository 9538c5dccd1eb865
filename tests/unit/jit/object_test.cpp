#include "core/jit/object.h"

#include <gtest/gtest.h>

#include "core/jit/llvm.h"

namespace ts::jit {
namespace {

const std::string& twice() {
  static const std::string file =
      compileModule("define i64 @twice(i64 %x) {\n  %y = shl i64 %x, 1\n  ret i64 %y\n}\n");
  return file;
}

TEST(Object, RunsAFunction) {
  const Object object(twice());
  EXPECT_EQ(reinterpret_cast<int64_t (*)(int64_t)>(object.function("twice"))(21), 42);
  EXPECT_THROW(object.function("thrice"), std::runtime_error);
}

TEST(Object, FindsFunctionsOfTheProcess) {
  const Object object(compileModule(
      "declare double @hypot(double, double)\n"
      "define double @f(double %x) {\n  %y = call double @hypot(double %x, double 4.0)\n"
      "  ret double %y\n}\n"));
  EXPECT_EQ(reinterpret_cast<double (*)(double)>(object.function("f"))(3), 5);
  EXPECT_THROW(Object(compileModule("declare void @of_nobody()\ndefine void @f() {\n  call void "
                                    "@of_nobody()\n  ret void\n}\n")),
               std::runtime_error);
}

TEST(Object, RefusesAFileThatIsCutOff) {
  for (size_t size = 0; size < twice().size(); size += 7)
    EXPECT_THROW(Object(std::string_view(twice()).substr(0, size)), std::runtime_error) << size;
}

TEST(Llvm, SaysWhatItRefuses) {
  try {
    compileModule("define i64 @f(");
    FAIL();
  } catch (const LlvmError& error) {
    EXPECT_NE(std::string(error.what()).find("LLVM refuses a module"), std::string::npos);
  }
}

}  // namespace
}  // namespace ts::jit
