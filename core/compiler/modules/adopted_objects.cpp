#include "core/compiler/modules/adopted_objects.h"

#include "core/compiler/context/compile_context.h"
#include "core/eval/vm/vm.h"

namespace ts::compiler {

const eval::Value* handleOf(const eval::Value& value, eval::Vm& vm) {
  const eval::Object* object = value.object();
  if (!object || object->kind != eval::Kind::Instance || !object->attributes) return nullptr;
  return object->attributes->find(vm.intern("_c"));
}

const AdoptedObjects::Adopted* AdoptedObjects::find(const eval::Value& value) const {
  const eval::Object* object = value.object();
  if (!object || adopted_.empty()) return nullptr;
  if (object->kind == eval::Kind::Instance && object->attributes) {
    const eval::Value* handle = handleOf(value, context_.environment().vm());
    object = handle ? handle->object() : nullptr;
  }
  auto entry = adopted_.find(object);
  return entry == adopted_.end() ? nullptr : &entry->second;
}

ir::Function* AdoptedObjects::functionOf(const eval::Value& value) const {
  const Adopted* adopted = find(value);
  return adopted ? adopted->function : nullptr;
}

}  // namespace ts::compiler
