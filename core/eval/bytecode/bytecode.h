// Compiled code of a function, lambda, class body, comprehension or module.
#pragma once

#include "core/eval/values/objects.h"

namespace ts::eval {

struct Instruction {
  uint8_t op;  // an Opcode, of opcodes.def
  uint8_t small = 0;
  uint16_t middle = 0;
  uint32_t operand = 0;
};
static_assert(sizeof(Instruction) == 8);

struct Scope;  // scopes.h

// An exception handler: the stack is cut to `depth` values, the exception is pushed, and execution
// continues at `target`. A guard instead records the exception and continues behind the statement
// [begin, target); the names that the statement binds become Unknown.
struct Handler {
  uint32_t target = 0, depth = 0;
  bool isGuard = false;
  bool isExcept =
      false;  // of `except` clauses; else of a cleanup, which raises the exception again
  uint32_t begin = 0;
};
// head: the start of the next iteration. exit: the target of `break`.
struct Loop {
  uint32_t head = 0, exit = 0;
};

// The C++ version of a prelude function. `slots` has the bound parameters. Returns Unbound when it
// doesn't handle these arguments: the Python code then runs, so the intrinsic must not have changed
// anything that this code doesn't change as well.
using Intrinsic = Value (*)(Vm& vm, Function& function, Value* slots);

// Parameters come first among the locals: positional-only, positional, keyword-only, *args,
// **kwargs.
struct Code final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Code; }
  Code() : Object(Kind::Code, nullptr) {}

  Ref<Str> name, qualname;
  Ref<Module> module;                             // keeps the tree alive
  const syntax::FunctionDef* def = nullptr;       // of a def
  const syntax::Lambda* lambda = nullptr;         // of a lambda
  const syntax::Arguments* parameters = nullptr;  // of both
  bool isGenerator = false, isCoroutine = false, isClassBody = false, isModule = false;
  uint32_t posonlyCount = 0, argCount = 0 /* with posonly */, kwonlyCount = 0;
  bool hasVarargs = false, hasVarkw = false;

  std::vector<Ref<Str>> localNames;
  std::vector<std::string_view> cellNames;  // locals that nested functions use
  std::vector<std::string_view> freeNames;  // of enclosing functions, in Function::closure's order

  bool compiled = false;        // function bodies are compiled at their first call
  bool intrinsicKnown = false;  // Code::intrinsic is valid
  Intrinsic intrinsic = nullptr;
  Scope* scope = nullptr;
  const void* node = nullptr;               // the syntax node of the code
  const syntax::Stmt* statement = nullptr;  // of a module: the only statement to run; null: all
  Ref<Code> annotations;                    // of a def: code that returns the annotations dict
  std::vector<Instruction> instructions;
  std::vector<uint8_t> trapped;     // the opcodes that traps replace (watcher.h); empty: no traps
  std::vector<Span> spans;          // the source range of each instruction
  std::vector<uint16_t> handlerOf;  // per instruction: its index in `handlers`; 0: none
  std::vector<Handler> handlers;    // entry 0 is unused
  // Where the two paths of an unknown condition meet; entry 0 is unused.
  std::vector<uint32_t> joins;
  std::vector<Loop> loops;
  std::vector<Value> constants;
  std::vector<Str*> names;
  std::vector<std::vector<Str*>> keywordNames;  // of calls with keyword arguments
  std::vector<Ref<Code>> children;
  uint32_t stackSize = 0;
  // For each free name: the index of its cell in the enclosing code, counted over its cells, then
  // its free cells.
  std::vector<uint32_t> captures;
  std::vector<int32_t> cellParameters;  // per cell: the parameter whose value it takes over, or -1

  uint32_t parameterCount() const { return argCount + kwonlyCount + hasVarargs + hasVarkw; }
  // The opcode of an instruction, also under a trap.
  uint8_t opcodeAt(uint32_t at) const {
    return trapped.empty() ? instructions[at].op : trapped[at];
  }
  uint32_t slotCount() const {
    return static_cast<uint32_t>(localNames.size() + cellNames.size() + freeNames.size());
  }
};

}  // namespace ts::eval
