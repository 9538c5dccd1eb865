// Predicts whether a handler catches an exception, before any frame is left.
#include "core/eval/bytecode/opcodes.h"
#include "debugger/stepping/python_tracker.h"

namespace ts::stepping {

using namespace eval;

namespace {

enum class Catches : uint8_t { No, Yes, Unknown };

// Evaluates the class expressions of `except` clauses: names, attributes and tuples of them. They
// have no side effects in practice, and the program evaluates them again.
class ClauseReader {
 public:
  ClauseReader(Vm& vm, const Frame& frame, ExceptionObject& exception)
      : vm_(vm), frame_(frame), exception_(exception) {}

  Catches catches(uint32_t at) {
    const Code& code = *frame_.code;
    for (;;) {
      std::vector<Value> stack;
      while (at < code.instructions.size() && read(at, stack)) ++at;
      // A clause without a class begins with its body.
      if (at + 1 >= code.instructions.size() || opcode(at) != Opcode::MatchException ||
          stack.size() != 1)
        return opcode(at) == Opcode::Reraise && stack.empty() ? Catches::No : Catches::Yes;
      if (matches(stack[0])) return Catches::Yes;
      at = code.instructions[at + 1].operand;  // of the jump to the next clause
    }
  }

 private:
  Opcode opcode(uint32_t at) const { return static_cast<Opcode>(frame_.code->opcodeAt(at)); }

  bool matches(const Value& type) {
    if (const Class* cls = type.as<Class>()) return exception_.cls->isSubclass(cls);
    if (const Tuple* tuple = type.as<Tuple>())
      for (const Value& item : tuple->items)
        if (matches(item)) return true;
    return false;
  }

  // Runs an instruction that loads a part of a class expression. Returns false for another one.
  bool read(uint32_t at, std::vector<Value>& stack) {
    const Code& code = *frame_.code;
    const uint32_t n = code.instructions[at].operand;
    switch (opcode(at)) {
      case Opcode::LoadGlobal: stack.push_back(global(code.names[n])); return true;
      case Opcode::LoadName: {
        const Value* bound = frame_.space ? frame_.space->find(code.names[n]) : nullptr;
        stack.push_back(bound ? *bound : global(code.names[n]));
        return true;
      }
      case Opcode::LoadFast: stack.push_back(frame_.slots[n]); return true;
      case Opcode::LoadCell:
        stack.push_back(static_cast<Cell*>(frame_.cells()[n].object())->value);
        return true;
      case Opcode::LoadAttr: {
        if (stack.empty()) return false;
        Value attribute;
        vm_.tryGetattr(stack.back(), code.names[n], attribute);
        stack.back() = attribute;
        return true;
      }
      case Opcode::BuildTuple: {
        if (stack.size() < n) return false;
        std::vector<Value> items(stack.end() - n, stack.end());
        stack.resize(stack.size() - n);
        stack.emplace_back(vm_.tuple(std::move(items)));
        return true;
      }
      default: return false;
    }
  }

  Value global(Str* name) {
    const Value* bound = frame_.module->globals->find(name);
    if (!bound) bound = vm_.builtins().find(name);
    return bound ? vm_.settled(*bound) : Value();
  }

  Vm& vm_;
  const Frame& frame_;
  ExceptionObject& exception_;
};

// A context manager of a library does not swallow exceptions, except contextlib.suppress.
Catches contextManager(Vm& vm, const Value& exit) {
  const Method* method = exit.as<Method>();
  if (!method) return Catches::No;
  const Class* cls = vm.classOf(method->self);
  if (cls->name == "suppress") return Catches::Yes;
  return cls->isNative ||
                 (cls->module && cls->module->isLibrary && cls->name != "_GeneratorContextManager")
             ? Catches::No
             : Catches::Unknown;
}

Catches inFrame(Vm& vm, const Frame& frame, ExceptionObject& exception) {
  const Code& code = *frame.code;
  uint32_t at = frame.at;
  while (code.handlerOf[at] != 0) {
    const Handler& handler = code.handlers[code.handlerOf[at]];
    if (handler.isGuard) return Catches::Yes;
    Catches answer = Catches::No;
    if (handler.isExcept) {
      answer = ClauseReader(vm, frame, exception).catches(handler.target);
    } else if (const auto op = static_cast<Opcode>(code.opcodeAt(handler.target));
               op == Opcode::WithExitException || op == Opcode::AsyncWithExitException) {
      answer = handler.depth > 0 ? contextManager(vm, frame.stack()[handler.depth - 1])
                                 : Catches::Unknown;
    }
    if (answer != Catches::No) return answer;
    if (handler.target == at) break;
    at = handler.target;
  }
  return Catches::No;
}

}  // namespace

bool isCaught(Vm& vm, const Frame* frame, ExceptionObject& exception) {
  for (; frame; frame = frame->caller) {
    try {
      if (inFrame(vm, *frame, exception) != Catches::No) return true;
    } catch (const Raised&) {  // of a class expression
      return true;
    }
  }
  return false;
}

}  // namespace ts::stepping
