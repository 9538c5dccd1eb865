// Iteration: by __iter__ and __next__, or by __getitem__ with 0, 1, 2, ...
#include "core/eval/vm/special_call.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"

namespace ts::eval {
namespace {

// Iterates over an object that only has __getitem__.
struct SequenceIterator final : Iterator {
  SequenceIterator(Class* cls, Value sequence) : Iterator(cls), sequence(std::move(sequence)) {}
  Value next(Vm& vm) override {
    if (sequence.isUnbound()) return {};
    try {
      return vm.getitem(sequence, Value::integer(position++));
    } catch (const Raised& raised) {
      Class* cls = raised.exception->cls.get();
      if (!cls->isSubclass(vm.types.IndexError) && !cls->isSubclass(vm.types.StopIteration)) throw;
      sequence = {};
      return {};
    }
  }
  Value sequence;
  int64_t position = 0;
};

}  // namespace

Value Vm::iter(const Value& iterable) {
  if (iterable.isUnknown()) return iterable;
  Class* cls = classOf(iterable);
  if (cls->has(Special::Iter)) {
    const Value* method = cls->lookup(special(Special::Iter));
    if (!method || method->isNone()) raiseTypeError("'" + cls->name + "' object is not iterable");
    Value value = callSpecial(*this, *method, iterable);
    if (value.isUnknown()) return value;
    Class* iterator = classOf(value);
    if (!iterator->ops->next && !iterator->has(Special::Next))
      raiseTypeError("iter() returned non-iterator of type '" + iterator->name + "'");
    return value;
  }
  if (cls->ops->iter) return cls->ops->iter(*this, iterable);
  if (cls->has(Special::GetItem)) return new SequenceIterator(types.iterator, iterable);
  raiseTypeError("'" + cls->name + "' object is not iterable");
}

Value Vm::next(const Value& iterator) {
  if (iterator.isUnknown()) return iterator;
  burn(1);
  checkDepth(*this);
  if (auto* native = iterator.as<Iterator>()) return native->next(*this);
  Class* cls = classOf(iterator);
  if (cls->has(Special::Next)) {
    const Value* method = cls->lookup(special(Special::Next));
    if (method && !method->isNone()) try {
        return callSpecial(*this, *method, iterator);
      } catch (const Raised& raised) {
        if (!raised.exception->cls->isSubclass(types.StopIteration)) throw;
        return {};
      }
  }
  if (cls->ops->next) return cls->ops->next(*this, iterator);
  raiseTypeError("'" + cls->name + "' object is not an iterator");
}

std::vector<Value> Vm::toVector(const Value& iterable) {
  // An exact list or tuple doesn't need an iterator.
  if (auto* list = iterable.as<List>(); list && list->cls.get() == types.list) {
    if (list->unknown) throw UnknownTruth{};
    return list->items;
  }
  if (auto* tuple = iterable.as<Tuple>(); tuple && tuple->cls.get() == types.tuple)
    return tuple->items;
  std::vector<Value> elements;
  forEach(iterable, [&](const Value& element) {
    elements.push_back(element);
    return true;
  });
  return elements;
}

}  // namespace ts::eval
