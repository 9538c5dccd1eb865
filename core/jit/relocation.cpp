// Source of the relocations and instructions: the System V ABI's supplement for x86-64, the ELF
// ABI of AArch64 (aaelf64), and the manual of its instructions.
#include "core/jit/relocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "core/jit/elf_file.h"

namespace ts::jit {
namespace {

// The number that a relocation writes, from the addresses `value` and `place`.
enum class Number : uint8_t {
  Absolute,  // value
  Relative,  // value - place
  Pages,     // the same of the pages of 4 KiB that contain them
  InPage,    // the offset of value in its page
};
// Bits of a word, counted from the lowest.
struct Field {
  uint8_t at, width;
};
struct Relocation {
  uint32_t type;
  Number number;
  uint8_t bytes;    // of the word
  uint8_t bits;     // the number has to fit into these, with its sign
  uint8_t dropped;  // its lowest bits, which have to be 0
  Field fields[2];  // for its other bits, the lowest first
};

// The relocations of the code that LLVM makes for the small code model, position-independent.
constexpr Relocation kX86Relocations[] = {
    {R_X86_64_64, Number::Absolute, 8, 64, 0, {{0, 32}, {32, 32}}},
    {R_X86_64_PC64, Number::Relative, 8, 64, 0, {{0, 32}, {32, 32}}},
    {R_X86_64_PC32, Number::Relative, 4, 32, 0, {{0, 32}}},
    {R_X86_64_PLT32, Number::Relative, 4, 32, 0, {{0, 32}}},
};
constexpr Relocation kArmRelocations[] = {
    {R_AARCH64_ABS64, Number::Absolute, 8, 64, 0, {{0, 32}, {32, 32}}},
    {R_AARCH64_PREL64, Number::Relative, 8, 64, 0, {{0, 32}, {32, 32}}},
    {R_AARCH64_PREL32, Number::Relative, 4, 32, 0, {{0, 32}}},
    {R_AARCH64_CALL26, Number::Relative, 4, 28, 2, {{0, 26}}},
    {R_AARCH64_JUMP26, Number::Relative, 4, 28, 2, {{0, 26}}},
    {R_AARCH64_ADR_PREL_PG_HI21, Number::Pages, 4, 33, 12, {{29, 2}, {5, 19}}},
    {R_AARCH64_ADD_ABS_LO12_NC, Number::InPage, 4, 64, 0, {{10, 12}}},
    {R_AARCH64_LDST8_ABS_LO12_NC, Number::InPage, 4, 64, 0, {{10, 12}}},
    {R_AARCH64_LDST16_ABS_LO12_NC, Number::InPage, 4, 64, 1, {{10, 11}}},
    {R_AARCH64_LDST32_ABS_LO12_NC, Number::InPage, 4, 64, 2, {{10, 10}}},
    {R_AARCH64_LDST64_ABS_LO12_NC, Number::InPage, 4, 64, 3, {{10, 9}}},
    {R_AARCH64_LDST128_ABS_LO12_NC, Number::InPage, 4, 64, 4, {{10, 8}}},
};

}  // namespace

struct Machine {
  uint16_t id;
  std::string_view name;
  std::span<const Relocation> relocations;
  unsigned char stub[kStubSize];  // without the address
  size_t stubAddress;             // its offset
};

namespace {

constexpr Machine kMachines[] = {
    // jmp *0(%rip)
    {EM_X86_64, "x86-64", kX86Relocations, {0xff, 0x25, 0, 0, 0, 0}, 6},
    // ldr x16, 8; br x16
    {EM_AARCH64, "AArch64", kArmRelocations, {0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6}, 8},
};

uint64_t numberOf(Number number, uint64_t place, uint64_t value) {
  constexpr uint64_t kInPage = 0xfff;
  switch (number) {
    case Number::Absolute: return value;
    case Number::Relative: return value - place;
    case Number::Pages: return (value & ~kInPage) - (place & ~kInPage);
    case Number::InPage: return value & kInPage;
  }
  return 0;
}

constexpr uint64_t lowBits(int count) { return (uint64_t{1} << count) - 1; }

bool fits(uint64_t number, int bits) {
  const int unused = 64 - bits;
  return static_cast<uint64_t>(static_cast<int64_t>(number << unused) >> unused) == number;
}

}  // namespace

const Machine* findMachine(uint16_t id) {
  const auto* machine = std::ranges::find(kMachines, id, &Machine::id);
  return machine == std::end(kMachines) ? nullptr : machine;
}

std::string_view nameOf(const Machine& machine) { return machine.name; }

Stub stubTo(const Machine& machine, uint64_t function) {
  Stub stub;
  std::memcpy(stub.data(), machine.stub, stub.size());
  std::memcpy(stub.data() + machine.stubAddress, &function, sizeof(function));
  return stub;
}

void relocate(const Machine& machine, uint32_t type, std::span<std::byte> bytes, uint64_t place,
              uint64_t value) {
  const auto row = std::ranges::find(machine.relocations, type, &Relocation::type);
  if (row == machine.relocations.end())
    refuseObject(fmt::format("the relocation {} of {} is not supported", type, machine.name));
  if (bytes.size() < row->bytes) refuseObject("a relocation lies outside of its section");
  const uint64_t number = numberOf(row->number, place, value);
  if (!fits(number, row->bits))
    refuseObject(fmt::format("the relocation {} of {} is out of range", type, machine.name));
  if ((number & lowBits(row->dropped)) != 0)
    refuseObject(fmt::format("the relocation {} of {} is not aligned", type, machine.name));
  uint64_t word = 0, rest = number >> row->dropped;
  std::memcpy(&word, bytes.data(), row->bytes);
  for (const auto [at, width] : row->fields) {
    word = (word & ~(lowBits(width) << at)) | (rest & lowBits(width)) << at;
    rest >>= width;
  }
  std::memcpy(bytes.data(), &word, row->bytes);
}

}  // namespace ts::jit
