// The Vm's construction and destruction, its value stack, limits, and queries about running code.
#include "core/eval/vm/vm.h"

#include <sys/mman.h>

#include <new>

#include "core/base/cancelled.h"
#include "core/base/heap.h"
#include "core/base/output.h"
#include "core/eval/vm/native_library.h"
#include "core/eval/vm/state.h"

namespace ts::eval {

namespace {

constexpr uint64_t kBytesPerFuel = 64;  // filling them takes as long as an instruction
constexpr size_t kStackValues = size_t{1} << 19, kStackBytes = kStackValues * sizeof(Value);

}  // namespace

Vm::State::State(ModuleLoader& from) : loader(&from) {
  char here;
  stackStart = &here;
  // Zero bytes are Unbound values, so pages stay untouched until they are used. calloc would clear
  // recycled memory.
  void* result = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (result == MAP_FAILED) throw std::bad_alloc();
  values = static_cast<Value*>(result);
  top = values;
  end = values + kStackValues;
}

Vm::State::~State() { ::munmap(values, kStackBytes); }

Vm::Vm(ModuleLoader& loader, const NativeLibrary& library, Limits limits)
    : limits_(limits), library_(library), state_(std::make_unique<State>(loader)) {
  // These are created before their classes; premakeClasses sets their classes.
  builtins_ = new Dict(nullptr);
#define SPECIAL(id, name) specialNames_.push_back(intern(name));
#include "core/eval/values/special_methods.def"
#undef SPECIAL
  library.makeBuiltins(*this);
}

Vm::~Vm() {
  const heap::Reserve reserve;  // the end of a program must not fail at the limit that ended it
  state_->ended.clear();
  state_->handling = Value();
  breakCycles();
}

namespace {

[[noreturn]] void raiseRecursion(Vm& vm) {
  vm.raise(vm.types.RecursionError, "maximum recursion depth exceeded");
}

}  // namespace

void SlotScope::raiseFull(Vm& vm) { raiseRecursion(vm); }
void FrameScope::raiseTooDeep(Vm& vm) { raiseRecursion(vm); }

void Vm::burn(uint64_t fuel) {
  const uint64_t allocated = heap::allocatedBytes();
  state_->fuel += fuel + (allocated - state_->allocated) / kBytesPerFuel;
  state_->allocated = allocated;
  if (state_->fuel > limits_.fuel) reachLimit("fuel");
  if (!strict && heap::isNearLimit()) reachLimit("memory");
  throwIfCancelled(stop);
  if (interrupt) pollInterrupt();
}

void Vm::writeError(std::string_view text) {
  if (errorOutput) return errorOutput(text);
  if (strict) writeStandardError(text);
}

void Vm::pollInterrupt() {
  if (!interrupt || !interrupt->load(std::memory_order_relaxed) || !interrupt->exchange(false))
    return;
  if (!onInterrupt) raise(types.KeyboardInterrupt, std::vector<Value>());
  onInterrupt();
}

void Vm::reachLimit(const char* limit) {
  const heap::Reserve reserve;
  throw LimitReached(limit, stack());
}

Ref<ExceptionObject> Vm::memoryError() {
  if (!strict) reachLimit("memory");
  const heap::Reserve reserve;
  return toException(call(Value(types.MemoryError), {}));
}

namespace {

ExceptionObject::TracebackEntry placeOf(const Frame& frame) {
  Span span = frame.at < frame.code->spans.size() ? frame.code->spans[frame.at] : Span{};
  return {{frame.module->source.get(), span}, frame.code->name->text};
}

}  // namespace

SourceRange Vm::where() const { return state_->frame ? placeOf(*state_->frame).at : SourceRange{}; }

std::vector<ExceptionObject::TracebackEntry> Vm::stack() const {
  std::vector<ExceptionObject::TracebackEntry> places;
  for (const Frame* frame = state_->frame; frame; frame = frame->caller)
    places.push_back(placeOf(*frame));
  return places;
}

Module* Vm::currentModule() const { return state_->frame ? state_->frame->module : nullptr; }

Value Vm::handledException() const { return state_->handling; }

Ref<Dict> Vm::currentLocals() {
  const Frame* frame = state_->frame;
  if (!frame) return dict();
  if (frame->space) return Ref<Dict>(frame->space);
  if (frame->code->isModule) return frame->module->globals;
  Ref<Dict> locals = dict();
  const Code& code = *frame->code;
  for (size_t i = 0; i < code.localNames.size(); ++i)
    if (!frame->slots[i].isUnbound()) locals->set(code.localNames[i].get(), frame->slots[i]);
  auto addCell = [&](std::string_view name, const Value& slot) {
    const Cell* cell = slot.as<Cell>();
    if (cell && !cell->value.isUnbound() && name != "__class__")
      locals->set(intern(name), cell->value);
  };
  for (size_t i = 0; i < code.cellNames.size(); ++i) addCell(code.cellNames[i], frame->cells()[i]);
  for (size_t i = 0; i < code.freeNames.size(); ++i)
    addCell(code.freeNames[i], frame->cells()[code.cellNames.size() + i]);
  return locals;
}

}  // namespace ts::eval
