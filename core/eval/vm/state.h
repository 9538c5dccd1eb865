// The internal state of a Vm: frames, the value stack, modules.
#pragma once

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>

#include "core/base/heap.h"
#include "core/eval/bytecode/bytecode.h"
#include "core/eval/values/choices.h"
#include "core/eval/vm/vm.h"

namespace ts::eval {

struct TorchState;  // core/eval_torch/torch_state.h

// A running call. Its slots: locals, cells, free cells, then the stack.
struct Frame {
  Code* code = nullptr;
  Function* function = nullptr;  // null for modules, comprehensions
  Module* module = nullptr;
  Dict* space = nullptr;  // the namespace of a class body or module; null in functions
  Value* slots = nullptr;
  uint32_t at = 0;  // the current instruction
  Frame* caller = nullptr;
  Value enteredHandling;               // the exception being handled at the call
  Value returned;                      // the joined results of paths that have returned already
  int openBranches = 0;                // the number of its unknown conditions that are running
  std::vector<uint32_t> unknownLoops;  // loops that run with an unknown number of iterations

  // True when the current code is known to run: it isn't under an unknown condition.
  bool isCertain() const { return openBranches == 0 && returned.isUnbound(); }
  Value* cells() const { return slots + code->localNames.size(); }
  Value* stack() const { return slots + code->slotCount(); }
};

enum class Exit : uint8_t { Returned, Yielded, Left, Raised };
struct Outcome {
  Exit exit = Exit::Returned;
  Value value;  // returned, yielded or raised
  // Left: the position and stack depth at which it stopped.
  uint32_t at = 0, depth = 0;
  bool awaits = false;  // Yielded: by an await
};

// Runs the whole frame. An unhandled exception is in the outcome, because C++ exceptions cost a
// hundred times as much.
Outcome attempt(Vm& vm, Frame& frame);
// Runs the frame from `at` with `depth` values on its stack while it stays in [begin, end); stops
// with Exit::Left outside. thrown: an exception to raise first. Throws unhandled exceptions.
Outcome run(Vm& vm, Frame& frame, uint32_t at, uint32_t depth, uint32_t begin = 0,
            uint32_t end = ~0u, Raised* thrown = nullptr);
// Runs both paths of an unknown condition until they meet, at `join` or elsewhere, or end. Each
// path starts with its own stack depth; `pushed` comes on top of the stack.
struct Path {
  uint32_t at, depth;
  Value pushed;
};
// mayChoose: Vm::State::choices may decide for one of them.
Outcome runBothPaths(Vm& vm, Frame& frame, Path first, Path second, uint32_t join, bool mayChoose);
// The join of two values: the value if they are equal, otherwise Unknown.
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
  uint32_t depth = 0;   // the number of values on its stack
  Value handling;       // the exception being handled when it was suspended
  Value result;         // the return value, until a caller takes it
  bool awaits = false;  // the last yield came from an await
  enum class State : uint8_t { Fresh, Suspended, Running, Finished, Unknown } state = State::Fresh;
};
// Moves the frame's slots into a generator.
Value makeGenerator(Vm& vm, Frame& frame);

struct Vm::State {
  explicit State(ModuleLoader& loader);
  ~State();
  Value* values = nullptr;  // the stack; frames of generators have slots of their own
  Value* top = nullptr;
  Value* end = nullptr;
  Frame* frame = nullptr;
  Value handling;  // the exception being handled
  int calls = 0;
  uint64_t fuel = 0;
  uint64_t allocated = heap::allocatedBytes();  // at the last burn()
  const char* stackStart = nullptr;
  int openBranches = 0;  // running unknown conditions, in all frames
  int uncertain = 0;     // frames in which some path has returned
  std::map<std::string, Ref<Module>, std::less<>> modules;
  std::vector<std::string> addedPaths;  // the folders in sys.path, as of the last import
  // The exceptions that ended statements of user modules in the static domain, in order.
  std::vector<std::pair<Ref<Module>, Ref<ExceptionObject>>> ended;
  // The gaps that the program has met in the static domain, in order: Vm::raiseGap.
  struct Gap {
    std::string what;
    std::vector<ExceptionObject::TracebackEntry> stack;  // innermost first
  };
  std::vector<Gap> gaps;
  // The values that the program has stored in sys.modules in place of modules, by dotted name. None
  // makes an import of the name fail.
  std::map<std::string, Value, std::less<>> replacedModules;
  std::vector<Ref<Module>> removedModules;  // from sys.modules; their code may still run
  // The texts that ran as code, by file name and text. Tracebacks refer to them.
  std::map<std::pair<std::string, std::string>, syntax::ModulePtr> texts;
  int64_t maxIntegerDigits = 4300;  // of an int as text: sys.set_int_max_str_digits(); 0: no limit
  Choices* choices = nullptr;       // null: Unknown conditions and keys give Unknown
  // Called with each event right after it was added to Vm::jitEvents. Under an Unknown condition
  // the objects have their state of that path only during the call.
  std::function<void(const JitEvent&)> jitListener;
  // Called with each new instance and the arguments of its class, before its __init__ runs.
  std::function<void(const Value& instance, const CallArgs& args)> instanceListener;
  Class* coroutine = nullptr;
  Class* traceback = nullptr;
  Class* compiledText = nullptr;  // of compile()'s results; null until the first
  Class *asyncGenerator = nullptr, *asyncStep = nullptr;
  ModuleLoader* loader;
  std::shared_ptr<TorchState> torch;  // null: torch wasn't used yet
};

// Call it where C++ code may recurse through nested values. Raises RecursionError before the C++
// stack overflows.
inline void checkDepth(Vm& vm) {
  char here;
  if (vm.state().stackStart - &here > static_cast<ptrdiff_t>(vm.limits().stackBytes))
    vm.raise(vm.types.RecursionError, "maximum recursion depth exceeded");
}

inline void recordJitEvent(Vm& vm, JitEvent event) {
  vm.jitEvents.push_back(std::move(event));
  // A copy: the listener may run code that hands more to torch.jit.
  if (vm.state().jitListener) vm.state().jitListener(JitEvent(vm.jitEvents.back()));
}

// Slots on the Vm's value stack; the destructor clears them.
class SlotScope {
 public:
  // Allocates slots on top of the stack.
  SlotScope(Vm& vm, size_t count) : SlotScope(vm, vm.state().top, count) {}
  // Starts at `slots`, the end of the innermost frame's values, and takes over the values that
  // follow.
  SlotScope(Vm& vm, Value* slots, size_t count)
      : slots(slots), state_(vm.state()), outer_(state_.top) {
    resize(vm, count);
  }
  SlotScope(const SlotScope&) = delete;
  ~SlotScope() {
    // Destructors of objects may run code, so the slots stay allocated until all are empty.
    for (Value* slot = slots; slot < state_.top; ++slot) *slot = Value();
    state_.top = outer_;
  }
  // Slots that are dropped must be empty.
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

// Makes a frame the innermost one during its lifetime.
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
