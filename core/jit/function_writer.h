// Writes a program of the interpreter as a function in LLVM's text form.
//
// Numbers whose register has one type live in processor registers. Instructions on them, and jumps,
// become code; so do reads and writes of numbers in lists. All other instructions are left to the
// interpreter, in segments; before a segment the numbers that it reads are stored to the frame. An
// Op::Fused precedes the operators in a segment that one group may compute.
// Where an instruction would fail, or a value has another type than expected, the interpreter runs
// it instead. So the code behaves as the bytecode does, errors and their stacks included.
#pragma once

#include <string>
#include <vector>

#include "core/jit/program_groups.h"

namespace ts::jit {

struct WrittenFunction {
  // A module with the function "run" of type interp::NativeCode. Empty: the interpreter runs the
  // program in segments.
  std::string text;
  bool isLazy = false;  // the text is compiled by the first Op::Compile
  int32_t start = 0;
  // See interp::NativeProgram.
  std::vector<interp::Instruction> segments;
  std::vector<int32_t> origins;
  std::vector<interp::NativeEntry> entries;
  ProgramGroups groups;
};

// The loops at whose iterations the code can start. Starts in an inner loop would keep LLVM from
// optimising the outer one. Lazy: the code of a long program is compiled when such a loop runs, if
// the loop gains from it; until then the interpreter runs the program in segments.
enum class LoopEntries : uint8_t { None, Outermost, Lazy };

struct WriteOptions {
  FusionFilter mayFuse = {};
  LoopEntries entries = LoopEntries::None;
  bool places = false;           // debug information: the Python line of each instruction
  bool marks = false;            // Op::Mark before the instructions of segments, for a clock
  bool isInterruptible = false;  // see interp::NativeProgram
};

// The text does not depend on addresses, so that its code may be kept in a file.
WrittenFunction writeFunction(const interp::Program& program, const WriteOptions& options = {});

}  // namespace ts::jit
