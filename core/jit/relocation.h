// The machines whose object files can be loaded: their relocations, and jumps to far functions.
#pragma once

#include <elf.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ts::jit {

// A row of the table of machines.
struct Machine;

// The machine with an e_machine of ELF; null for others than x86-64 and AArch64.
const Machine* findMachine(uint16_t id);
std::string_view nameOf(const Machine& machine);

// The machine of this build.
#if defined(__x86_64__)
inline constexpr uint16_t kThisMachine = EM_X86_64;
#elif defined(__aarch64__)
inline constexpr uint16_t kThisMachine = EM_AARCH64;
#else
inline constexpr uint16_t kThisMachine = EM_NONE;
#endif

// A jump to a function that may be too far for a call: instructions and its address.
inline constexpr size_t kStubSize = 16;
using Stub = std::array<std::byte, kStubSize>;
Stub stubTo(const Machine& machine, uint64_t function);

// Changes the first of the bytes, which are at the address `place`, to refer to the address
// `value`: that of a symbol, plus the addend. Throws std::runtime_error for a type of relocation
// that is not supported, for an address out of its range, and if there are too few bytes.
void relocate(const Machine& machine, uint32_t type, std::span<std::byte> bytes, uint64_t place,
              uint64_t value);

}  // namespace ts::jit
