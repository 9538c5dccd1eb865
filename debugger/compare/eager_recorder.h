// Records the events of an eager run: operators, computed values, and decisions.
//
// The recorder shadows the evaluator's stack: for each value it keeps the set of decisions that the
// value depends on. So an explanation can follow a number back to the `.item()`, the `len()` or the
// shape that it was taken from.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/eval/bytecode/opcodes.h"
#include "core/eval/vm/watcher.h"
#include "core/kernels/dispatch.h"
#include "debugger/compare/decisions.h"
#include "debugger/compare/event.h"

namespace ts::debugger {

// One recorder serves all calls of a program, because it remembers the state that earlier calls
// wrote. Not thread-safe: begin() installs it as the watcher and the dispatch observer of its
// thread.
class EagerRecorder final : public eval::Watcher, public kernels::DispatchObserver {
 public:
  ~EagerRecorder() override;
  // Records into `events` from begin() to end().
  void begin(eval::Vm& vm, Events& events);
  void end();

  bool enters(eval::Vm& vm, const eval::Frame& frame) override;
  void step(eval::Vm& vm, const eval::Frame& frame, const eval::Value* top) override;
  void entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) override;
  void left(const ops::FunctionSchema& schema, std::span<const IValue> results) override;

 private:
  using Sets = DecisionSets::Id;
  // The instructions that run only because of one decision of an if or a loop. Values that they
  // compute depend on that decision.
  struct ControlRegion {
    uint32_t from, join;  // the jump, and the instruction at which both branches meet again
    Sets decision;
  };
  // A frame of the evaluator, with the decisions that its values depend on.
  struct Shadow {
    const eval::Frame* frame = nullptr;
    std::vector<Sets> stack, slots;
    uint32_t at = 0;                     // the current instruction
    bool began = false;                  // `at` is set
    size_t depth = 0;                    // of the stack before that instruction
    Sets operands = 0;                   // of all its operands
    Sets result = 0;                     // of its result, in addition to `operands`
    bool calls = false;                  // the instruction called Python code
    Sets returned = 0;                   // of the value that the call returned
    int32_t decides = -1;                // the event that records its result; -1: none
    std::map<uint32_t, int64_t> rounds;  // rounds of for loops, by instruction
    std::vector<ControlRegion> regions;  // innermost last
    Sets callerDecisions = 0;            // of the regions around the call of this frame
    Site site;
  };
  // An instruction that is about to run, with its operands. top: one past the last value of the
  // stack.
  struct Instruction {
    const eval::Frame& frame;
    const eval::Value* top;
    eval::Opcode op;
    uint32_t n, m, s;

    Instruction(const eval::Frame& frame, const eval::Value* top);
    const eval::Value& operand(size_t fromTop) const {
      return top[-static_cast<ptrdiff_t>(fromTop)];
    }
    eval::Str* name() const;
  };

  Shadow& shadowOf(const eval::Frame& frame);
  void passArguments(const Shadow& caller, Shadow& callee, const eval::Frame& frame);
  void finish(Shadow& shadow, const eval::Frame& frame, const eval::Value* top);
  void start(Shadow& shadow, const eval::Frame& frame, const eval::Value* top);
  void startAttribute(Shadow& shadow, const Instruction& now);
  void startItem(Shadow& shadow, const Instruction& now);
  void startCall(Shadow& shadow, const Instruction& now);
  void startJump(Shadow& shadow, const Instruction& now);
  void startLoop(Shadow& shadow, const Instruction& now);
  void startStore(Shadow& shadow, const Instruction& now);

  uint32_t decide(Shadow& shadow, DecisionKind what, std::string name, Sets from,
                  const IValue* value = nullptr);
  // Records a decision whose value is the result of the instruction.
  void decideByResult(Shadow& shadow, DecisionKind what, std::string name, Sets from);
  void readState(Shadow& shadow, const void* object, const void* name, const std::string& text);
  void recordValue(Event& event, const eval::Value& value);
  void noteOutsideContainer(Shadow& shadow, const eval::Frame& frame, const eval::Value& value);
  void recordChange(Shadow& shadow, const eval::Value& container, std::string_view how);
  void recordCompute(Shadow& shadow, std::string_view what, const eval::Value& value);
  bool isUserCall() const;
  void countRound(Shadow& shadow, size_t depth);
  void recordFailedOperator();
  void recordComputedValue(Shadow& shadow, const eval::Frame& frame, const eval::Value& value);
  void enterRegion(Shadow& shadow, uint32_t from, uint32_t decision);
  Sets controlDecisions(const Shadow& shadow);
  Sets setsOf(const eval::Value& value) const;  // of a container's elements
  Site userSite() const;
  bool isUser(const eval::Frame& frame) const;
  // True when a value has a set of decisions. Tensors have none: their producers are events.
  static bool carries(const eval::Value& value);

  eval::Vm* vm_ = nullptr;
  Events* events_ = nullptr;
  eval::Watcher* outerWatcher_ = nullptr;
  kernels::DispatchObserver* outerObserver_ = nullptr;
  DecisionSets sets_;
  std::vector<Shadow> shadows_;
  std::unordered_map<const eval::Object*, Sets> containers_;
  std::map<std::pair<const void*, const void*>, Sets> attributes_;
  // State written in earlier calls, and in this one: (object, name) for attributes and globals,
  // (object, null) for containers and cells.
  std::set<std::pair<const void*, const void*>> written_, writtenNow_;
  std::set<const eval::Object*> outside_;  // containers that exist outside of the call
  std::optional<Event> open_;              // the operator that is running
};

}  // namespace ts::debugger
