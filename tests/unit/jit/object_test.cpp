#include "core/jit/object.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/jit/elf_file.h"
#include "core/jit/llvm.h"
#include "core/jit/relocation.h"

namespace ts::jit {
namespace {

const std::string& twice() {
  static const std::string file =
      compileModule("define i64 @twice(i64 %x) {\n  %y = shl i64 %x, 1\n  ret i64 %y\n}\n");
  return file;
}

// A call, a constant and unwind information.
const std::string& withRelocations() {
  static const std::string file = compileModule(
      "@table = private unnamed_addr constant [5 x i64] [i64 3, i64 1, i64 4, i64 1, i64 5]\n"
      "declare double @hypot(double, double)\n"
      "define double @f(i64 %i) {\n"
      "  %at = getelementptr [5 x i64], ptr @table, i64 0, i64 %i\n"
      "  %n = load i64, ptr %at\n  %x = sitofp i64 %n to double\n"
      "  %y = call double @hypot(double %x, double 4.0)\n  %z = fadd double %y, 1.0\n"
      "  ret double %z\n}\n");
  return file;
}

std::string problemOf(std::string_view file) {
  try {
    const Object object(file);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
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

TEST(Object, LoadsCallsAndConstants) {
  const Object object(withRelocations());
  const auto f = reinterpret_cast<double (*)(int64_t)>(object.function("f"));
  EXPECT_EQ(f(0), 6);
  EXPECT_EQ(f(4), std::sqrt(41.0) + 1);
}

// Any byte may be wrong: the file is refused, or its code is not what LLVM made, but loading ends.
TEST(Object, SurvivesDamagedFiles) {
  size_t refused = 0;
  for (size_t at = 0; at < withRelocations().size(); ++at)
    for (const int change : {1, 0x10, 0x80, 0xff}) {
      std::string damaged = withRelocations();
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      const std::string problem = problemOf(damaged);
      refused += !problem.empty();
      EXPECT_TRUE(problem.empty() || problem.starts_with("machine code can't be loaded: "))
          << problem;
    }
  EXPECT_GT(refused, 100U);
}

TEST(Object, RefusesCodeForAnotherProcessor) {
  const bool isArm = kThisMachine == EM_AARCH64;
  const CodeTarget other{isArm ? "x86_64-unknown-linux-gnu" : "aarch64-unknown-linux-gnu",
                         isArm ? "x86-64" : "generic", ""};
  const std::string_view name = nameOf(*findMachine(kThisMachine));
  EXPECT_EQ(problemOf(compileModule("define void @f() {\n  ret void\n}\n", Output::Object,
                                    kAllPasses, other)),
            fmt::format("machine code can't be loaded: it is for {}, not for {}",
                        isArm ? "x86-64" : "AArch64", name));
  std::string unknown = twice();
  unknown[offsetof(Elf64_Ehdr, e_machine)] = static_cast<char>(EM_RISCV);
  EXPECT_EQ(
      problemOf(unknown),
      fmt::format("machine code can't be loaded: it is for ELF machine 243, not for {}", name));
}

TEST(Object, RefusesARelocationThatItDoesNotKnow) {
  std::string file = withRelocations();
  size_t changed = 0;
  const ElfFile parsed(withRelocations());
  for (const Elf64_Shdr& section : parsed.sections())
    if (section.sh_type == SHT_RELA && parsed.section(section.sh_info).sh_flags & SHF_EXECINSTR) {
      constexpr uint32_t kType = 9999;
      std::memcpy(file.data() + section.sh_offset + offsetof(Elf64_Rela, r_info), &kType,
                  sizeof(kType));
      ++changed;
    }
  ASSERT_EQ(changed, 1U);
  EXPECT_EQ(problemOf(file),
            fmt::format("machine code can't be loaded: the relocation 9999 of {} is not supported",
                        nameOf(*findMachine(kThisMachine))));
}

}  // namespace
}  // namespace ts::jit
