#include "core/interp/machine.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/base/thread_state.h"
#include "core/interp/arithmetic.h"
#include "core/interp/events.h"
#include "core/interp/future.h"
#include "core/interp/operators.h"
#include "core/interp/result_marker.h"
#include "core/interp/state.h"
#include "core/kernels/dispatch.h"
#include "core/tensor/error.h"
#include "core/tensor/gap.h"
#include "core/tensor/grad_mode.h"

namespace ts::interp {

using tensor::fail;

namespace {
const std::atomic<bool> kNotInterrupted{false};
LineLog fullLog;
// A paused loop goes on as machine code below the code that was paused, on the same stack.
constexpr int kMaxPauses = 100;

// The state that an object of torch.autocast for the CPU sets; none for other objects.
std::optional<AutocastState> autocastOf(const IValue& manager) {
  if (!manager.isObject()) return std::nullopt;
  const tensor::ObjectValue& object = manager.toObject();
  if (!isAutocast(*object.type)) return std::nullopt;
  const auto& slots = object.slots;  // _enabled, device, fast_dtype
  if (slots.size() < 3 || !slots[0].isBool() || !slots[1].isString() ||
      slots[1].toString() != "cpu" || !slots[2].isInt())
    return std::nullopt;
  return AutocastState{slots[0].toBool(), static_cast<tensor::DType>(slots[2].toInt())};
}
}  // namespace

Machine::Machine(Interpreter& interpreter)
    : interpreter_(interpreter),
      previous_(enterMachine(interpreter)),
      interrupt_(interpreter.interrupt()),
      marker_(interpreter.marker()),
      hasDeviceKernels_(kernels::hasDeviceKernels()),
      helpers_(makeHelpers(interpreter)),
      outer_(std::exchange(threadState.machine, this)) {}
Machine::~Machine() {
  if (!autocasts_.empty()) threadState.settings().autocast = autocasts_.front();
  threadState.machine = outer_;
  leaveMachine(previous_);
}

const ir::Node* Machine::currentNode() {
  const Machine* machine = threadState.machine;
  if (machine == nullptr || machine->frames_.empty()) return nullptr;
  return &nodeAt(machine->frames_.back());
}
const ir::Node* runningNode() { return Machine::currentNode(); }
std::vector<LiveFrame> Machine::currentFrames() {
  const Machine* machine = threadState.machine;
  return machine == nullptr ? std::vector<LiveFrame>() : machine->liveFrames();
}
std::vector<LiveFrame> runningFrames() { return Machine::currentFrames(); }

Stack Machine::run(const Program& program, Stack arguments) {
  try {
    stack_ = std::move(arguments);
    if (push(program)) return std::move(stack_);
  } catch (...) {
    if (failure_) throw;
    throw describe(std::current_exception(), nullptr);
  }
  loop(frames_.back().at);
  return std::move(stack_);
}

IValue* RegisterStack::push(size_t count) {
  constexpr size_t kFirst = 32;  // most functions need fewer, and each run makes them anew
  while (current_ < chunks_.size() && chunks_[current_].size - chunks_[current_].used < count)
    ++current_;
  if (current_ == chunks_.size()) {
    const size_t size = std::max(count, chunks_.empty() ? kFirst : 2 * chunks_.back().size);
    chunks_.push_back({std::make_unique<IValue[]>(size), size, 0});
  }
  Chunk& chunk = chunks_[current_];
  IValue* registers = chunk.registers.get() + chunk.used;
  chunk.used += count;
  return registers;
}

void RegisterStack::pop(IValue* registers, size_t count) {
  std::fill_n(registers, count, IValue());
  chunks_[current_].used -= count;
  while (current_ > 0 && chunks_[current_].used == 0) --current_;
}

bool Machine::push(const Program& program) {
  if (frames_.size() >= interpreter_.limits().frames)
    fail("calls are nested too deeply: the limit 'frames' is {}", interpreter_.limits().frames);
  const size_t wanted = program.graph->inputs().size();
  if (stack_.size() != wanted)
    fail("{}() takes {} arguments but got {}", program.name, wanted, stack_.size());
  IValue* registers = registers_.push(program.registers.size());
  std::ranges::move(stack_, registers);
  stack_.clear();
  frames_.push_back({&program, program.code.data(), registers, program.code.data()});
  if (program.native() == nullptr) {
    program.heat += Program::kHeatOfCall;
    if (program.heat % Program::kHot < Program::kHeatOfCall) interpreter_.improve(program);
    if (program.native() == nullptr) return false;
  }
  const NativeProgram& native = *program.native();
  if (native.run != nullptr) return runNative(native, 0);
  const Instruction* const segments = native.segments.data();
  frames_.back() = {&program, segments + native.start, registers, segments, RunsAs::Segments};
  return false;
}

void Machine::pop() {
  const MachineFrame& frame = frames_.back();
  registers_.pop(frame.registers, frame.program->registers.size());
  frames_.pop_back();
}

// ---- machine code

NativeHelpers Machine::makeHelpers(const Interpreter& interpreter) {
  const std::atomic<bool>* const interrupt = interpreter.interrupt();
  Observer* const observer = interpreter.runObserver();
  LineLog* const lines = observer != nullptr ? observer->lineLog() : nullptr;
  return {
      .interpret =
          [](Machine* machine, int32_t segment) {
            const NativeProgram& native = *machine->frames_.back().program->native();
            return machine->interpretPart(native.segments.data() + segment);
          },
      .finish =
          [](Machine* machine, int32_t instruction) {
            const Program& program = *machine->frames_.back().program;
            return machine->interpretPart(program.code.data() + instruction);
          },
      .operators = directOperators().data(),
      .pause =
          [](Machine* machine, int32_t instruction) {
            MachineFrame& frame = machine->frames_.back();
            frame.runsAs = ++machine->pauses_ > kMaxPauses ? RunsAs::MachineCode : RunsAs::Bytecode;
            return machine->interpretPart(frame.program->code.data() + instruction);
          },
      .interrupt = interrupt != nullptr ? interrupt : &kNotInterrupted,
      .lines = lines != nullptr ? lines : &fullLog,
      .appendNumber = appendNumber,
  };
}

// No exception may pass through machine code, which has no unwind tables.
int32_t Machine::interpretPart(const Instruction* at) noexcept {
  try {
    loop(at);
    return 0;
  } catch (...) {
    failure_ = std::current_exception();
    return 1;
  }
}

bool Machine::runNative(const NativeProgram& native, int32_t entry) {
  frames_.back().runsAs = RunsAs::MachineCode;
  frames_.back().code = frames_.back().program->code.data();
  const std::vector<IValue>& constants = frames_.back().program->constants;
  const int32_t status = native.run(this, frames_.back().registers,
                                    constants.data() + constants.size(), &helpers_, entry);
  if (status == 1) std::rethrow_exception(failure_);
  return status == 0;
}

Machine::Continued Machine::continueNative(int32_t entry) {
  MachineFrame& frame = frames_.back();
  if (frame.runsAs != RunsAs::Bytecode) return Continued::Interpreted;
  interpreter_.improve(*frame.program);
  const NativeProgram* native = frame.program->native();
  if (native == nullptr) return Continued::Interpreted;
  const auto start = std::ranges::find(native->entries, entry, &NativeEntry::instruction);
  if (start == native->entries.end()) return Continued::Interpreted;
  if (native->run != nullptr)
    return runNative(*native, entry) ? Continued::Returned : Continued::Interpreted;
  frame.code = native->segments.data();
  frame.at = frame.code + start->segment;
  frame.runsAs = RunsAs::Segments;
  return Continued::InSegments;
}

bool Machine::compileLoop(int32_t entry) {
  const NativeProgram& native = *frames_.back().program->native();
  if (native.compile) std::exchange(native.compile, nullptr)(native);
  if (native.run != nullptr && runNative(native, entry)) return true;
  frames_.back().code = native.segments.data();
  frames_.back().runsAs = RunsAs::Segments;
  return false;
}

const ir::Node& Machine::nodeOf(const Program& program, const Instruction* at) {
  const auto isIn = [&](const std::vector<Instruction>& code) {
    return !std::less<>()(at, code.data()) && std::less<>()(at, code.data() + code.size());
  };
  auto index = static_cast<size_t>(at - program.code.data());
  if (!isIn(program.code)) {
    const NativeProgram& native = *program.native();
    index = static_cast<size_t>(native.origins[static_cast<size_t>(at - native.segments.data())]);
  }
  return *program.nodes[index];
}

// ---- operators whose results a marker marks, and those of devices beyond the CPU

void Machine::runOnDevice(kernels::KernelFunction kernel, const Instruction* at) {
  MachineFrame& frame = frames_.back();
  frame.at = at;
  const ops::FunctionSchema* schema = nodeAt(frame).schema();
  if (schema != nullptr && hasDeviceKernels_) kernel = kernels::kernelFor(*schema, kernel, stack_);
  if (schema != nullptr && marker_ != nullptr)
    marker_->run(*schema, kernel, stack_);
  else
    kernel(stack_);
}

// ---- instructions

const Program& Machine::programOf(const Callee& callee) {
  if (callee.program == nullptr) callee.program = &interpreter_.program(callee.graph, callee.name);
  return *callee.program;
}

// Registers and constants are addressed alike: constants are stored before `pool`.
#define READ(operand) ((operand) < 0 ? pool[operand] : registers[(operand) & ~kTaken])
// For numbers, which are never moved out.
#define NUMBER(operand) ((operand) < 0 ? pool[operand] : registers[operand])
#define TAKE(operand) take(operand, registers, pool)
// Releases an operand that was only read.
#define DROP(operand) \
  if ((operand) > 0 && ((operand)&kTaken)) registers[(operand) & ~kTaken] = IValue()
// Continues with the top frame.
#define RESUME()                                                  \
  do {                                                            \
    program = frames_.back().program;                             \
    at = frames_.back().at;                                       \
    code = frames_.back().code;                                   \
    registers = frames_.back().registers;                         \
    pool = program->constants.data() + program->constants.size(); \
  } while (false)
// Each instruction jumps to the next one itself, so that the processor predicts each jump
// separately. A computed goto runs no destructors, so it must not leave the scope of an object with
// a destructor.
#define RUN() goto* kLabels[static_cast<size_t>(at->op)]
#define NEXT() \
  do {         \
    ++at;      \
    RUN();     \
  } while (false)
#define JUMP(target)      \
  do {                    \
    at = code + (target); \
    RUN();                \
  } while (false)

namespace {

inline IValue take(Operand operand, IValue* registers, const IValue* pool) {
  if (operand < 0) return pool[operand];
  if (operand & kTaken) return std::move(registers[operand & ~kTaken]);
  return registers[operand];
}

// Functions do not write to constants.
inline IValue* addressOf(Operand operand, IValue* registers, const IValue* pool) {
  return operand < 0 ? const_cast<IValue*>(pool + operand) : registers + (operand & ~kTaken);
}

void pushList(Stack& stack, const Program& program, const Instruction& list, IValue* registers,
              const IValue* pool) {
  const Operand* operand = program.operands.data() + list.b;
  for (int32_t i = 0; i < list.n; ++i) stack.push_back(take(operand[i], registers, pool));
}

// Moves results from the stack into the registers after the list.
void popResults(Stack& stack, const Program& program, const Instruction& list, IValue* registers) {
  if (stack.size() != list.outs)
    fail("an operator returned {} results instead of {}", stack.size(), list.outs);
  if (list.outs == 1) {
    registers[list.a] = std::move(stack.back());
  } else {
    const Operand* result = program.operands.data() + list.b + list.n;
    for (size_t i = 0; i < list.outs; ++i) registers[result[i]] = std::move(stack[i]);
  }
  stack.clear();
}

}  // namespace

void Machine::loop(const Instruction* start) {
  static const void* const kLabels[] = {
#define OP(name, reads, writes) &&name,
#include "core/interp/ops.def"
#undef OP
  };
  const Instruction* at = nullptr;
  const Instruction* code = nullptr;
  const Program* program = nullptr;
  IValue* registers = nullptr;
  const IValue* pool = nullptr;

  const size_t depth = frames_.size();
  frames_.back().at = start;
  try {
    RESUME();
    RUN();
  Copy:
    registers[at->a] = TAKE(at->b);
    NEXT();
  Release:
    registers[at->a] = IValue();
    NEXT();
  Jump:
    JUMP(at->c);
  JumpIf:
    if (READ(at->b).toBool()) JUMP(at->c);
    NEXT();
  JumpIfNot:
    if (!READ(at->b).toBool()) JUMP(at->c);
    NEXT();
  LoopBegin:
    registers[at->a] = IValue(int64_t{0});
    if (READ(at->b).toInt() <= 0) JUMP(at->c);
    NEXT();
  LoopNext : {
    const int64_t index = registers[at->a].toInt() + 1;
    registers[at->a] = IValue(index);
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) [[unlikely]] {
      frames_.back().at = at;
      interpreter_.host().interrupted();
      if (observeRest()) RESUME();
    }
    if (index >= READ(at->b).toInt()) NEXT();
    if (++program->heat % Program::kHot != 0) [[likely]]
      JUMP(at->c);
    frames_.back().at = at;
    const Continued continued = continueNative(at->c);
    if (continued == Continued::Interpreted) JUMP(at->c);
    if (frames_.size() < depth) return;
    RESUME();
    if (continued == Continued::InSegments) RUN();
    popResults(stack_, *program, *at, registers);
    NEXT();
  }
  Return : {
    pushList(stack_, *program, *at, registers, pool);
    pop();
    if (frames_.size() < depth) return;
    RESUME();
    popResults(stack_, *program, *at, registers);
    NEXT();
  }
  Direct : {
    const Operand* operand = program->operands.data() + at->b;
    IValue* operands[4] = {};
    uint32_t taken = 0;
    for (int32_t i = 0; i < at->n; ++i) {
      operands[i] = addressOf(operand[i], registers, pool);
      if (operand[i] > 0 && (operand[i] & kTaken)) taken |= uint32_t{1} << i;
    }
    if (program->directs[static_cast<size_t>(at->c)](registers + at->a, operands[0], operands[1],
                                                     operands[2], operands[3], taken)) [[likely]]
      NEXT();
  }
  Kernel:
    pushList(stack_, *program, *at, registers, pool);
    if (marker_ == nullptr && !hasDeviceKernels_) [[likely]]
      program->kernels[static_cast<size_t>(at->c)](stack_);
    else
      runOnDevice(program->kernels[static_cast<size_t>(at->c)], at);
    popResults(stack_, *program, *at, registers);
    NEXT();
  CheckLeaf : {
    const IValue& written = READ(at->b);
    const auto* impl =
        written.isTensor() ? static_cast<const tensor::TensorImpl*>(written.counted()) : nullptr;
    if (impl && impl->requiresGrad && impl->gradient == nullptr && tensor::isGradEnabled())
      fail("a leaf Variable that requires grad is being used in an in-place operation.");
    NEXT();
  }
  CheckDefined:
    if (READ(at->b).isNone()) [[unlikely]]
      fail(
          "Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument '{}'",
          program->names[static_cast<size_t>(at->c)]);
    NEXT();
  Missing:
    tensor::failAsGap("{} isn't available in JitScope yet",
                      program->names[static_cast<size_t>(at->c)]);

#define INT(op, expression)                                             \
  op : {                                                                \
    const int64_t x = NUMBER(at->b).toInt(), y = NUMBER(at->c).toInt(); \
    registers[at->a] = IValue(expression);                              \
    NEXT();                                                             \
  }
    INT(AddInt, wrapAdd(x, y))
    INT(SubInt, wrapSub(x, y))
    INT(MulInt, wrapMul(x, y))
    INT(FloorDivInt, floorDiv(x, y))
    INT(RemainderInt, floorMod(x, y))
    INT(LtInt, x < y)
    INT(LeInt, x <= y)
    INT(GtInt, x > y)
    INT(GeInt, x >= y)
    INT(EqInt, x == y)
    INT(NeInt, x != y)
#undef INT
  NegInt:
    registers[at->a] = IValue(wrapSub(0, READ(at->b).toInt()));
    NEXT();
#define FLOAT(op, expression)                                                \
  op : {                                                                     \
    const double x = NUMBER(at->b).toDouble(), y = NUMBER(at->c).toDouble(); \
    registers[at->a] = IValue(expression);                                   \
    NEXT();                                                                  \
  }
    FLOAT(AddFloat, x + y)
    FLOAT(SubFloat, x - y)
    FLOAT(MulFloat, x * y)
    FLOAT(DivFloat, x / y)
    FLOAT(LtFloat, x < y)
    FLOAT(LeFloat, x <= y)
    FLOAT(GtFloat, x > y)
    FLOAT(GeFloat, x >= y)
#undef FLOAT
#define JUMP_UNLESS(op, comparison)                                           \
  op:                                                                         \
  if (!(NUMBER(at->a).toInt() comparison NUMBER(at->b).toInt())) JUMP(at->c); \
  NEXT();
    JUMP_UNLESS(JumpIfNotLtInt, <)
    JUMP_UNLESS(JumpIfNotLeInt, <=)
    JUMP_UNLESS(JumpIfNotGtInt, >)
    JUMP_UNLESS(JumpIfNotGeInt, >=)
    JUMP_UNLESS(JumpIfNotEqInt, ==)
    JUMP_UNLESS(JumpIfNotNeInt, !=)
#undef JUMP_UNLESS
  Not:
    registers[at->a] = IValue(!READ(at->b).toBool());
    NEXT();
  Len : {
    const auto length = static_cast<int64_t>(READ(at->b).toList().items.size());
    DROP(at->b);
    registers[at->a] = IValue(length);
    NEXT();
  }
  GetItem : {
    auto& items = READ(at->b).toList().items;
    IValue item = items[listIndex(READ(at->c).toInt(), items.size())];
    DROP(at->b);
    registers[at->a] = std::move(item);
    goto next;
  }
  SetItem : {
    auto& items = READ(at->b).toList().items;
    items[listIndex(READ(at->c).toInt(), items.size())] = TAKE(at->n);
    if (at->outs)
      registers[at->a] = TAKE(at->b);
    else
      DROP(at->b);
    NEXT();
  }
  Append:
    READ(at->b).toList().items.push_back(TAKE(at->c));
    if (at->outs)
      registers[at->a] = TAKE(at->b);
    else
      DROP(at->b);
    NEXT();
  DeriveIndex:
    registers[at->a] =
        IValue(wrapAdd(READ(at->c).toInt(), wrapMul(READ(at->b).toInt(), READ(at->n).toInt())));
    NEXT();
  RangeLength:
    registers[at->a] =
        IValue(rangeLength(READ(at->b).toInt(), READ(at->c).toInt(), READ(at->n).toInt()));
    NEXT();
  Is:
  IsNot : {
    const bool same = READ(at->b).same(READ(at->c));
    DROP(at->b);
    DROP(at->c);
    registers[at->a] = IValue(same == (at->op == Op::Is));
    NEXT();
  }

  MakeTuple : {
    pushList(stack_, *program, *at, registers, pool);
    const auto* type =
        at->c < 0 ? nullptr
                  : types::cast<types::TupleType>(program->types[static_cast<size_t>(at->c)]);
    registers[at->a] = tensor::makeCounted<tensor::TupleValue>(std::exchange(stack_, {}), type);
    NEXT();
  }
  MakeList:
    pushList(stack_, *program, *at, registers, pool);
    registers[at->a] =
        tensor::makeList(program->types[static_cast<size_t>(at->c)], std::exchange(stack_, {}));
    NEXT();
  MakeDict:
    pushList(stack_, *program, *at, registers, pool);
    registers[at->a] =
        makeDict(program->types[static_cast<size_t>(at->c)], static_cast<size_t>(at->n));
    NEXT();
  UnpackTuple:
  UnpackList : {
    pushList(stack_, *program, *at, registers, pool);
    const IValue container = std::move(stack_.back());
    stack_.clear();
    const auto& items = container.isTuple() ? container.toTuple().items : container.toList().items;
    if (items.size() != at->outs)
      fail("expected {} elements in a {} but found {}", at->outs,
           container.isTuple() ? "tuple" : "list", items.size());
    stack_ = items;
    popResults(stack_, *program, *at, registers);
    goto next;
  }
  TupleIndex : {
    const auto& items = READ(at->b).toTuple().items;
    int64_t index = READ(at->c).toInt();
    if (index < 0) index += static_cast<int64_t>(items.size());
    if (index < 0 || index >= static_cast<int64_t>(items.size())) fail("tuple index out of range");
    IValue item = items[static_cast<size_t>(index)];
    DROP(at->b);
    registers[at->a] = std::move(item);
    goto next;
  }
  TupleSlice : {
    const Operand* bounds = program->operands.data() + at->c;
    IValue part = tupleSlice(READ(at->b), bounds[0], bounds[1]);
    DROP(at->b);
    registers[at->a] = std::move(part);
    goto next;
  }
  MakeObject:
    registers[at->a] = makeObject(program->types[static_cast<size_t>(at->c)]);
    NEXT();
  GetAttr : {
    IValue value = attribute(READ(at->b), at->c);
    DROP(at->b);
    registers[at->a] = std::move(value);
    goto next;
  }
  SetAttr : {
    setAttribute(READ(at->b), at->c, TAKE(at->n));
    DROP(at->b);
    NEXT();
  }
  IsInstance : {
    const IValue& value = READ(at->b);
    const auto* type = program->types.data() + at->c;
    const bool isOne = std::any_of(
        type, type + at->n, [&](types::TypePtr candidate) { return isOfType(value, candidate); });
    DROP(at->b);
    registers[at->a] = IValue(isOne);
    NEXT();
  }
  UnwrapOptional:
    if (READ(at->b).isNone()) fail("Unwrapping null optional");
    registers[at->a] = TAKE(at->b);
    NEXT();
  ToList : {
    pushList(stack_, *program, *at, registers, pool);
    const tensor::Tensor tensor = stack_[0].toTensor();
    stack_.clear();
    registers[at->a] = listOf(tensor, program->types[static_cast<size_t>(at->c)]);
    goto next;
  }

  Call:
    pushList(stack_, *program, *at, registers, pool);
    frames_.back().at = at;
    if (push(programOf(program->callees[static_cast<size_t>(at->c)]))) goto returned;
    RESUME();
    RUN();
  CallMethod:
    pushList(stack_, *program, *at, registers, pool);
    frames_.back().at = at;
    if (push(methodOf(stack_[0], program->names[static_cast<size_t>(at->c)]))) goto returned;
    RESUME();
    RUN();
  CallPython : {
    pushList(stack_, *program, *at, registers, pool);
    frames_.back().at = at;
    const auto& node = nodeAt(frames_.back());
    IValue result = interpreter_.host().callPython(node, stack_);
    stack_.clear();
    if (at->outs == 1)
      registers[at->a] = std::move(result);
    else if (at->outs > 1)
      stack_ = result.toTuple().items, popResults(stack_, *program, *at, registers);
    goto next;
  }
  Enter : {
    const IValue object = READ(at->b);
    entered_.push_back(object);
    stack_.push_back(object);
    frames_.back().at = at;
    if (const auto state = autocastOf(object)) {
      autocasts_.push_back(threadState.settings().autocast);
      threadState.settings().autocast = *state;
    }
    if (push(methodOf(object, "__enter__"))) goto returned;
    goto resume;
  }
  Exit : {
    const IValue object = TAKE(at->b);
    if (!entered_.empty()) entered_.pop_back();
    if (!autocasts_.empty() && autocastOf(object)) {
      threadState.settings().autocast = autocasts_.back();
      autocasts_.pop_back();
    }
    stack_ = {object, IValue(), IValue(), IValue()};
    frames_.back().at = at;
    if (push(methodOf(object, "__exit__"))) goto returned;
    goto resume;
  }
  Raise:
    raise(READ(at->b), READ(at->c));
  Fork:
    pushList(stack_, *program, *at, registers, pool);
    registers[at->a] = fork(program->callees[static_cast<size_t>(at->c)]);
    NEXT();
  Warn : {
    frames_.back().at = at;
    interpreter_.host().warn(READ(at->b).toString(), "UserWarning", nodeAt(frames_.back()).range());
    DROP(at->b);
    NEXT();
  }

  Fused : {
    frames_.back().at = at;  // for runningNode()
    FusedGroup& group = *program->native()->groups[static_cast<size_t>(at->c)];
    if (group.run(registers, pool)) at += at->n;
    NEXT();
  }
  Compile:
    frames_.back().at = at;
    if (!compileLoop(at->c)) NEXT();
    if (frames_.size() < depth) return;
    RESUME();
    popResults(stack_, *program, *at, registers);
    NEXT();
  Mark:
    if (Clock* clock = interpreter_.clock())
      clock->reached({program->nodes.data() + at->c, static_cast<size_t>(at->n)});
    NEXT();
  Leave:
    return;

  LineEvent : {
    const Line& line = program->lines[static_cast<size_t>(at->c)];
    if (registers[at->a].toInt() == line.number) NEXT();
    registers[at->a] = IValue(int64_t{line.number});
    frames_.back().at = at;
    visit(line);
    NEXT();
  }
  RoundEvent : {
    const Line& line = program->lines[static_cast<size_t>(at->c)];
    const bool isFirst = registers[at->b].toInt() == 0;
    registers[at->a] = IValue(int64_t{isFirst ? 0 : line.number});
    frames_.back().at = at;
    if (!isFirst) visit(line);
    NEXT();
  }
  FrameEvent:
    frames_.back().at = at;
    event(*at);
    if (!isTaken(*at)) NEXT();
    pop();
    if (frames_.size() < depth) return;
    RESUME();
    popResults(stack_, *program, *at, registers);
    NEXT();
  ReturnEvent:
  EnterEvent:
  LeaveEvent:
  BlockEvent:
  IterationEvent:
    frames_.back().at = at;
    event(*at);
    NEXT();

  // The target for instructions that must leave the scope of an object with a destructor.
  next:
    NEXT();
  resume:
    RESUME();
    RUN();
  // Machine code has run a callee.
  returned:
    popResults(stack_, *program, *at, registers);
    NEXT();
  } catch (...) {
    if (failure_) throw;  // described where it happened
    Exception exception = describe(std::current_exception(), at);
    leaveEntered();
    throw exception;
  }
}

}  // namespace ts::interp
