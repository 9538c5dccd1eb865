// Frames and the bytecode loop. A machine runs one outside call, including all nested calls.
#pragma once

#include <vector>

#include "core/base/thread_state.h"
#include "core/interp/program.h"

namespace ts::interp {

// The registers of frames. A frame never moves, because machine code holds its address.
class RegisterStack {
 public:
  // Registers that contain None.
  IValue* push(size_t count);
  // Empties and gives back the registers that were pushed last.
  void pop(IValue* registers, size_t count);

 private:
  struct Chunk {
    std::unique_ptr<IValue[]> registers;
    size_t size = 0, used = 0;
  };
  std::vector<Chunk> chunks_;
  size_t current_ = 0;  // the chunk of the last push
};

// The name of a function in stacks: "f", "M.forward".
std::string nameOf(const ir::Function& function);

class Machine {
 public:
  explicit Machine(Interpreter& interpreter);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  // Runs a program and returns its results. Throws Exception.
  Stack run(const Program& program, Stack arguments);

  // See runningNode() and runningFrames().
  static const ir::Node* currentNode();
  static std::vector<LiveFrame> currentFrames();

 private:
  // Bytecode: the interpreter runs the program's own instructions, and may go on as machine code.
  // MachineCode: code runs the frame, or has left the rest of the frame to the interpreter.
  // Segments: the interpreter runs the segments of the program's machine code.
  enum class RunsAs : uint8_t { Bytecode, MachineCode, Segments };
  struct MachineFrame {
    const Program* program;
    const Instruction* at;  // the instruction to continue at, or whose call is in progress
    IValue* registers;
    const Instruction* code;  // the instructions that jumps lead to
    RunsAs runsAs = RunsAs::Bytecode;
  };

  // Interprets the innermost frame from an instruction on, until the frame returns or reaches a
  // Leave.
  void loop(const Instruction* at);
  // Pushes a frame whose arguments are on the stack. True: machine code has run it to its end, the
  // results are on the stack. Else it is ready to be interpreted.
  bool push(const Program& program);
  // Returns false when the code does not start at the entry; see NativeCode.
  bool runNative(const NativeProgram& native, int32_t entry);
  // How an interpreted frame goes on at the start of an iteration. Returned: as machine code, which
  // has run to its end; the results are on the stack.
  enum class Continued : uint8_t { Interpreted, InSegments, Returned };
  Continued continueNative(int32_t entry);
  // Continues a frame in segments as machine code, as above. True: the frame has returned.
  bool compileLoop(int32_t entry);
  void pop();
  static NativeHelpers makeHelpers(const Interpreter& interpreter);
  int32_t interpretPart(const Instruction* at) noexcept;
  // The node that an instruction of a program, or of its segments, comes from.
  static const ir::Node& nodeOf(const Program& program, const Instruction* at);
  static const ir::Node& nodeAt(const MachineFrame& frame) {
    return nodeOf(*frame.program, frame.at);
  }
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
  // Lets the frames go on with events, if the observer wants them and none of the frames goes on as
  // machine code. The innermost frame is at a LoopNext. False: nothing has changed.
  bool observeRest();
  void visit(const Line& line);
  // Called at the start of a frame. True: the observer has computed the call's results, which are
  // on the stack.
  bool isTaken(const Instruction& at);

  // ---- failures
  Exception describe(std::exception_ptr failure, const Instruction* at);
  std::vector<LiveFrame> liveFrames() const;
  void leaveEntered();

  // ---- operators whose results a marker marks, and those of devices beyond the CPU
  void runOnDevice(kernels::KernelFunction kernel, const Instruction* at);

  Interpreter& interpreter_;
  Interpreter* previous_;  // the interpreter that ran on this thread before
  const std::atomic<bool>* const interrupt_;
  const ResultMarker* const marker_;
  const bool hasDeviceKernels_;
  const NativeHelpers helpers_;
  const Machine* outer_;  // the machine that ran on this thread before
  RegisterStack registers_;
  std::vector<MachineFrame> frames_;
  int pauses_ = 0;               // of machine code, below which the interpreter runs
  std::vector<IValue> entered_;  // objects of open with statements
  // The states before each torch.autocast among them.
  std::vector<AutocastState> autocasts_;
  Stack stack_;  // arguments and results between instructions; empty while no kernel runs
  std::exception_ptr failure_;  // of an instruction below machine code, described
};

}  // namespace ts::interp
