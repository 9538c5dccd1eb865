// The opcodes of opcodes.def.
#pragma once

#include <cstdint>

namespace ts::eval {

enum class Opcode : uint8_t {
#define OP(name, pops, pushes) name,
#include "core/eval/bytecode/opcodes.def"
#undef OP
};

struct StackEffect {
  uint32_t pops, pushes;
};

inline StackEffect stackEffect(Opcode op, [[maybe_unused]] uint32_t n, [[maybe_unused]] uint32_t m,
                               [[maybe_unused]] uint32_t s) {
  switch (op) {
#define OP(name, pops, pushes) \
  case Opcode::name:           \
    return {static_cast<uint32_t>(pops), static_cast<uint32_t>(pushes)};
#include "core/eval/bytecode/opcodes.def"
#undef OP
  }
  return {};
}

}  // namespace ts::eval
