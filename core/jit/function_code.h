// One function in LLVM's text form, while it is written: its operands, and the ways in which it
// leaves instructions to the interpreter.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/jit/debug_places.h"
#include "core/jit/ir_text.h"
#include "core/jit/live_registers.h"
#include "core/jit/segment_list.h"
#include "core/jit/value_writer.h"

namespace ts::jit {

// LLVM compiles so many instructions in a few milliseconds.
inline constexpr int32_t kFewInstructions = 100;

class FunctionCode {
 public:
  // places: debug information.
  FunctionCode(const interp::Program& program, SegmentList& segments, bool places);
  FunctionCode(const FunctionCode&) = delete;
  FunctionCode& operator=(const FunctionCode&) = delete;

  IrText ir;
  ValueWriter values{ir};
  const interp::Program& program;
  const std::set<int32_t> targets;  // see jumpTargets()

  // ---- the instruction whose code is written

  int32_t at() const { return at_; }
  // The instructions from here on get its place. Nothing is written.
  void moveTo(int32_t instruction);
  const interp::Instruction& instruction(int32_t index) const {
    return program.code[static_cast<size_t>(index)];
  }
  int32_t size() const { return static_cast<int32_t>(program.code.size()); }
  // Notes that code is faster than the interpreter for this instruction.
  void countCode();
  // The same, if the instruction runs often.
  void countLoopCode() {
    if (isInLoop_[static_cast<size_t>(at_)]) counted_.insert(at_);
  }
  const std::set<int32_t>& counted() const { return counted_; }
  // The current block has no jump at its end yet.
  bool isOpen() const { return isOpen_; }
  void open(std::string_view block);
  void close() { isOpen_ = false; }

  // ---- operands

  interp::Content contentOf(interp::Operand operand) const;
  bool are(interp::Content content, std::initializer_list<interp::Operand> operands) const;
  // True for an instruction with one result, a number whose register has one type.
  bool makesNumber(const interp::Instruction& in) const;
  // True for a register that keeps its value.
  static bool isKept(interp::Operand operand) {
    return operand >= 0 && (operand & interp::kTaken) == 0;
  }

  // The address of a register or a constant.
  std::string addressOf(interp::Operand operand);
  // The function of one of interp::directOperators().
  std::string operatorAt(size_t index);
  // The value of a number.
  std::string number(interp::Operand operand);
  void assign(int32_t to, const std::string& value);
  // Stores a number to the frame, for the interpreter.
  void store(int32_t index) { write(values.registerAt(index), contentOf(index), number(index)); }
  void write(const Slot& slot, interp::Content content, const std::string& value);
  // A bool, which may be one of several types that the register has in turn.
  std::string condition(interp::Operand operand);
  // The position that an index, perhaps from the end, gives in a sequence. Leaves the function for
  // an index that is out of range.
  std::string position(interp::Operand index, const std::string& size);
  // Continues in a new block if a value in memory has the tag, else at `otherwise`.
  void expectTag(const Slot& slot, tensor::Tag tag, const std::string& otherwise);
  // Loads the numbers among registers that the interpreter wrote. If one has another type, the
  // interpreter goes on alone from `next`.
  void load(const std::set<int32_t>& indices, int32_t next) {
    loadOr(indices, [&] { finish(next, indices); });
  }
  // As above. `leave` writes the code for another type.
  template <typename Leave>
  void loadOr(const std::set<int32_t>& indices, Leave leave) {
    const std::string isWrong = differ(indices);
    if (isWrong.empty()) return;
    const std::string good = ir.block(), bad = ir.block();
    ir.branch(isWrong, bad, good);
    ir.begin(bad);
    leave();
    ir.begin(good);
    for (const int32_t index : indices)
      if (contentOf(index) != interp::Content::Any)
        assign(index, values.number(values.registerAt(index), contentOf(index)));
  }

  // ---- the interpreter's part

  // The block that leaves the function at the current instruction, for instructions that fail.
  std::string leave();
  // Likewise, at the start of an iteration, where the program is interrupted.
  std::string pause(int32_t iteration);
  // Writes these blocks, at the end of the function.
  void writeLeaves();
  // A debugger shows all numbers when a segment fails.
  void storeAllNumbers() { storesAll_ = true; }
  // Leaves instructions to the interpreter, in a segment.
  void interpret(int32_t first, int32_t last);
  // Ends the fast code of an instruction. The code at `slow` interprets the instruction instead,
  // then also continues at `done`.
  void slowWay(const std::string& slow, const std::string& done) { slowWay(slow, done, at_); }
  // The same for the instructions up to `last`.
  void slowWay(const std::string& slow, const std::string& done, int32_t last);
  const LiveRegisters& live();

  // A field of interp::NativeHelpers, which is a pointer.
  std::string helper(size_t offset);

  // The text of the module.
  std::string text() const;

  static std::string labelOf(int32_t instruction) { return fmt::format("i{}", instruction); }

 private:
  // Leaves the rest of the function to the interpreter, with the numbers that it reads in the
  // frame. `isThere`: the registers that the frame already contains.
  void finish(int32_t next, const std::set<int32_t>& isThere,
              size_t way = offsetof(interp::NativeHelpers, finish));
  // Stores the numbers that the program still reads to the frame, except those that are there.
  void storeLive(int32_t next, const std::set<int32_t>& isThere);
  // A condition that holds if one of the registers with a number has another type. Empty: there are
  // no such registers.
  std::string differ(const std::set<int32_t>& indices);

  SegmentList& segments_;
  std::optional<DebugPlaces> places_;
  std::vector<bool> isInLoop_;  // by instruction
  int32_t at_ = 0;
  bool isOpen_ = false;
  std::set<int32_t> counted_;
  std::optional<LiveRegisters> live_;
  bool storesAll_ = false;
  std::map<int32_t, std::string> leaves_, pauses_;  // by instruction
};

}  // namespace ts::jit
