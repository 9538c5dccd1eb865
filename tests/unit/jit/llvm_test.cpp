#include "core/jit/llvm.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/jit/code_maker.h"
#include "core/jit/llvm_library.h"

namespace ts::jit {
namespace {

std::string problemOf(const std::vector<std::string>& places) {
  try {
    openLibrary(places);
  } catch (const LlvmMissing& error) {
    return error.what();
  }
  return "opened";
}

TEST(Llvm, SaysWhatItRefuses) {
  try {
    compileModule("define i64 @f(");
    FAIL();
  } catch (const LlvmError& error) {
    EXPECT_NE(std::string(error.what()).find("LLVM refuses a module"), std::string::npos);
  }
}

TEST(Llvm, IsOpenedAtTheFirstPlaceThatHasIt) {
  std::vector<std::string> places = libraryPlaces();
  EXPECT_EQ(problemOf(places), "opened");
  places.insert(places.begin(), "/nowhere/libjitscope_llvm.so");
  EXPECT_EQ(problemOf(places), "opened");
}

TEST(Llvm, NamesThePlacesOfAMissingLibrary) {
  EXPECT_EQ(problemOf({"/nowhere/a.so", "/nowhere/b.so"}),
            "code can't be compiled: libjitscope_llvm.so is missing, which contains LLVM; it "
            "belongs to JitScope's package, so install that again, or place the file at one of: "
            "/nowhere/a.so, /nowhere/b.so");
}

TEST(Llvm, SaysWhyAFileIsNotTheLibrary) {
  const std::string path = fmt::format("{}/not_a_library_{}.so", testing::TempDir(), getpid());
  std::ofstream(path) << "text";
  EXPECT_NE(problemOf({path, "/nowhere/b.so"}).find("LLVM can't be opened: " + path),
            std::string::npos)
      << problemOf({path});
  std::remove(path.c_str());
  EXPECT_EQ(problemOf({"libm.so.6"}),
            "code can't be compiled: libjitscope_llvm.so has no function LLVMGetVersion; it is of "
            "another version of JitScope, so install both together");
}

TEST(Llvm, CachedCodeDependsOnItsVersion) {
  EXPECT_NE(CodeMaker::keyOf("text", kAllPasses).find(fmt::format("LLVM {}\n", llvmVersion())),
            std::string::npos);
}

// The library has no code generators beside these.
TEST(Llvm, MakesCodeForOtherProcessors) {
  constexpr const char* kText =
      "define void @add(ptr %to, ptr %x) {\n"
      "  %a = load <4 x float>, ptr %x\n"
      "  %b = fadd <4 x float> %a, %a\n"
      "  store <4 x float> %b, ptr %to\n"
      "  ret void\n"
      "}\n";
  const auto assembly = [&](const CodeTarget& target) {
    return compileModule(kText, Output::Assembly, kAllPasses, target);
  };
  EXPECT_NE(assembly({"x86_64-pc-linux-gnu", "x86-64", ""}).find("addps"), std::string::npos);
  EXPECT_NE(assembly({"aarch64-linux-gnu", "generic", "+neon"}).find("fadd\tv0.4s"),
            std::string::npos);
  EXPECT_NE(assembly({"nvptx64-nvidia-cuda", "sm_80", "+ptx70"}).find("add.rn.f32"),
            std::string::npos);
  EXPECT_THROW(assembly({"riscv64-linux-gnu", "", ""}), LlvmError);
}

}  // namespace
}  // namespace ts::jit
