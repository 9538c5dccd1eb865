#include "core/interp/machine.h"

#include <algorithm>
#include <limits>

#include "core/interp/arithmetic.h"
#include "core/interp/events.h"
#include "core/interp/future.h"
#include "core/interp/state.h"
#include "core/tensor/error.h"

namespace ts::interp {

using tensor::ErrorKind;
using tensor::fail;

Machine::Machine(Interpreter& interpreter) : interpreter_(interpreter), previous_(enterMachine(interpreter)) {}
Machine::~Machine() { leaveMachine(previous_); }

Stack Machine::run(const Program& program, Stack arguments) {
  try {
    stack_ = std::move(arguments);
    push(program);
  } catch (...) {
    throw describe(std::current_exception(), nullptr);
  }
  loop();
  return std::move(stack_);
}

void Machine::push(const Program& program) {
  if (frames_.size() >= interpreter_.limits().frames)
    fail("functions call each other {} deep, which is the limit 'frames'", interpreter_.limits().frames);
  const size_t wanted = program.graph->inputs().size();
  if (stack_.size() != wanted)
    fail("{}() takes {} arguments and got {}", program.name, wanted, stack_.size());
  const size_t base = registers_.size();
  registers_.resize(base + program.registers);
  std::ranges::move(stack_, registers_.begin() + static_cast<std::ptrdiff_t>(base));
  stack_.clear();
  frames_.push_back({&program, program.code.data(), base});
}

const Program& Machine::programOf(const Callee& callee) {
  if (callee.program == nullptr) callee.program = &interpreter_.program(callee.graph, callee.name);
  return *callee.program;
}

// Registers and constants are addressed alike: constants lie in front of `pool`.
#define READ(operand) ((operand) < 0 ? pool[operand] : registers[(operand) & ~kTaken])
#define TAKE(operand) take(operand, registers, pool)
// Ends an operand that was only looked at.
#define DROP(operand) \
  if ((operand) > 0 && ((operand) & kTaken)) registers[(operand) & ~kTaken] = IValue()

namespace {

inline IValue take(Operand operand, IValue* registers, const IValue* pool) {
  if (operand < 0) return pool[operand];
  if (operand & kTaken) return std::move(registers[operand & ~kTaken]);
  return registers[operand];
}

}  // namespace

void Machine::loop() {
  const Instruction* at = nullptr;
  const Program* program = nullptr;
  IValue* registers = nullptr;
  const IValue* pool = nullptr;
  auto resume = [&] {
    const Frame& frame = frames_.back();
    program = frame.program;
    at = frame.at;
    registers = registers_.data() + frame.base;
    pool = program->constants.data() + program->constants.size();
  };
  auto pushList = [&](const Instruction& list) {
    const Operand* operand = program->operands.data() + list.b;
    for (int32_t i = 0; i < list.n; ++i) stack_.push_back(TAKE(operand[i]));
  };
  // Results from the stack into the registers behind the list.
  auto popResults = [&](const Instruction& list) {
    if (list.outs == 1) {
      if (stack_.size() != 1) fail("an operator gave {} results instead of one", stack_.size());
      registers[list.a] = std::move(stack_.back());
      stack_.pop_back();
      return;
    }
    if (stack_.size() != list.outs) fail("an operator gave {} results instead of {}", stack_.size(), list.outs);
    const Operand* result = program->operands.data() + list.b + list.n;
    for (size_t i = 0; i < list.outs; ++i) registers[result[i]] = std::move(stack_[i]);
    stack_.clear();
  };
  auto list = [&](const Operand operand) -> tensor::ListValue& { return READ(operand).toList(); };

  try {
    resume();
    while (true) {
      const Instruction& in = *at;
      switch (in.op) {
        case Op::Copy: registers[in.a] = TAKE(in.b); break;
        case Op::Release: registers[in.a] = IValue(); break;
        case Op::Jump: at = program->code.data() + in.c; continue;
        case Op::JumpIf:
          if (READ(in.b).toBool()) {
            at = program->code.data() + in.c;
            continue;
          }
          break;
        case Op::JumpIfNot:
          if (!READ(in.b).toBool()) {
            at = program->code.data() + in.c;
            continue;
          }
          break;
        case Op::LoopBegin:
          registers[in.a] = IValue(int64_t{0});
          if (READ(in.b).toInt() <= 0) {
            at = program->code.data() + in.c;
            continue;
          }
          break;
        case Op::LoopNext: {
          const int64_t index = registers[in.a].toInt() + 1;
          registers[in.a] = IValue(index);
          if (index < READ(in.b).toInt()) {
            at = program->code.data() + in.c;
            continue;
          }
          break;
        }
        case Op::Return: {
          pushList(in);
          registers_.resize(frames_.back().base);
          frames_.pop_back();
          if (frames_.empty()) return;
          resume();
          popResults(*at);
          break;
        }
        case Op::Kernel:
          pushList(in);
          program->kernels[static_cast<size_t>(in.c)](stack_);
          popResults(in);
          break;
        case Op::Missing:
          fail(ErrorKind::NotImplemented, "there is no operator {} for these arguments", program->names[static_cast<size_t>(in.c)]);

#define INT(op, expression)                                          \
  case Op::op: {                                                     \
    const int64_t x = READ(in.b).toInt(), y = READ(in.c).toInt();    \
    registers[in.a] = IValue(expression);                            \
    break;                                                           \
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
        case Op::NegInt: registers[in.a] = IValue(wrapSub(0, READ(in.b).toInt())); break;
#define FLOAT(op, expression)                                           \
  case Op::op: {                                                        \
    const double x = READ(in.b).toDouble(), y = READ(in.c).toDouble();  \
    registers[in.a] = IValue(expression);                               \
    break;                                                              \
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
#define JUMP_UNLESS(op, comparison)                           \
  case Op::op:                                                \
    if (!(READ(in.a).toInt() comparison READ(in.b).toInt())) { \
      at = program->code.data() + in.c;                       \
      continue;                                               \
    }                                                         \
    break;
          JUMP_UNLESS(JumpIfNotLtInt, <)
          JUMP_UNLESS(JumpIfNotLeInt, <=)
          JUMP_UNLESS(JumpIfNotGtInt, >)
          JUMP_UNLESS(JumpIfNotGeInt, >=)
          JUMP_UNLESS(JumpIfNotEqInt, ==)
          JUMP_UNLESS(JumpIfNotNeInt, !=)
#undef JUMP_UNLESS
        case Op::Not: registers[in.a] = IValue(!READ(in.b).toBool()); break;
        case Op::Len: {
          const auto length = static_cast<int64_t>(list(in.b).items.size());
          DROP(in.b);
          registers[in.a] = IValue(length);
          break;
        }
        case Op::GetItem: {
          auto& items = list(in.b).items;
          IValue item = items[listIndex(READ(in.c).toInt(), items.size())];
          DROP(in.b);
          registers[in.a] = std::move(item);
          break;
        }
        case Op::SetItem: {
          auto& items = list(in.b).items;
          items[listIndex(READ(in.c).toInt(), items.size())] = TAKE(in.n);
          if (in.outs)
            registers[in.a] = TAKE(in.b);
          else
            DROP(in.b);
          break;
        }
        case Op::DeriveIndex:
          registers[in.a] = IValue(wrapAdd(READ(in.c).toInt(), wrapMul(READ(in.b).toInt(), READ(in.n).toInt())));
          break;
        case Op::RangeLength:
          registers[in.a] = IValue(rangeLength(READ(in.b).toInt(), READ(in.c).toInt(), READ(in.n).toInt()));
          break;
        case Op::Is:
        case Op::IsNot: {
          const bool same = READ(in.b).same(READ(in.c));
          DROP(in.b);
          DROP(in.c);
          registers[in.a] = IValue(same == (in.op == Op::Is));
          break;
        }

        case Op::MakeTuple: {
          pushList(in);
          const auto* type = in.c < 0 ? nullptr : types::cast<types::TupleType>(program->types[static_cast<size_t>(in.c)]);
          registers[in.a] = tensor::makeCounted<tensor::TupleValue>(std::exchange(stack_, {}), type);
          break;
        }
        case Op::MakeList:
          pushList(in);
          registers[in.a] = tensor::makeList(program->types[static_cast<size_t>(in.c)], std::exchange(stack_, {}));
          break;
        case Op::MakeDict:
          pushList(in);
          registers[in.a] = makeDict(program->types[static_cast<size_t>(in.c)], static_cast<size_t>(in.n));
          break;
        case Op::UnpackTuple:
        case Op::UnpackList: {
          pushList(in);
          const IValue whole = std::move(stack_.back());
          stack_.clear();
          const auto& items = whole.isTuple() ? whole.toTuple().items : whole.toList().items;
          if (items.size() != in.outs) fail("expected {} elements in a {} but found {}", in.outs, whole.isTuple() ? "tuple" : "list", items.size());
          stack_ = items;
          popResults(in);
          break;
        }
        case Op::TupleIndex: {
          const auto& items = READ(in.b).toTuple().items;
          int64_t index = READ(in.c).toInt();
          if (index < 0) index += static_cast<int64_t>(items.size());
          if (index < 0 || index >= static_cast<int64_t>(items.size())) fail("tuple index out of range");
          IValue item = items[static_cast<size_t>(index)];
          DROP(in.b);
          registers[in.a] = std::move(item);
          break;
        }
        case Op::TupleSlice: {
          const Operand* bounds = program->operands.data() + in.c;
          IValue made = tupleSlice(READ(in.b), bounds[0], bounds[1]);
          DROP(in.b);
          registers[in.a] = std::move(made);
          break;
        }
        case Op::MakeObject: registers[in.a] = makeObject(program->types[static_cast<size_t>(in.c)]); break;
        case Op::GetAttr: {
          IValue value = attribute(READ(in.b), in.c);
          DROP(in.b);
          registers[in.a] = std::move(value);
          break;
        }
        case Op::SetAttr: {
          setAttribute(READ(in.b), in.c, TAKE(in.n));
          DROP(in.b);
          break;
        }
        case Op::IsInstance: {
          const IValue& value = READ(in.b);
          const auto* type = program->types.data() + in.c;
          const bool isOne = std::any_of(type, type + in.n, [&](types::TypePtr one) { return isOfType(value, one); });
          DROP(in.b);
          registers[in.a] = IValue(isOne);
          break;
        }
        case Op::UnwrapOptional:
          if (READ(in.b).isNone()) fail("Unwrapping null optional");
          registers[in.a] = TAKE(in.b);
          break;
        case Op::ToList: {
          pushList(in);
          const tensor::Tensor tensor = stack_[0].toTensor();
          stack_.clear();
          registers[in.a] = listOf(tensor, program->types[static_cast<size_t>(in.c)]);
          break;
        }

        case Op::Call:
          pushList(in);
          frames_.back().at = at;
          push(programOf(program->callees[static_cast<size_t>(in.c)]));
          resume();
          continue;
        case Op::CallMethod: {
          pushList(in);
          frames_.back().at = at;
          push(methodOf(stack_[0], program->names[static_cast<size_t>(in.c)]));
          resume();
          continue;
        }
        case Op::CallPython: {
          pushList(in);
          const auto& node = *program->nodes[static_cast<size_t>(at - program->code.data())];
          IValue result = interpreter_.host().callPython(node, stack_);
          stack_.clear();
          if (in.outs == 1)
            registers[in.a] = std::move(result);
          else if (in.outs > 1)
            stack_ = result.toTuple().items, popResults(in);
          break;
        }
        case Op::Enter: {
          const IValue object = READ(in.b);
          entered_.push_back(object);
          stack_.push_back(object);
          frames_.back().at = at;
          push(methodOf(object, "__enter__"));
          resume();
          continue;
        }
        case Op::Exit: {
          const IValue object = TAKE(in.b);
          if (!entered_.empty()) entered_.pop_back();
          stack_ = {object, IValue(), IValue(), IValue()};
          frames_.back().at = at;
          push(methodOf(object, "__exit__"));
          resume();
          continue;
        }
        case Op::Raise: raise(READ(in.b), READ(in.c));
        case Op::Fork:
          pushList(in);
          registers[in.a] = fork(program->callees[static_cast<size_t>(in.c)]);
          break;
        case Op::Warn: {
          const auto& node = *program->nodes[static_cast<size_t>(at - program->code.data())];
          interpreter_.host().warn(READ(in.b).toString(), "UserWarning", node.range());
          DROP(in.b);
          break;
        }

        case Op::FrameEvent:
        case Op::ReturnEvent:
        case Op::EnterEvent:
        case Op::LeaveEvent:
        case Op::BlockEvent:
        case Op::IterationEvent:
          frames_.back().at = at;
          event(in);
          break;
      }
      ++at;
    }
  } catch (...) {
    Exception exception = describe(std::current_exception(), at);
    leaveEntered();
    throw exception;
  }
}

}  // namespace ts::interp
