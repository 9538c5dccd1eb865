// Frames and the loop that runs bytecode. One machine runs one call from outside and all that it
// calls.
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
  // The results. Throws Exception.
  Stack run(const Program& program, Stack arguments);

 private:
  struct Frame {
    const Program* program;
    const Instruction* at;  // where it goes on, or what it waits for
    size_t base;            // of its registers
  };

  void loop();
  // Begins a frame for the arguments on the stack.
  void push(const Program& program);
  void pushArguments(const Instruction& at);
  const Program& programOf(const Callee& callee);
  const Program& methodOf(const IValue& object, std::string_view name);

  // ---- instructions that are rare enough for a call
  IValue tupleSlice(const IValue& tuple, int64_t from, int64_t to);
  IValue makeDict(types::TypePtr type, size_t count);
  IValue makeObject(types::TypePtr type);
  IValue attribute(const IValue& object, int32_t slot);
  void setAttribute(const IValue& object, int32_t slot, IValue value);
  IValue fork(const Callee& callee);
  [[noreturn]] void raise(const IValue& message, const IValue& cls);
  void event(const Instruction& at);

  // ---- failing
  Exception describe(std::exception_ptr failure, const Instruction* at);
  void leaveEntered();

  Interpreter& interpreter_;
  Interpreter* previous_;  // that ran on this thread before
  std::vector<IValue> registers_;
  std::vector<Frame> frames_;
  std::vector<IValue> entered_;  // of with statements that are open
  Stack
      stack_;  // of arguments and results between instructions; empty while kernels aren't running
};

}  // namespace ts::interp
