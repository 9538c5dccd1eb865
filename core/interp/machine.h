// Frames and the bytecode loop. A machine runs one outside call, including all nested calls.
#pragma once

#include <vector>

#include "core/interp/program.h"

namespace ts::interp {

class Machine {
 public:
  explicit Machine(Interpreter& interpreter);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  // Runs a program and returns its results. Throws Exception.
  Stack run(const Program& program, Stack arguments);

 private:
  struct Frame {
    const Program* program;
    const Instruction* at;  // the instruction to continue at, or whose call is in progress
    size_t base;            // index of its first register
  };

  void loop();
  // Pushes a frame whose arguments are on the stack.
  void push(const Program& program);
  void pushArguments(const Instruction& at);
  const Program& programOf(const Callee& callee);
  const Program& methodOf(const IValue& object, std::string_view name);

  // ---- instructions that are rare enough for a function call
  IValue tupleSlice(const IValue& tuple, int64_t from, int64_t to);
  IValue makeDict(types::TypePtr type, size_t count);
  IValue makeObject(types::TypePtr type);
  IValue attribute(const IValue& object, int32_t slot);
  void setAttribute(const IValue& object, int32_t slot, IValue value);
  IValue fork(const Callee& callee);
  [[noreturn]] void raise(const IValue& message, const IValue& cls);
  void event(const Instruction& at);

  // ---- failures
  Exception describe(std::exception_ptr failure, const Instruction* at);
  void leaveEntered();

  Interpreter& interpreter_;
  Interpreter* previous_;  // the interpreter that ran on this thread before
  std::vector<IValue> registers_;
  std::vector<Frame> frames_;
  std::vector<IValue> entered_;  // objects of open with statements
  Stack stack_;  // arguments and results between instructions; empty while no kernel runs
};

}  // namespace ts::interp
