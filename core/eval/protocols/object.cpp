#include <utility>
#include <vector>

#include "core/eval/values/pool.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

// Deeply nested structures are freed in a loop instead of recursively.
constexpr int kMaxDepth = 100;
// The nested destructors of this thread, and the objects that wait for the outermost one.
thread_local int depth = 0;
thread_local std::vector<Object*> waiting;

constexpr bool mayBeInCycle(Kind kind) {
  switch (kind) {
    case Kind::Int:
    case Kind::Float:
    case Kind::Complex:
    case Kind::Str:
    case Kind::Bytes:
    case Kind::ByteArray:
    case Kind::Range:
    case Kind::Code: return false;
    default: return true;
  }
}

void empty(Function& function) {
  function.defaults.clear();
  function.kwDefaults.clear();
  function.closure.clear();
  function.annotations = nullptr;
  function.annotate = nullptr;
  function.doc = function.moduleName = Value();
}

void empty(ExceptionObject& exception) {
  exception.args = nullptr;
  exception.cause = exception.context = exception.value = Value();
}

void empty(Property& property) {
  for (Value* accessor : {&property.getter, &property.setter, &property.deleter, &property.doc})
    *accessor = Value();
}

// Releases the objects that this one refers to. Tuples keep theirs: a cycle always has another
// object.
void emptyObject(Object& object) {
  object.attributes = nullptr;
  const Value self(&object);
  if (auto* list = self.as<List>())
    std::exchange(list->items, {});
  else if (auto* dict = self.as<Dict>())
    dict->clear();
  else if (auto* set = self.as<Set>())
    set->table.clear();
  else if (auto* cell = self.as<Cell>())
    cell->value = Value();
  else if (auto* module = self.as<Module>())
    module->globals->clear(), module->stars.clear();
  else if (auto* function = self.as<Function>())
    empty(*function);
  else if (auto* closure = self.as<NativeClosure>())
    closure->body = nullptr;
  else if (auto* method = self.as<Method>())
    method->function = method->self = Value();
  else if (auto* cls = self.as<Class>())
    cls->dict->clear(), cls->closure.clear();
  else if (auto* property = self.as<Property>())
    empty(*property);
  else if (auto* isStatic = self.as<StaticMethod>())
    isStatic->function = Value();
  else if (auto* isClass = self.as<ClassMethod>())
    isClass->function = Value();
  else if (auto* super = self.as<Super>())
    super->self = Value();
  else if (auto* exception = self.as<ExceptionObject>())
    empty(*exception);
  else if (auto* generator = self.as<Generator>())
    std::exchange(generator->slots, {});
  else if (object.cls && object.cls->ops && object.cls->ops->clear)
    object.cls->ops->clear(object);
}

}  // namespace

Object::Object(Kind kind, Class* cls) : kind(kind), cls(cls) {}
Object::~Object() = default;

void* Object::operator new(size_t size) { return pool::allocate(size); }
void Object::operator delete(void* object, size_t size) noexcept { pool::release(object, size); }

void destroy(Object* object) {
  if (depth >= kMaxDepth) {
    waiting.push_back(object);
    return;
  }
  ++depth;
  delete object;
  if (depth == 1)
    while (!waiting.empty()) {
      Object* next = waiting.back();
      waiting.pop_back();
      delete next;
    }
  --depth;
}

void Vm::breakCycles() {
  // Other Vms of this thread have other classes.
  std::vector<Ref<Object>> mine;
  for (Object* object : pool::living()) {
    const Class* cls = object->cls.get();
    if (mayBeInCycle(object->kind) && cls && !cls->mro.empty() && cls->mro.back() == types.object)
      mine.emplace_back(object);
  }
  for (const Ref<Object>& object : mine) emptyObject(*object);
  // The remaining cycles: the classes of classes, and of their dicts.
  types.object->cls = types.type->cls = nullptr;
  for (Class* cls : {types.object, types.type, types.dict}) cls->dict->cls = nullptr;
}

}  // namespace ts::eval
