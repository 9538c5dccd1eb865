// What a Vm keeps of the Python code that it runs.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>

#include "core/eval/bytecode.h"
#include "core/eval/lazy_enum_members.h"
#include "core/eval/library_changes.h"
#include "core/eval/scopes.h"
#include "core/eval/vm.h"

namespace ts::eval {

struct TorchState;     // torch/torch_state.h
class RepeatedLayers;  // torch/repeated_layers.h

// A call being run. Its slots: locals, cells, free cells, then the stack.
struct Frame {
  Code* code = nullptr;
  Function* function = nullptr;  // null for modules, comprehensions
  Module* module = nullptr;
  Dict* space = nullptr;  // where a class body or a module binds names; null in functions
  Value* slots = nullptr;
  uint32_t at = 0;  // the instruction being run
  Frame* caller = nullptr;
  Value enteredHandling;  // the exception that was being handled when it was called
  Value returned;         // what ways under unknown conditions have returned
  int forks = 0;          // how many of its conditions are being run both ways
  std::vector<uint32_t>
      unknownLoops;  // instructions of loops that are run without knowing how often

  // Whether it is known that the code at hand runs at all.
  bool isCertain() const { return forks == 0 && returned.isUnbound(); }
  Value* cells() const { return slots + code->localNames.size(); }
  Value* stack() const { return slots + code->slotCount(); }
};

enum class Exit : uint8_t { Returned, Yielded, Left, Raised };
struct Outcome {
  Exit exit = Exit::Returned;
  Value value;  // returned, yielded or raised
  // Left: where it stopped, with how many values on the stack.
  uint32_t at = 0, depth = 0;
  bool awaits = false;  // Yielded: by what it waits for
};

// Runs the whole frame. An exception that it doesn't handle is the outcome: C++'s cost a hundred
// times as much.
Outcome attempt(Vm& vm, Frame& frame);
// Runs the frame from `at`, where its stack has depth values, while it stays in [begin, end): once
// it is outside it stops (Left). thrown: an exception to raise there first. What it doesn't handle
// is thrown.
Outcome run(Vm& vm, Frame& frame, uint32_t at, uint32_t depth, uint32_t begin = 0,
            uint32_t end = ~0u, Raised* thrown = nullptr);
// The frame goes on at `first` or at `second`; nobody knows which. Runs both until they meet, at
// join or elsewhere, or end. Each way starts with the depth of stack that it names; pushed comes on
// top of the first one's.
struct Path {
  uint32_t at, depth;
  Value pushed;
};
Outcome fork(Vm& vm, Frame& frame, Path first, Path second, uint32_t join);
// What may be a or b.
Value joined(Vm& vm, const Value& a, const Value& b);

struct Generator final : Object {
  static bool isKind(Kind kind) { return kind == Kind::Generator; }
  explicit Generator(Class* cls) : Object(Kind::Generator, cls) {}
  ~Generator() override;
  Frame frame;
  Ref<Code> code;
  Ref<Function> function;
  Ref<Module> module;
  std::vector<Value> slots;
  uint32_t depth = 0;   // values on its stack
  Value handling;       // the exception that it was handling when it stopped
  Value result;         // what it returned, until somebody asks
  bool awaits = false;  // what it has just yielded came from what it waits for
  enum class State : uint8_t { Fresh, Suspended, Running, Finished, Unknown } state = State::Fresh;
};
// Takes the frame's slots over.
Value makeGenerator(Vm& vm, Frame& frame);

struct Vm::State {
  explicit State(Vm& vm);
  ~State();
  // Before code is run: where modules come from, and room for its values.
  void open(ModuleLoader& loader);
  // Gives that back.
  void close();
  Value* values = nullptr;  // the slots of frames that aren't generators'
  Value* top = nullptr;
  Value* end = nullptr;
  Frame* frame = nullptr;
  Value handling;  // the exception that is being handled
  int calls = 0;
  uint64_t fuel = 0, memory = 0;
  const char* stackStart = nullptr;
  int forks = 0;      // being run, in all frames
  int uncertain = 0;  // frames that may have returned already
  Scopes scopes;
  std::map<std::string, Ref<Module>, std::less<>> modules;
  // What ended statements of user modules in the static domain, in order.
  std::vector<std::pair<Ref<Module>, Ref<ExceptionObject>>> ended;
  Class* coroutine = nullptr;
  Class* traceback = nullptr;
  Class *asyncGenerator = nullptr, *asyncStep = nullptr;
  ModuleLoader* loader = nullptr;
  LazyEnumMembers lateMembers;
  std::shared_ptr<TorchState> torch;  // null: nothing of torch was used
  std::shared_ptr<RepeatedLayers> layers;
  LibraryChanges libraryChanges;
};

// To be called where C++ code may come back to itself through values in each other: raises
// RecursionError before the stack of C++ ends.
inline void checkDepth(Vm& vm) {
  char here;
  if (vm.state().stackStart - &here > static_cast<ptrdiff_t>(vm.limits().stackBytes))
    vm.raise(vm.types.RecursionError, "maximum recursion depth exceeded");
}

// Slots on the Vm's own stack, empty again at its end.
class SlotScope {
 public:
  // New ones on top.
  SlotScope(Vm& vm, size_t count) : SlotScope(vm, vm.state().top, count) {}
  // From `slots` on, which is where the values of the innermost frame end, but for those that are
  // part of the scope.
  SlotScope(Vm& vm, Value* slots, size_t count)
      : slots(slots), state_(vm.state()), outer_(state_.top) {
    resize(vm, count);
  }
  SlotScope(const SlotScope&) = delete;
  ~SlotScope() {
    // Objects that die may run code: the slots stay taken until all are empty.
    for (Value* slot = slots; slot < state_.top; ++slot) *slot = Value();
    state_.top = outer_;
  }
  // What is given up is empty already.
  void resize(Vm& vm, size_t count) {
    if (state_.end - slots < static_cast<ptrdiff_t>(count)) raiseFull(vm);
    state_.top = slots + count;
  }
  Value* slots;

 private:
  [[noreturn]] static void raiseFull(Vm& vm);
  Vm::State& state_;
  Value* outer_;
};

// Makes a frame the innermost one.
class FrameScope {
 public:
  FrameScope(Vm& vm, Frame& frame) : state_(vm.state()) {
    if (state_.calls >= vm.limits().recursion) raiseTooDeep(vm);
    vm.burn(10);
    ++state_.calls;
    if (!frame.returned.isUnbound()) ++state_.uncertain;
    frame.caller = state_.frame;
    frame.enteredHandling = state_.handling;
    state_.frame = &frame;
  }
  FrameScope(const FrameScope&) = delete;
  ~FrameScope() {
    --state_.calls;
    if (!state_.frame->returned.isUnbound()) --state_.uncertain;
    state_.handling = std::move(state_.frame->enteredHandling);
    state_.frame = state_.frame->caller;
  }

 private:
  [[noreturn]] static void raiseTooDeep(Vm& vm);
  Vm::State& state_;
};

}  // namespace ts::eval
