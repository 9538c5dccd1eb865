// Instructions that are rare enough for a function call, and the handling of failures.
#include <algorithm>

#include "core/interp/events.h"
#include "core/interp/future.h"
#include "core/interp/live_values.h"
#include "core/interp/machine.h"
#include "core/interp/state.h"
#include "core/ir/kinds.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"
#include "core/tensor/gap.h"

namespace ts::interp {

using tensor::ErrorKind;
using tensor::fail;

namespace {

std::string methodName(const types::ClassType& type, std::string_view name) {
  return fmt::format("{}.{}", type.simpleName(), name);
}

}  // namespace

IValue Machine::tupleSlice(const IValue& tuple, int64_t from, int64_t to) {
  const auto& items = tuple.toTuple().items;
  const auto size = static_cast<int64_t>(items.size());
  from = std::clamp<int64_t>(from < 0 ? from + size : from, 0, size);
  to = std::clamp<int64_t>(to < 0 ? to + size : to, from, size);
  return tensor::makeTuple({items.begin() + from, items.begin() + to});
}

IValue Machine::makeDict(types::TypePtr type, size_t count) {
  const bool isDict = type->is(types::TypeKind::Dict);
  auto dict = tensor::makeCounted<tensor::DictValue>(isDict ? type->element(0) : types::anyType(),
                                                     isDict ? type->element(1) : types::anyType());
  for (size_t i = 0; i + 1 < count; i += 2) dict->set(stack_[i], std::move(stack_[i + 1]));
  stack_.clear();
  return dict;
}

IValue Machine::makeObject(types::TypePtr type) {
  const auto* cls = types::cast<types::ClassType>(type);
  if (cls == nullptr) fail("{} can't be instantiated: it is not a class", type->str());
  auto object = tensor::makeCounted<tensor::ObjectValue>(cls);
  object->slots.resize(cls->attributes().size());
  object->keepsAlive = frames_.back().program->graph;
  return object;
}

namespace {

IValue& slotIn(const IValue& object, int32_t slot) {
  auto& slots = object.toObject().slots;
  if (slot < 0 || static_cast<size_t>(slot) >= slots.size())
    fail("an object of {} does not have this attribute", object.toObject().type->qualifiedName());
  return slots[static_cast<size_t>(slot)];
}

}  // namespace

IValue Machine::attribute(const IValue& object, int32_t slot) { return slotIn(object, slot); }
void Machine::setAttribute(const IValue& object, int32_t slot, IValue value) {
  slotIn(object, slot) = std::move(value);
}

const Program& Machine::methodOf(const IValue& object, std::string_view name) {
  const auto* type = object.toObject().type;
  const ir::Function* method = type->method(name);
  if (method == nullptr || method->graph == nullptr)
    fail("{} has no method {} with a graph", type->qualifiedName(), name);
  return interpreter_.program(method->graph, methodName(*type, name));
}

IValue Machine::fork(const Callee& callee) {
  auto future = tensor::makeCounted<FutureValue>();
  try {
    Stack results = interpreter_.run(callee.graph, std::exchange(stack_, {}), callee.name);
    if (results.size() == 1)
      future->value = std::move(results[0]);
    else
      future->value = tensor::makeTuple(std::move(results));
  } catch (const Exception& exception) {
    future->failure = exception;
  }
  return makeFuture(future);
}

void Machine::raise(const IValue& message, const IValue& cls) {
  Exception exception;
  exception.className = "torch.jit.Error";
  exception.message = textOf(message);
  if (cls.isString()) exception.raisedClass = cls.toString();
  throw exception;
}

// ---- events

void Machine::event(const Instruction& at) {
  Observer* observer = interpreter_.runObserver();
  if (observer == nullptr) return;
  const MachineFrame& frame = frames_.back();
  const Program& program = *frame.program;
  const IValue* registers = frame.registers;
  const IValue* pool = program.constants.data() + program.constants.size();
  const ir::Node& node = nodeAt(frame);
  std::vector<IValue> values;
  auto read = [&] {
    const Operand* operand = program.operands.data() + at.b;
    for (int32_t i = 0; i < at.n; ++i)
      values.push_back(operand[i] < 0 ? pool[operand[i]] : registers[operand[i]]);
  };
  switch (at.op) {
    case Op::FrameEvent:
      return observer->framePushed(*program.graph, program.name,
                                   {registers, static_cast<size_t>(at.n)});
    case Op::ReturnEvent: return read(), observer->framePopped(*program.graph, values);
    case Op::EnterEvent:
      read();
      if (node.is(ir::prim::Return)) return observer->returnReached(node, values);
      return observer->nodeEntered(node, values);
    case Op::LeaveEvent: return read(), observer->nodeLeft(node, values);
    case Op::BlockEvent: return observer->blockTaken(node, static_cast<size_t>(at.c));
    default: return observer->iterationBegun(node, registers[at.a].toInt());
  }
}

void Machine::visit(const Line& line) {
  if (!line.isCounted) return;
  LineLog& log = *helpers_.lines;
  if (log.next != log.end)
    *log.next++ = {line.number, log.depth};
  else if (Observer* observer = interpreter_.runObserver())
    observer->lineReached(nodeAt(frames_.back()));
}

bool Machine::observeRest() {
  Observer* const observer = interpreter_.observer();
  if (observer == nullptr || interpreter_.events() != Events::None) return false;
  const auto isCode = [](const MachineFrame& frame) { return frame.runsAs == RunsAs::MachineCode; };
  if (std::any_of(frames_.begin(), frames_.end() - 1, isCode)) return false;
  if (observer->eventsWanted() != Events::All) return false;
  interpreter_.setEvents(Events::All);
  // The registers of a graph do not depend on the events.
  for (MachineFrame& frame : frames_) {
    const ir::Node* const node = &nodeAt(frame);
    const Op op = frame.at->op;
    const Program& observed = interpreter_.program(frame.program->graph, frame.program->name);
    size_t index = 0;
    while (observed.nodes[index] != node || observed.code[index].op != op) ++index;
    const Instruction* const code = observed.code.data();
    frame = {&observed, code + index, frame.registers, code};
  }
  return true;
}

bool Machine::isTaken(const Instruction& at) {
  Observer* observer = interpreter_.runObserver();
  if (observer == nullptr) return false;
  const MachineFrame& frame = frames_.back();
  const Program& program = *frame.program;
  auto results = observer->takeCall(*program.graph, program.name,
                                    {frame.registers, static_cast<size_t>(at.n)});
  if (!results) return false;
  observer->framePopped(*program.graph, *results);
  stack_ = std::move(*results);
  return true;
}

// ---- failures

namespace {

void addEntries(const ir::Node& node, const std::string& function, std::vector<StackEntry>& stack) {
  std::vector<const ir::CallStack*> inlined;  // innermost first
  for (const ir::CallStack* call = node.callStack().get(); call; call = call->caller.get())
    inlined.push_back(call);
  std::string inside = function;
  for (size_t i = inlined.size(); i-- > 0;) {
    stack.push_back({inside, inlined[i]->callSite});
    if (inlined[i]->function) inside = nameOf(*inlined[i]->function);
  }
  stack.push_back({inside, node.range()});
}

// Converts a C++ exception to an Exception without a stack. In TorchScript every failure of an
// operator is a RuntimeError, except for the two classes below.
Exception exceptionOf(std::exception_ptr failure) {
  Exception exception;
  exception.className = "RuntimeError";
  try {
    std::rethrow_exception(failure);
  } catch (const Exception& inner) {
    return inner;
  } catch (const tensor::Error& error) {
    exception.message = error.what();
    exception.isGap = dynamic_cast<const tensor::Gap*>(&error) != nullptr;
    if (error.kind == ErrorKind::NotImplemented) exception.className = "NotImplementedError";
    if (error.kind == ErrorKind::ZeroDivision) exception.className = "ZeroDivisionError";
  } catch (const std::bad_alloc&) {
    exception.message = "out of memory";
  } catch (const std::exception& error) {
    exception.message = error.what();
  }
  return exception;
}

}  // namespace

Exception Machine::describe(std::exception_ptr failure, const Instruction* at) {
  Exception exception = exceptionOf(failure);
  if (frames_.empty()) return exception;
  if (at != nullptr) frames_.back().at = at;
  std::vector<StackEntry> stack;
  const ir::Node* node = nullptr;
  for (const MachineFrame& frame : frames_) {
    node = &nodeAt(frame);
    addEntries(*node, frame.program->name, stack);
    exception.owners.push_back(frame.program->graph);
  }
  // An operator that called back already has an inner stack, which goes below this one.
  exception.stack.insert(exception.stack.begin(), std::make_move_iterator(stack.begin()),
                         std::make_move_iterator(stack.end()));
  if (Observer* observer = interpreter_.observer())
    observer->raised(*node, exception, [this] { return liveFrames(); });
  return exception;
}

std::vector<LiveFrame> Machine::liveFrames() const {
  std::vector<LiveFrame> live;
  for (const MachineFrame& frame : frames_) {
    const Program& program = *frame.program;
    const ir::Node* node = &nodeAt(frame);
    // The next iteration starts.
    if (frame.at->op == Op::LoopNext && !node->block(0)->empty())
      node = *node->block(0)->nodes().begin();
    const bool hasNumbers = frame.runsAs == RunsAs::Bytecode || program.native()->isInterruptible;
    live.push_back({program.graph.get(), program.name, node,
                    liveValues(program, *node, frame.registers, hasNumbers)});
  }
  return live;
}

void Machine::leaveEntered() {
  for (; !entered_.empty(); entered_.pop_back()) {
    const IValue object = entered_.back();
    try {
      const auto* type = object.toObject().type;
      if (const ir::Function* method = type->method("__exit__"))
        interpreter_.run(method->graph, {object, IValue(), IValue(), IValue()},
                         methodName(*type, "__exit__"));
    } catch (const Exception&) {
      // The original failure is the one to report.
    }
  }
}

// ---- tolist()

namespace {

IValue numberFor(const tensor::Scalar& value, types::TypePtr type) {
  switch (type->kind()) {
    case types::TypeKind::Float: return value.to<double>();
    case types::TypeKind::Bool: return value.to<bool>();
    case types::TypeKind::Int: return value.to<int64_t>();
    default: return IValue(value);
  }
}

IValue listOfDims(const tensor::Tensor& tensor, types::TypePtr type, size_t dim, int64_t offset) {
  if (dim == tensor.sizes().size()) {
    const tensor::Tensor element = tensor::view(tensor, {}, {}, offset);
    return numberFor(kernels::itemOf(element), type);
  }
  if (!type->is(types::TypeKind::List))
    fail("the tensor has {} dimensions, more than the annotated list type", tensor.dim());
  std::vector<IValue> items;
  const int64_t stride = tensor.strides()[dim];
  for (int64_t i = 0; i < tensor.sizes()[dim]; ++i)
    items.push_back(listOfDims(tensor, type->element(), dim + 1, offset + i * stride));
  return tensor::makeList(type->element(), std::move(items));
}

}  // namespace

IValue listOf(const tensor::Tensor& tensor, types::TypePtr type) {
  types::TypePtr number = type;
  int64_t depth = 0;
  for (; number->is(types::TypeKind::List); number = number->element()) ++depth;
  if (depth != tensor.dim())
    fail("the annotated type of tolist() has {} levels of lists, but the tensor has {} dimensions",
         depth, tensor.dim());
  using tensor::DType;
  const DType dtype = tensor.dtype();
  const bool fits = number->is(types::TypeKind::Float)     ? tensor::isFloating(dtype)
                    : number->is(types::TypeKind::Bool)    ? dtype == DType::Bool
                    : number->is(types::TypeKind::Int)     ? tensor::isIntegral(dtype)
                    : number->is(types::TypeKind::Complex) ? tensor::isComplex(dtype)
                                                           : true;
  if (!fits)
    fail("the annotated element type of tolist() is {}, but the tensor is {}", number->str(),
         tensor::nameOf(dtype));
  return listOfDims(tensor, type, 0, tensor.offset());
}

}  // namespace ts::interp
