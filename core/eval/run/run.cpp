// The run loop. An instruction does everything that may throw before it moves the stack pointer, so
// that an exception leaves the stack unchanged.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/base/thread_state.h"
#include "core/eval/bytecode/opcodes.h"
#include "core/eval/protocols/traceback.h"
#include "core/eval/run/instructions.h"
#include "core/eval/run/quick_operators.h"
#include "core/eval/vm/special_call.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/watcher.h"

namespace ts::eval {

namespace {

// Marks a loop as one with an unknown number of iterations while an iteration runs.
struct UnknownIteration {
  UnknownIteration(Frame& frame, bool isLoop) : loops(isLoop ? &frame.unknownLoops : nullptr) {
    if (loops) loops->push_back(frame.at);
  }
  ~UnknownIteration() {
    if (loops) loops->pop_back();
  }
  std::vector<uint32_t>* loops;
};

Value negated(const Value& value) {
  return value.isBool() ? Value::boolean(!value.integerValue()) : value;
}

// Free slots are Unbound, so the old value needs no destructor.
void push(Value*& sp, const Value& value) { new (sp++) Value(value); }
void push(Value*& sp, Value&& value) { new (sp++) Value(std::move(value)); }

// isWhole: the frame can't leave [begin, end), so the loop needn't check. isWatched: the thread has
// a watcher.
template <bool isWhole, bool isWatched>
Outcome loop(Vm& vm, Frame& frame, uint32_t at, uint32_t depth, uint32_t begin, uint32_t end,
             Raised* thrown) {
  Vm::State& state = vm.state();
  checkDepth(vm);

  Code& code = *frame.code;
  Instruction* const instructions = code.instructions.data();
  Value* const stack = frame.stack();
  Value* sp = stack + depth;
  const uint32_t extent = end - begin;

  // Each iteration handles one exception.
  for (;;) {
    Ref<ExceptionObject> raised;
    bool unknown = false;
    try {
      if (thrown) {
        raised = std::move(std::exchange(thrown, nullptr)->exception);
        frame.at = at;
        goto raising;
      }
      for (;;) {
        if (!isWhole && at - begin >= extent) {
          Outcome left;
          left.exit = Exit::Left;
          left.at = at;
          left.depth = static_cast<uint32_t>(sp - stack);
          return left;
        }
        frame.at = at;
        if constexpr (isWatched) {
          if (threadState.watcher) threadState.watcher->step(vm, frame, sp);
        }
        const Instruction instruction = instructions[at++];
        auto opcode = static_cast<Opcode>(instruction.op);
        const uint32_t n = instruction.operand;
      dispatch:
        switch (opcode) {
          case Opcode::Nop: break;
          case Opcode::Trap:
            // Read first: the watcher may remove the trap.
            opcode = static_cast<Opcode>(code.trapped[frame.at]);
            if (threadState.watcher) threadState.watcher->trapped(vm, frame);
            if (frame.at + 1 != at) {  // the watcher has moved the frame
              at = frame.at;
              continue;
            }
            goto dispatch;
          case Opcode::LoadConst: push(sp, code.constants[n]); break;
          case Opcode::LoadAssertionError: push(sp, Value(vm.types.AssertionError)); break;
          case Opcode::PushUnbound: ++sp; break;

          // ---- variables
          case Opcode::LoadFast: {
            const Value& value = frame.slots[n];
            if (value.isUnbound()) raiseUnboundLocal(vm, frame, n);
            push(sp, value);
            break;
          }
          case Opcode::StoreFast: frame.slots[n] = std::move(*--sp); break;
          case Opcode::DeleteFast:
            if (frame.slots[n].isUnbound()) raiseUnboundLocal(vm, frame, n);
            frame.slots[n] = Value();
            break;
          case Opcode::LoadCell: {
            const Value& value = static_cast<Cell*>(frame.cells()[n].object())->value;
            if (value.isUnbound()) raiseUnboundCell(vm, frame, n);
            push(sp, value);
            break;
          }
          case Opcode::StoreCell: {
            Cell& cell = *static_cast<Cell*>(frame.cells()[n].object());
            vm.touch(cell);
            cell.value = std::move(*--sp);
            break;
          }
          case Opcode::DeleteCell: {
            Cell& cell = *static_cast<Cell*>(frame.cells()[n].object());
            if (cell.value.isUnbound()) raiseUnboundCell(vm, frame, n);
            vm.touch(cell);
            cell.value = Value();
            break;
          }
          case Opcode::LoadNamedCell: {
            Value* match =
                frame.space ? frame.space->find(code.names[instruction.middle]) : nullptr;
            const Cell& cell = *static_cast<Cell*>(frame.cells()[n].object());
            const Value& value = match ? *match : cell.value;
            if (value.isUnbound()) raiseUnboundCell(vm, frame, n);
            push(sp, value);
            break;
          }
          case Opcode::LoadGlobal: {
            Value* match =
                frame.module->globals->find(code.names[n], instructions[frame.at].middle);
            if (match && (!match->isObject() || match->object()->kind != Kind::Deferred)) {
              push(sp, *match);
              break;
            }
            Value value = loadGlobal(vm, frame, code.names[n]);
            push(sp, std::move(value));
            break;
          }
          case Opcode::StoreGlobal: {
            vm.touch(*frame.module);
            frame.module->globals->set(code.names[n], std::move(*--sp));
            break;
          }
          case Opcode::DeleteGlobal:
            vm.touch(*frame.module);
            if (!frame.module->globals->erase(code.names[n])) raiseUndefined(vm, code.names[n]);
            break;
          case Opcode::LoadName: {
            Value value;
            if (frame.space && loadFromSpace(vm, *frame.space, code.names[n], value)) {
              push(sp, std::move(value));
              break;
            }
            value = loadGlobal(vm, frame, code.names[n]);
            push(sp, std::move(value));
            break;
          }
          case Opcode::StoreName:
            storeInSpace(vm, *frame.space, code.names[n], sp[-1]);
            *--sp = Value();
            break;
          case Opcode::DeleteName:
            vm.touch(*frame.space);
            if (!frame.space->erase(code.names[n])) raiseUndefined(vm, code.names[n]);
            break;
          case Opcode::SetupAnnotations: {
            Value dict = annotationsDict(vm, frame.space ? *frame.space : *frame.module->globals);
            push(sp, std::move(dict));
            break;
          }

          // ---- attributes and items
          case Opcode::LoadAttr:
            if (Value own; loadOwn(vm, sp[-1], code.names[n], instructions[frame.at].middle, own))
              sp[-1] = std::move(own);
            else if (findAttribute(vm, sp[-1], code.names[n], own, raised))
              sp[-1] = std::move(own);
            else {
              if (!raised) raised = noAttribute(vm, sp[-1], code.names[n]);
              goto raising;
            }
            break;
          case Opcode::StoreAttr:
            vm.setattr(sp[-1], code.names[n], sp[-2]);
            *--sp = Value();
            *--sp = Value();
            break;
          case Opcode::DeleteAttr:
            vm.delattr(sp[-1], code.names[n]);
            *--sp = Value();
            break;
          case Opcode::LoadMethod: {
            Value function;
            if (sp[-1].isObject() && sp[-1].object()->kind == Kind::Module &&
                loadOwn(vm, sp[-1], code.names[n], instructions[frame.at].middle, function)) {
              sp[-1] = std::move(function);
              ++sp;
              break;
            }
            const MethodKind kind = superMethod(vm, sp[-1], code.names[n], function)
                                        ? MethodKind::Unbound
                                        : findMethod(vm, sp[-1], code.names[n], function, raised);
            if (kind == MethodKind::None) {
              if (!raised) raised = noAttribute(vm, sp[-1], code.names[n]);
              goto raising;
            }
            ++sp;
            if (kind == MethodKind::Unbound) {
              sp[-1] = std::move(sp[-2]);
              sp[-2] = std::move(function);
            } else {
              sp[-2] = std::move(function);
            }
            break;
          }
          case Opcode::LoadItem: {
            Value item = vm.getitem(sp[-2], sp[-1]);
            *--sp = Value();
            sp[-1] = std::move(item);
            break;
          }
          case Opcode::StoreItem:
            vm.setitem(sp[-2], sp[-1], sp[-3]);
            for (int i = 0; i < 3; ++i) *--sp = Value();
            break;
          case Opcode::DeleteItem:
            vm.delitem(sp[-2], sp[-1]);
            for (int i = 0; i < 2; ++i) *--sp = Value();
            break;
          case Opcode::BuildSlice: {
            Value slice =
                new Slice(vm.types.slice, std::move(sp[-3]), std::move(sp[-2]), std::move(sp[-1]));
            sp -= 2;
            sp[-1] = std::move(slice);
            break;
          }

          // ---- operators
          case Opcode::Binary: {
            Value result;
            BinaryOp op = static_cast<BinaryOp>(instruction.small);
            if (!quickBinary(op, sp[-2], sp[-1], result)) result = vm.binary(op, sp[-2], sp[-1]);
            *--sp = Value();
            sp[-1] = std::move(result);
            break;
          }
          case Opcode::Inplace: {
            Value result;
            BinaryOp op = static_cast<BinaryOp>(instruction.small);
            if (!quickBinary(op, sp[-2], sp[-1], result)) result = vm.inplace(op, sp[-2], sp[-1]);
            *--sp = Value();
            sp[-1] = std::move(result);
            break;
          }
          case Opcode::Unary:
            sp[-1] = vm.unary(static_cast<UnaryOp>(instruction.small), sp[-1]);
            break;
          case Opcode::Compare: {
            Value result;
            CompareOp op = static_cast<CompareOp>(instruction.small);
            if (!quickCompare(op, sp[-2], sp[-1], result)) result = vm.compare(op, sp[-2], sp[-1]);
            *--sp = Value();
            sp[-1] = std::move(result);
            break;
          }
          case Opcode::Is: {
            Value result;
            if (sp[-2].isUnknown() || sp[-1].isUnknown()) {
              result = Value::unknown();
            } else {
              result = Value::boolean(isSame(sp[-2], sp[-1]) != (instruction.small != 0));
            }
            *--sp = Value();
            sp[-1] = std::move(result);
            break;
          }
          case Opcode::In: {
            Value result = vm.contains(sp[-1], sp[-2]);
            *--sp = Value();
            sp[-1] = instruction.small ? negated(result) : std::move(result);
            break;
          }

          // ---- containers
          case Opcode::BuildTuple:
          case Opcode::BuildList: {
            std::vector<Value> items(std::make_move_iterator(sp - n), std::make_move_iterator(sp));
            sp -= n;
            if (opcode == Opcode::BuildTuple) {
              push(sp, Value(vm.tuple(std::move(items))));
            } else {
              push(sp, Value(vm.list(std::move(items))));
            }
            break;
          }
          case Opcode::BuildSet: {
            Ref<Set> set = vm.set();
            for (uint32_t i = n; i > 0; --i) addToSet(vm, *set, sp[-static_cast<ptrdiff_t>(i)]);
            for (uint32_t i = 0; i < n; ++i) *--sp = Value();
            push(sp, Value(set));
            break;
          }
          case Opcode::BuildDict: {
            Ref<Dict> dict = vm.dict();
            const Value* pair = sp - 2 * static_cast<ptrdiff_t>(n);
            for (; pair < sp; pair += 2) addToDict(vm, *dict, pair[0], pair[1]);
            for (uint32_t i = 0; i < 2 * n; ++i) *--sp = Value();
            push(sp, Value(dict));
            break;
          }
          case Opcode::ListAppend: {
            List& list = *static_cast<List*>(sp[-2 - static_cast<ptrdiff_t>(n)].object());
            vm.touch(list);
            list.items.push_back(std::move(*--sp));
            break;
          }
          case Opcode::ListExtend: {
            List& list = *static_cast<List*>(sp[-2 - static_cast<ptrdiff_t>(n)].object());
            extendList(vm, list, sp[-1], instruction.small ? sp[-3] : Value());
            *--sp = Value();
            break;
          }
          case Opcode::SetAdd:
            addToSet(vm, *static_cast<Set*>(sp[-2 - static_cast<ptrdiff_t>(n)].object()), sp[-1]);
            *--sp = Value();
            break;
          case Opcode::SetUpdate:
            spreadIntoSet(vm, *static_cast<Set*>(sp[-2 - static_cast<ptrdiff_t>(n)].object()),
                          sp[-1]);
            *--sp = Value();
            break;
          case Opcode::DictAdd:
            addToDict(vm, *static_cast<Dict*>(sp[-3 - static_cast<ptrdiff_t>(n)].object()), sp[-2],
                      sp[-1]);
            *--sp = Value();
            *--sp = Value();
            break;
          case Opcode::DictUpdate:
            spreadIntoDict(vm, *static_cast<Dict*>(sp[-2].object()), sp[-1]);
            *--sp = Value();
            break;
          case Opcode::DictMerge:
            mergeKeywords(vm, *static_cast<Dict*>(sp[-2].object()), sp[-1], sp[-4]);
            *--sp = Value();
            break;
          case Opcode::ListToTuple: {
            List& list = *static_cast<List*>(sp[-1].object());
            sp[-1] = list.unknown ? Value::unknown() : Value(vm.tuple(std::move(list.items)));
            break;
          }
          case Opcode::FormatValue: {
            bool hasSpec = instruction.small & 4;
            Value text = formatValue(vm, sp[hasSpec ? -2 : -1], hasSpec ? sp[-1] : Value(),
                                     instruction.small & 3);
            if (hasSpec) *--sp = Value();
            sp[-1] = std::move(text);
            break;
          }
          case Opcode::BuildString: {
            Value text = buildString(vm, sp - n, n);
            for (uint32_t i = 0; i < n; ++i) *--sp = Value();
            push(sp, std::move(text));
            break;
          }
          case Opcode::UnpackSequence: {
            Value source = sp[-1];
            unpack(vm, source, sp - 1, n, 0, false);
            if (n == 0) sp[-1] = Value();
            sp += static_cast<ptrdiff_t>(n) - 1;
            break;
          }
          case Opcode::UnpackEx: {
            Value source = sp[-1];
            unpack(vm, source, sp - 1, n, instruction.middle, true);
            sp += n + instruction.middle;
            break;
          }

          // ---- calls
          case Opcode::Call: {
            Value* base = sp - n - 1;
            std::span<Str* const> names;
            if (instruction.middle) names = code.keywordNames[instruction.middle - 1];
            *base = callOnStack(vm, base, n, names);
            sp = base + 1;
            break;
          }
          case Opcode::CallMethod: {
            Value* base = sp - n - 2;
            std::span<Str* const> names;
            if (instruction.middle) names = code.keywordNames[instruction.middle - 1];
            Value result;
            if (base[1].isUnbound()) {
              base[1] = std::move(base[0]);
              result = callOnStack(vm, base + 1, n, names);
              base[1] = Value();
            } else {
              result = callOnStack(vm, base, n + 1, names);
            }
            *base = std::move(result);
            sp = base + 1;
            break;
          }
          case Opcode::CallSpread: {
            Value* base = sp - 2 - instruction.small;
            Value result = callSpread(vm, base[0], base[1], instruction.small ? base[2] : Value());
            while (sp > base) *--sp = Value();
            push(sp, std::move(result));
            break;
          }

          // ---- the stack
          case Opcode::Pop: *--sp = Value(); break;
          case Opcode::Copy: {
            *sp = sp[-static_cast<ptrdiff_t>(n)];
            ++sp;
            break;
          }
          case Opcode::Swap: std::swap(sp[-1], sp[-1 - static_cast<ptrdiff_t>(n)]); break;
          case Opcode::Cut:
            while (sp > stack + n) *--sp = Value();
            break;

          // ---- going elsewhere
          case Opcode::Jump:
            if (n < at) vm.burn(at - n);
            at = n;
            break;
          case Opcode::PopJumpIfFalse:
          case Opcode::PopJumpIfTrue: {
            bool when = opcode == Opcode::PopJumpIfTrue;
            int condition = conditionOf(vm, sp[-1]);
            if (condition >= 0) {
              *--sp = Value();
              if ((condition != 0) == when) at = n;
              break;
            }
            if (instruction.small) {  // a loop's test: leave the loop after a few iterations
              auto& loops = frame.unknownLoops;
              if (std::count(loops.begin(), loops.end(), frame.at) >= 2) {
                *--sp = Value();
                at = n;
                break;
              }
            }
            if (!instruction.middle) throw UnknownTruth{};
            UnknownIteration iteration(frame, instruction.small);
            sp[-1] = Value();  // stays counted: an UnknownTruth pops it
            const auto now = static_cast<uint32_t>(sp - stack - 1);
            Outcome outcome = runBothPaths(vm, frame, {at, now, {}}, {n, now, {}},
                                           code.joins[instruction.middle], !instruction.small);
            if (outcome.exit != Exit::Left) return outcome;
            at = outcome.at;
            sp = stack + outcome.depth;
            break;
          }
          case Opcode::JumpIfFalseOrPop:
          case Opcode::JumpIfTrueOrPop: {
            bool when = opcode == Opcode::JumpIfTrueOrPop;
            int condition = conditionOf(vm, sp[-1]);
            if (condition >= 0) {
              if ((condition != 0) == when) {
                at = n;
              } else {
                *--sp = Value();
              }
              break;
            }
            if (!instruction.middle) throw UnknownTruth{};
            Value value = std::move(sp[-1]);  // stays counted: an UnknownTruth pops it
            const auto now = static_cast<uint32_t>(sp - stack - 1);
            Outcome outcome = runBothPaths(vm, frame, {n, now, value}, {at, now, {}},
                                           code.joins[instruction.middle], true);
            if (outcome.exit != Exit::Left) return outcome;
            at = outcome.at;
            sp = stack + outcome.depth;
            break;
          }
          case Opcode::GetIter: sp[-1] = vm.iter(sp[-1]); break;
          case Opcode::ForIter: {
            Value element = nextOf(vm, sp[-1]);
            if (element.isUnbound()) {
              *--sp = Value();
              at = n;
              break;
            }
            if (!sp[-1].isUnknown() || !element.isUnknown()) {
              push(sp, std::move(element));
              break;
            }
            // The number of iterations is unknown.
            uint32_t now = static_cast<uint32_t>(sp - stack);
            auto& loops = frame.unknownLoops;
            if (std::count(loops.begin(), loops.end(), frame.at) >= 2) {
              *--sp = Value();
              at = n;
              break;
            }
            UnknownIteration iteration(frame, true);
            Outcome outcome = runBothPaths(vm, frame, {at, now, element}, {n, now - 1, {}},
                                           code.joins[instruction.middle], false);
            if (outcome.exit != Exit::Left) return outcome;
            at = outcome.at;
            sp = stack + outcome.depth;
            break;
          }
          case Opcode::Return: {
            Outcome outcome;
            outcome.value = std::move(*--sp);
            if (!frame.returned.isUnbound())
              outcome.value = joined(vm, frame.returned, outcome.value);
            return outcome;
          }

          // ---- exceptions
          case Opcode::Raise:
            raised = raiseStatement(vm, n > 0 ? sp[-static_cast<ptrdiff_t>(n)] : Value(),
                                    n > 1 ? sp[-1] : Value());
            goto raising;
          case Opcode::Reraise:
            raised = static_cast<ExceptionObject*>(sp[-1].object());
            goto raising;
          case Opcode::PopHandled:
            *--sp = Value();
            state.handling = n ? stack[n - 1] : frame.enteredHandling;
            break;
          case Opcode::MatchException: {
            int matches = matchesException(vm, sp[-2], sp[-1]);
            sp[-1] = matches < 0 ? Value::unknown() : Value::boolean(matches != 0);
            break;
          }
          case Opcode::MatchGroup: {
            Value rest = sp[-2];
            Value matched = matchGroup(vm, rest, sp[-1]);
            sp[-2] = std::move(rest);
            sp[-1] = std::move(matched);
            break;
          }
          case Opcode::BeginGroup: push(sp, Value(vm.list())); break;
          case Opcode::EndGroup: {
            Value toRaise = endGroup(vm, sp[-2], sp[-1]);
            *--sp = Value();
            sp[-1] = std::move(toRaise);
            break;
          }
          case Opcode::WithEnter:
          case Opcode::AsyncWithEnter: {
            bool isAsync = opcode == Opcode::AsyncWithEnter;
            Value exit;
            Value entered = enterContext(vm, sp[-1], isAsync, exit);
            sp[-1] = std::move(exit);
            push(sp, std::move(entered));
            break;
          }
          case Opcode::WithExit:
            vm.call(sp[-1], {Value::none(), Value::none(), Value::none()});
            *--sp = Value();
            break;
          case Opcode::AsyncWithExit:
            sp[-1] = vm.call(sp[-1], {Value::none(), Value::none(), Value::none()});
            break;
          case Opcode::WithExitException:
          case Opcode::AsyncWithExitException: {
            auto* raised = sp[-1].as<ExceptionObject>();
            Value traceback = raised ? tracebackOf(vm, *raised) : Value::unknown();
            Value ends = vm.call(sp[-2], {Value(vm.classOf(sp[-1])), sp[-1], std::move(traceback)});
            // Assume that an unknown context manager doesn't suppress exceptions; most don't.
            if (sp[-2].isUnknown()) ends = Value::boolean(false);
            push(sp, std::move(ends));
            break;
          }

          // ---- definitions
          case Opcode::MakeFunction: {
            uint32_t defaults = instruction.middle, kwDefaults = instruction.small;
            Value* base = sp - defaults - kwDefaults;
            Value function = makeFunction(vm, frame, *code.children[n], base, defaults, kwDefaults);
            while (sp > base) *--sp = Value();
            push(sp, std::move(function));
            break;
          }
          case Opcode::Comprehend: sp[-1] = comprehend(vm, frame, *code.children[n], sp[-1]); break;
          case Opcode::BuildClass: {
            Value created = Value::unknown();
            if (sp[-2].isObject())
              created =
                  buildClass(vm, *sp[-3].as<Function>(), *sp[-2].as<Tuple>(), *sp[-1].as<Dict>());
            *--sp = Value();
            *--sp = Value();
            sp[-1] = std::move(created);
            break;
          }
          case Opcode::MakeTypeParam:
            sp[-1] = makeTypeParam(vm, code.names[n], instruction.small, sp[-1]);
            break;
          case Opcode::MakeTypeAlias:
            break;  // the alias is the aliased type itself

          // ---- modules
          case Opcode::Import: {
            Value module = importModule(vm, *frame.module, code.names[n]->text, instruction.small);
            push(sp, std::move(module));
            break;
          }
          case Opcode::ImportFrom: {
            Value value = importFrom(vm, *frame.module, code.isModule, code.names[n]->text,
                                     code.names[instruction.middle]);
            push(sp, std::move(value));
            break;
          }
          case Opcode::ImportStar: importStar(vm, frame, code.names[n]->text); break;

          // ---- generators
          case Opcode::Yield: {
            if (begin != 0 || end != ~0u)
              throw UnknownTruth{};  // one path yields, the other doesn't
            Outcome outcome;
            outcome.exit = Exit::Yielded;
            outcome.value = std::move(*--sp);
            outcome.at = at;
            outcome.depth = static_cast<uint32_t>(sp - stack);
            return outcome;
          }
          case Opcode::GetYieldFrom: sp[-1] = yieldFromIterator(vm, sp[-1]); break;
          case Opcode::GetAwaitable: sp[-1] = awaitable(vm, sp[-1]); break;
          case Opcode::GetAsyncIter: sp[-1] = vm.callMethod(sp[-1], "__aiter__"); break;
          case Opcode::AsyncNext: {
            Value next = awaitable(vm, vm.callMethod(sp[-1], "__anext__"));
            push(sp, std::move(next));
            break;
          }
          case Opcode::EndAsyncFor: {
            if (!vm.isInstance(sp[-1], vm.types.StopAsyncIteration))
              throw Raised{Ref<ExceptionObject>(sp[-1].as<ExceptionObject>())};
            *--sp = Value();
            *--sp = Value();
            state.handling = n ? stack[n - 1] : frame.enteredHandling;
            break;
          }
          case Opcode::Delegate: {
            Value result;
            Value yielded = delegate(vm, sp[-2], sp[-1], nullptr, result);
            *--sp = Value();
            if (yielded.isUnbound()) {
              sp[-1] = std::move(result);
              break;
            }
            if (begin != 0 || end != ~0u) throw UnknownTruth{};
            Outcome outcome;
            outcome.exit = Exit::Yielded;
            outcome.value = std::move(yielded);
            outcome.at = frame.at;  // the same instruction again, with the sent value
            outcome.awaits = true;
            outcome.depth = static_cast<uint32_t>(sp - stack);
            return outcome;
          }

          // ---- patterns
          case Opcode::MatchSequence: {
            Value matches = matchSequence(vm, sp[-1], n, instruction.small);
            push(sp, std::move(matches));
            break;
          }
          case Opcode::MatchMapping: {
            Value matches = matchMapping(vm, sp[-1], n);
            push(sp, std::move(matches));
            break;
          }
          case Opcode::MatchKeys: {
            Value values = matchKeys(vm, sp[-2], sp[-1]);
            push(sp, std::move(values));
            break;
          }
          case Opcode::MatchRest: {
            Value rest = matchRest(vm, sp[-2], sp[-1]);
            *--sp = Value();
            sp[-1] = std::move(rest);
            break;
          }
          case Opcode::MatchClass: {
            Value values = matchClass(vm, sp[-2], sp[-1], n, code.keywordNames[instruction.middle]);
            *--sp = Value();
            sp[-1] = std::move(values);
            break;
          }
        }
      }
    } catch (Raised& caught) {
      raised = std::move(caught.exception);
      vm.burnForUnwinding();
    } catch (UnknownTruth&) {
      unknown = true;
      vm.burnForUnwinding();
    } catch (const std::bad_alloc&) {
      raised = vm.memoryError();
    } catch (const std::length_error&) {
      raised = vm.memoryError();
    }

    if (unknown) {
      // The result of the instruction is unknown.
      const Instruction& instruction = instructions[frame.at];
      Opcode op = static_cast<Opcode>(code.opcodeAt(frame.at));
      StackEffect effect =
          stackEffect(op, instruction.operand, instruction.middle, instruction.small);
      bool goesOn = code.isModule && op != Opcode::Yield;
      if (!goesOn &&
          (op == Opcode::Yield || op == Opcode::Delegate || op == Opcode::PopJumpIfFalse ||
           op == Opcode::PopJumpIfTrue || op == Opcode::JumpIfFalseOrPop ||
           op == Opcode::JumpIfTrueOrPop || op == Opcode::ForIter))
        throw UnknownTruth{};
      for (uint32_t i = 0; i < effect.pops && sp > stack; ++i) *--sp = Value();
      for (uint32_t i = 0; i < effect.pushes; ++i) push(sp, Value::unknown());
      at = frame.at + 1;
      continue;
    }

  raising:
    Opcode op = static_cast<Opcode>(code.opcodeAt(frame.at));
    if (op != Opcode::Reraise || raised->traceback.empty()) addPlace(vm, frame, *raised);
    if (threadState.watcher) threadState.watcher->raised(vm, frame, *raised);
    const Handler& handler = code.handlers[code.handlerOf[frame.at]];
    bool handles =
        code.handlerOf[frame.at] != 0 && handler.target - begin < extent + (end != ~0u ? 1 : 0);
    if (!handles) {
      // Another path has returned: assume that this raising path is not taken.
      if (extent == ~0u && !frame.returned.isUnbound()) {
        Outcome outcome;
        outcome.value = frame.returned;
        return outcome;
      }
      Outcome outcome;
      outcome.exit = Exit::Raised;
      outcome.value = Value(raised);
      return outcome;
    }
    while (sp > stack + handler.depth) *--sp = Value();
    for (Value* rest = sp; rest < stack + code.stackSize; ++rest) *rest = Value();
    if (handler.isGuard) {
      state.handling = frame.enteredHandling;
      if (runDeclaredModules(vm, *raised)) {
        at = handler.begin;
        continue;
      }
      endStatement(vm, frame, handler, raised);
    } else {
      push(sp, Value(raised));
      state.handling = Value(raised);
    }
    at = handler.target;
  }
}

bool isWatched(Vm& vm, const Frame& frame) {
  return threadState.watcher && threadState.watcher->enters(vm, frame);
}

}  // namespace

Outcome attempt(Vm& vm, Frame& frame) {
  const auto go = isWatched(vm, frame) ? loop<false, true> : loop<true, false>;
  return go(vm, frame, 0, 0, 0, ~0u, nullptr);
}

Outcome run(Vm& vm, Frame& frame, uint32_t at, uint32_t depth, uint32_t begin, uint32_t end,
            Raised* thrown) {
  const bool isWhole = begin == 0 && end == ~0u;
  const auto go = isWatched(vm, frame) ? loop<false, true>
                  : isWhole            ? loop<true, false>
                                       : loop<false, false>;
  Outcome outcome = go(vm, frame, at, depth, begin, end, thrown);
  if (outcome.exit == Exit::Raised) [[unlikely]]
    throw Raised{Ref<ExceptionObject>(outcome.value.as<ExceptionObject>())};
  return outcome;
}

Watcher* setWatcher(Watcher* next) { return std::exchange(threadState.watcher, next); }
Watcher* currentWatcher() { return threadState.watcher; }

void setTrap(Code& code, uint32_t at, bool isSet) {
  constexpr auto kTrap = static_cast<uint8_t>(Opcode::Trap);
  if (code.trapped.empty()) {
    if (!isSet) return;
    for (const Instruction& instruction : code.instructions) code.trapped.push_back(instruction.op);
  }
  code.instructions[at].op = isSet ? kTrap : code.trapped[at];
}

}  // namespace ts::eval
