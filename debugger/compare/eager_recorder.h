// Watches Python code run eagerly: its operators, what it computes, and what it learns of tensors
// on the way.
//
// Every value on the evaluator's stack has a shadow here: the decisions that it came from. So a
// number that an operator is given can be followed back to the `.item()`, the `len()` or the shape
// that it was taken from.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/eval/opcodes.h"
#include "core/eval/watcher.h"
#include "core/kernels/dispatch.h"
#include "debugger/compare/decisions.h"
#include "debugger/compare/event.h"

namespace ts::debugger {

// Sees what is called while it lives; one recorder serves all calls of a program, as it remembers
// what they wrote.
class EagerRecorder final : public eval::Watcher, public kernels::DispatchObserver {
 public:
  ~EagerRecorder() override;
  // Between these two it watches, and writes to `events`.
  void begin(eval::Vm& vm, Events& events);
  void end();

  void step(eval::Vm& vm, const eval::Frame& frame, const eval::Value* top) override;
  void entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) override;
  void left(const ops::FunctionSchema& schema, std::span<const IValue> results) override;

 private:
  using Sets = DecisionSets::Id;
  // A condition whose way is being gone: what is done there depends on it.
  struct Way {
    uint32_t from, join;  // the instructions that it lies between
    Sets decision;
  };
  // What is known of a frame that runs.
  struct Shadow {
    const eval::Frame* frame = nullptr;
    std::vector<Sets> stack, slots;
    uint32_t at = 0;                     // the instruction that was seen last
    bool began = false;                  // there is one
    size_t depth = 0;                    // of the stack before it
    Sets operands = 0;                   // of all that it takes
    Sets result = 0;                     // of what it gives, beyond that
    bool calls = false;                  // it has called Python code
    Sets returned = 0;                   // what that gave
    int32_t decides = -1;                // the event whose value it gives
    std::map<uint32_t, int64_t> rounds;  // of for loops, by their instructions
    std::vector<Way> ways;               // innermost last
    Sets outside = 0;                    // of the ways around its call
    Site site;
  };
  // An instruction that is about to run, with its operands. top: behind the last value of the
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
  void giveArguments(const Shadow& caller, Shadow& callee, const eval::Frame& frame);
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
  // Its value is what the instruction gives.
  void decideByResult(Shadow& shadow, DecisionKind what, std::string name, Sets from);
  void readState(Shadow& shadow, const void* object, const void* name, const std::string& text);
  void giveValue(Event& event, const eval::Value& value);
  void meetOutside(Shadow& shadow, const eval::Frame& frame, const eval::Value& value);
  void change(Shadow& shadow, const eval::Value& container, std::string_view how);
  void note(Shadow& shadow, std::string_view what, const eval::Value& value);
  bool isUserCall() const;
  void countRound(Shadow& shadow, size_t depth);
  void closeFailed();
  void compute(Shadow& shadow, const eval::Frame& frame, const eval::Value& value);
  void enterWay(Shadow& shadow, uint32_t from, uint32_t decision);
  Sets waysOf(const Shadow& shadow);
  Sets setsOf(const eval::Value& value) const;  // of a container's elements
  Site userSite() const;
  bool isUser(const eval::Frame& frame) const;
  // Whether a value carries what it came from: tensors don't, as events say what made them.
  static bool carries(const eval::Value& value);

  eval::Vm* vm_ = nullptr;
  Events* events_ = nullptr;
  eval::Watcher* outerWatcher_ = nullptr;
  kernels::DispatchObserver* outerObserver_ = nullptr;
  DecisionSets sets_;
  std::vector<Shadow> shadows_;
  std::unordered_map<const eval::Object*, Sets> containers_;
  std::map<std::pair<const void*, const void*>, Sets> attributes_;
  // Attributes, globals, and with null containers and cells: in earlier calls, and in this one.
  std::set<std::pair<const void*, const void*>> written_, writtenNow_;
  std::set<const eval::Object*> outside_;  // containers that code reached from outside of its call
  std::optional<Event> open_;              // the operator that has been entered and not left
};

}  // namespace ts::debugger
