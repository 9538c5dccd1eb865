// Compiled code of a function, lambda, class body, comprehension or module.
#pragma once

#include "core/eval/objects.h"

namespace ts::eval {

struct Instruction {
  uint8_t op;  // an Opcode, of opcodes.def
  uint8_t small = 0;
  uint16_t middle = 0;
  uint32_t operand = 0;
};
static_assert(sizeof(Instruction) == 8);

struct Scope;  // scopes.h

// Where an exception goes: the stack is cut back to depth and the exception is pushed. A guard
// records the exception, makes the names that the statement [begin, target) binds Unknown and goes
// on behind it.
struct Handler {
  uint32_t target = 0, depth = 0;
  bool isGuard = false;
  uint32_t begin = 0;
};
// head: where the next iteration starts; exit: where `break` goes.
struct Loop {
  uint32_t head = 0, exit = 0;
};

// What C++ does in place of the code of a function of the prelude, in its ordinary cases. The slots
// of the function's parameters are bound. Unbound: this is no such case, and the code is to be run;
// nothing has changed then that this code wouldn't change, too.
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
  std::vector<std::string_view> cellNames;  // locals that inner functions see
  std::vector<std::string_view> freeNames;  // of enclosing functions; order of Function::closure

  bool compiled = false;        // bodies of functions are compiled at their first call
  bool intrinsicKnown = false;  // Code::intrinsic was looked up
  Intrinsic intrinsic = nullptr;
  Scope* scope = nullptr;
  const void* node = nullptr;               // the tree that it is made of
  const syntax::Stmt* statement = nullptr;  // of a module: all that is to be run of it
  Ref<Code> annotations;                    // of a def: gives the dict of its annotations
  std::vector<Instruction> instructions;
  std::vector<Span> spans;          // of each instruction, in the module's source
  std::vector<uint16_t> handlerOf;  // of what each instruction raises; 0: none
  std::vector<Handler> handlers;    // the first is no handler
  std::vector<uint32_t> joins;      // where both ways of a condition meet; the first is none
  std::vector<Loop> loops;
  std::vector<Value> constants;
  std::vector<Str*> names;
  std::vector<std::vector<Str*>> keywordNames;  // of calls
  std::vector<Ref<Code>> children;
  uint32_t stackSize = 0;
  // Where the enclosing code keeps the cells of freeNames: among its own cells, then its free ones.
  std::vector<uint32_t> captures;
  std::vector<int32_t> cellParameters;  // of each cell: the parameter that it takes over, or -1

  uint32_t parameterCount() const { return argCount + kwonlyCount + hasVarargs + hasVarkw; }
  uint32_t slotCount() const {
    return static_cast<uint32_t>(localNames.size() + cellNames.size() + freeNames.size());
  }
};

}  // namespace ts::eval
