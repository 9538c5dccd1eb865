// The relocations of every machine, on bytes worked out by hand from the ABI's documents.
#include "core/jit/relocation.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace ts::jit {
namespace {

const Machine& x86() { return *findMachine(EM_X86_64); }
const Machine& arm() { return *findMachine(EM_AARCH64); }

// The word of `bytes` bytes after its relocation.
uint64_t relocated(const Machine& machine, uint32_t type, size_t bytes, uint64_t word,
                   uint64_t place, uint64_t value) {
  std::byte memory[16] = {};
  std::memcpy(memory, &word, bytes);
  relocate(machine, type, std::span(memory).first(bytes), place, value);
  std::memcpy(&word, memory, bytes);
  return word;
}
uint32_t instruction(uint32_t type, uint32_t word, uint64_t place, uint64_t value) {
  return static_cast<uint32_t>(relocated(arm(), type, 4, word, place, value));
}
std::string problemOf(const Machine& machine, uint32_t type, size_t bytes, uint64_t place,
                      uint64_t value) {
  try {
    relocated(machine, type, bytes, 0, place, value);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Relocation, WritesAddressesAndDistances) {
  constexpr uint64_t kPlace = 0x1000, kValue = 0x123456789abcdef0;
  EXPECT_EQ(relocated(x86(), R_X86_64_64, 8, ~uint64_t{0}, kPlace, kValue), kValue);
  EXPECT_EQ(relocated(arm(), R_AARCH64_ABS64, 8, ~uint64_t{0}, kPlace, kValue), kValue);
  EXPECT_EQ(relocated(x86(), R_X86_64_PC64, 8, 0, kPlace, kValue), kValue - kPlace);
  EXPECT_EQ(relocated(arm(), R_AARCH64_PREL64, 8, 0, kPlace, kValue), kValue - kPlace);
  for (const auto& [machine, type] :
       {std::pair{&x86(), R_X86_64_PC32}, {&x86(), R_X86_64_PLT32}, {&arm(), R_AARCH64_PREL32}}) {
    EXPECT_EQ(relocated(*machine, type, 4, ~uint64_t{0} >> 32, 0x2000, 0x1ffc), 0xfffffffc);
    EXPECT_EQ(relocated(*machine, type, 4, 0, 0x1000, 0x80000fff), 0x7fffffff);
    const std::string problem = problemOf(*machine, type, 4, 0x1000, 0x80001000);
    EXPECT_NE(problem.find("is out of range"), std::string::npos) << problem;
    EXPECT_EQ(problemOf(*machine, type, 4, 0x80001000, 0x1000), "");
    EXPECT_NE(problemOf(*machine, type, 4, 0x80001001, 0x1000), "");
  }
}

TEST(Relocation, ArmCallsReach128MiB) {
  EXPECT_EQ(instruction(R_AARCH64_CALL26, 0x94000000, 0x1000, 0x2000), 0x94000400U);
  EXPECT_EQ(instruction(R_AARCH64_CALL26, 0x94000000, 0x2000, 0x1000), 0x97fffc00U);
  EXPECT_EQ(instruction(R_AARCH64_JUMP26, 0x14000000, 0x1000, 0x2000), 0x14000400U);
  EXPECT_EQ(instruction(R_AARCH64_CALL26, 0x94000000, 0, 0x7fffffc), 0x95ffffffU);
  EXPECT_EQ(instruction(R_AARCH64_CALL26, 0x94000000, 0x8000000, 0), 0x96000000U);
  EXPECT_EQ(problemOf(arm(), R_AARCH64_CALL26, 4, 0, 0x8000000),
            "machine code can't be loaded: the relocation 283 of AArch64 is out of range");
  EXPECT_NE(problemOf(arm(), R_AARCH64_JUMP26, 4, 0x8000004, 0), "");
  EXPECT_EQ(problemOf(arm(), R_AARCH64_CALL26, 4, 0, 0x1002),
            "machine code can't be loaded: the relocation 283 of AArch64 is not aligned");
}

// adrp x1: the lowest two bits of the distance in pages are in bits 29 and 30.
TEST(Relocation, ArmPagesAreSplit) {
  constexpr uint32_t kAdrp = 0x90000001;
  const auto adrp = [&](uint64_t place, uint64_t value) {
    return instruction(R_AARCH64_ADR_PREL_PG_HI21, kAdrp, place, value);
  };
  EXPECT_EQ(adrp(0x10ffc, 0x13004), 0xf0000001);
  EXPECT_EQ(adrp(0x10000, 0x15fff), 0xb0000021);
  EXPECT_EQ(adrp(0x10ffc, 0xf000), 0xf0ffffe1);
  EXPECT_EQ(adrp(0x10000, 0x10fff), kAdrp);
  EXPECT_EQ(adrp(0xfff, 0xffffffff), 0xf07fffe1);
  EXPECT_NE(problemOf(arm(), R_AARCH64_ADR_PREL_PG_HI21, 4, 0xfff, 0x100000000), "");
}

TEST(Relocation, ArmOffsetsInPagesCountElements) {
  struct Row {
    uint32_t type, before, value, after;
  };
  for (const auto& [type, before, value, after] : {
           Row{R_AARCH64_ADD_ABS_LO12_NC, 0x91000020, 0x12abc, 0x912af020},      // add x0, x1
           Row{R_AARCH64_LDST8_ABS_LO12_NC, 0x39400020, 0x12abc, 0x396af020},    // ldrb w0, [x1]
           Row{R_AARCH64_LDST16_ABS_LO12_NC, 0x79400020, 0x12abc, 0x79557820},   // ldrh w0, [x1]
           Row{R_AARCH64_LDST32_ABS_LO12_NC, 0xb9400020, 0x12abc, 0xb94abc20},   // ldr w0, [x1]
           Row{R_AARCH64_LDST64_ABS_LO12_NC, 0xf9400020, 0x12ab8, 0xf9455c20},   // ldr x0, [x1]
           Row{R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00020, 0x12ab0, 0x3dc2ac20},  // ldr q0, [x1]
       })
    EXPECT_EQ(instruction(type, before, 0x5000, value), after) << type;
  EXPECT_NE(problemOf(arm(), R_AARCH64_LDST128_ABS_LO12_NC, 4, 0, 0x12ab8).find("not aligned"),
            std::string::npos);
  EXPECT_EQ(problemOf(arm(), R_AARCH64_LDST8_ABS_LO12_NC, 4, 0, 0x12abd), "");
}

TEST(Relocation, RefusesOtherTypesAndPlaces) {
  EXPECT_EQ(problemOf(x86(), R_X86_64_GOTPCREL, 8, 0, 0),
            "machine code can't be loaded: the relocation 9 of x86-64 is not supported");
  EXPECT_EQ(problemOf(arm(), R_X86_64_64, 8, 0, 0),
            "machine code can't be loaded: the relocation 1 of AArch64 is not supported");
  EXPECT_EQ(problemOf(x86(), R_X86_64_64, 7, 0, 0),
            "machine code can't be loaded: a relocation lies outside of its section");
  EXPECT_EQ(problemOf(arm(), R_AARCH64_CALL26, 3, 0, 0),
            "machine code can't be loaded: a relocation lies outside of its section");
  EXPECT_EQ(findMachine(EM_RISCV), nullptr);
}

TEST(Relocation, StubsJumpToTheAddressBehindThem) {
  constexpr uint64_t kFunction = 0x1122334455667788;
  const auto numberAt = [](const Stub& stub, size_t at, size_t bytes) {
    uint64_t number = 0;
    std::memcpy(&number, stub.data() + at, bytes);
    return number;
  };
  const Stub x86Stub = stubTo(x86(), kFunction), armStub = stubTo(arm(), kFunction);
  EXPECT_EQ(numberAt(x86Stub, 0, 6), 0x25ffU);  // jmp *0(%rip)
  EXPECT_EQ(numberAt(x86Stub, 6, 8), kFunction);
  EXPECT_EQ(numberAt(armStub, 0, 4), 0x58000050U);  // ldr x16, 8
  EXPECT_EQ(numberAt(armStub, 4, 4), 0xd61f0200U);  // br x16
  EXPECT_EQ(numberAt(armStub, 8, 8), kFunction);
}

}  // namespace
}  // namespace ts::jit
