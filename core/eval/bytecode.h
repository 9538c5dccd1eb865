// Compiled code of a function, lambda, class body, comprehension or module.
#pragma once

#include "core/eval/objects.h"

namespace ts::eval {

struct Instruction {
  uint8_t op;    // an Opcode, of opcodes.def
  uint8_t small = 0;
  uint16_t middle = 0;
  uint32_t operand = 0;
};
static_assert(sizeof(Instruction) == 8);

// Parameters come first among the locals: positional-only, positional, keyword-only, *args, **kwargs.
struct Code final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Code; }
  Code() : Object(Kind::Code, nullptr) {}

  Ref<Str> name, qualname;
  Ref<Module> module;  // keeps the tree alive
  const syntax::FunctionDef* def = nullptr;  // of a def
  const syntax::Lambda* lambda = nullptr;    // of a lambda
  const syntax::Arguments* parameters = nullptr;  // of both
  bool isGenerator = false, isCoroutine = false, isClassBody = false, isModule = false;
  uint32_t posonlyCount = 0, argCount = 0 /* with posonly */, kwonlyCount = 0;
  bool hasVarargs = false, hasVarkw = false;

  std::vector<Ref<Str>> localNames;
  std::vector<std::string_view> cellNames;  // locals that inner functions see
  std::vector<std::string_view> freeNames;  // of enclosing functions; order of Function::closure

  bool compiled = false;  // bodies of functions are compiled at their first call
  std::vector<Instruction> instructions;
  std::vector<Span> spans;  // of each instruction, in the module's source
  std::vector<Value> constants;
  std::vector<Ref<Str>> names;
  std::vector<Ref<Code>> children;
  uint32_t stackSize = 0;
};

}  // namespace ts::eval
