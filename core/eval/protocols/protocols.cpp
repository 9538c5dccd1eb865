// Protocols of containers, text and numbers: len, indexing, membership, repr, str, format, numeric
// conversion.
#include <cmath>
#include <cstdio>

#include "core/eval/vm/special_call.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

// The special method that a Python class defines; null when the native ops apply.
const Value* methodOf(Vm& vm, Class* cls, Special special) {
  if (!cls->has(special)) return nullptr;
  const Value* member = cls->lookup(vm.special(special));
  return member && !member->isNone() ? member : nullptr;
}

std::string textOf(Vm& vm, const Value& result, const char* method) {
  if (result.isUnknown()) throw UnknownTruth{};
  auto* text = result.as<Str>();
  if (!text)
    vm.raiseTypeError(std::string(method) + " returned non-string (type " +
                      vm.classOf(result)->name + ")");
  return text->text;
}

}  // namespace

std::string addressOf(const Object* object) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%012llx",
                static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(object)));
  return text;
}

std::string defaultRepr(Vm& vm, const Value& value) {
  return "<" + fullName(*vm.classOf(value)) + " object at " + addressOf(value.object()) + ">";
}

Value Vm::contains(const Value& container, const Value& element) {
  if (container.isUnknown()) return container;
  Class* cls = classOf(container);
  try {
    if (cls->has(Special::Contains)) {
      const Value* method = cls->lookup(special(Special::Contains));
      if (method && method->isNone())
        raiseTypeError("'" + cls->name + "' object is not a container");
      if (method) {
        const Value held = *method;
        return Value::boolean(truth(callSpecial(*this, held, container, {element})));
      }
    }
    if (cls->ops->contains) return Value::boolean(cls->ops->contains(*this, container, element));
    if (!cls->ops->iter && !cls->has(Special::Iter) && !cls->has(Special::GetItem))
      raiseTypeError("argument of type '" + cls->name + "' is not iterable");
    bool isFound = false, unsure = false;
    forEach(container, [&](const Value& value) {
      burn(1);
      if (value.isUnknown() || element.isUnknown())
        unsure = true;
      else
        isFound = equal(value, element);
      return !isFound;
    });
    return unsure && !isFound ? Value::unknown() : Value::boolean(isFound);
  } catch (const UnknownTruth&) {
    return Value::unknown();
  }
}

namespace {

// The item for an Unknown key: Unknown, or a decision where all items are classes and functions.
Value chosenItem(Vm& vm, const Value& object) {
  Choices* choices = vm.state().choices;
  auto* dict = choices ? object.as<Dict>() : nullptr;
  if (!dict || dict->count == 0 || dict->count > Choices::kMaxOptions) return Value::unknown();
  std::vector<Value> options;
  dict->each([&](const Value&, const Value& value) {
    const Value settled = vm.settled(value);
    if (settled.as<Class>() || settled.as<Function>() || settled.as<Instance>())
      options.push_back(settled);
  });
  if (options.size() < dict->count) return Value::unknown();
  const Choices::SourceKey place = Choices::placeOf(vm.where());
  if (const auto chosen = choices->decision(place))
    return options[std::min(*chosen, options.size() - 1)];
  choices->lose(place, options.size());
  return Value::unknown();
}

}  // namespace

Value Vm::getitem(const Value& object, const Value& index) {
  if (object.isUnknown()) return object;
  Class* cls = classOf(object);
  if (const Value* method = methodOf(*this, cls, Special::GetItem)) {
    const Value held = *method;
    return callSpecial(*this, held, object, {index});
  }
  if (!cls->ops->getitem) raiseTypeError("'" + cls->name + "' object is not subscriptable");
  try {
    // Typing's forms accept an Unknown index.
    if (index.isUnknown() && !object.as<Class>() && !object.as<Named>() &&
        !object.as<GenericAlias>())
      return chosenItem(*this, object);
    return cls->ops->getitem(*this, object, index);
  } catch (const UnknownTruth&) {
    return Value::unknown();
  }
}

void Vm::setitem(const Value& object, const Value& index, const Value& value) {
  if (object.isUnknown()) return;
  Class* cls = classOf(object);
  if (const Value* method = methodOf(*this, cls, Special::SetItem)) {
    const Value held = *method;
    callSpecial(*this, held, object, {index, value});
    return;
  }
  if (!cls->ops->setitem)
    raiseTypeError("'" + cls->name + "' object does not support item assignment");
  cls->ops->setitem(*this, object, index, value);
}

void Vm::delitem(const Value& object, const Value& index) {
  if (object.isUnknown()) return;
  Class* cls = classOf(object);
  if (const Value* method = methodOf(*this, cls, Special::DelItem)) {
    const Value held = *method;
    callSpecial(*this, held, object, {index});
    return;
  }
  if (!cls->ops->delitem)
    raiseTypeError("'" + cls->name + "' object doesn't support item deletion");
  cls->ops->delitem(*this, object, index);
}

int64_t Vm::len(const Value& object) {
  if (object.isUnknown()) throw UnknownTruth{};
  Class* cls = classOf(object);
  if (const Value* method = methodOf(*this, cls, Special::Len)) {
    const Value held = *method;
    Value result = callSpecial(*this, held, object);
    if (result.isUnknown()) throw UnknownTruth{};
    int64_t length = 0;
    if (!asInt(result, length, true))
      raiseTypeError("'" + classOf(result)->name + "' object cannot be interpreted as an integer");
    if (length < 0) raiseValueError("__len__() should return >= 0");
    return length;
  }
  if (!cls->ops->len) raiseTypeError("object of type '" + cls->name + "' has no len()");
  return cls->ops->len(*this, object);
}

std::string Vm::repr(const Value& value) {
  if (value.isUnknown()) throw UnknownTruth{};
  checkDepth(*this);
  Class* cls = classOf(value);
  if (const Value* method = methodOf(*this, cls, Special::Repr)) {
    const Value held = *method;
    return textOf(*this, callSpecial(*this, held, value), "__repr__");
  }
  return cls->ops->repr ? cls->ops->repr(*this, value) : defaultRepr(*this, value);
}

std::string Vm::toStr(const Value& value) {
  if (value.isUnknown()) throw UnknownTruth{};
  Class* cls = classOf(value);
  if (cls == types.str) return value.as<Str>()->text;
  if (const Value* method = methodOf(*this, cls, Special::Str)) {
    const Value held = *method;
    return textOf(*this, callSpecial(*this, held, value), "__str__");
  }
  return cls->ops->str ? cls->ops->str(*this, value) : repr(value);
}

std::string Vm::format(const Value& value, std::string_view spec) {
  if (value.isUnknown()) throw UnknownTruth{};
  Class* cls = classOf(value);
  if (const Value* method = methodOf(*this, cls, Special::Format)) {
    const Value held = *method;
    return textOf(*this, callSpecial(*this, held, value, {str(std::string(spec))}), "__format__");
  }
  // A tensor of one element formats like that element, unlike str().
  const bool isTensor = value.object() && value.object()->kind == Kind::Tensor;
  if (spec.empty() && !isTensor) return toStr(value);
  if (cls->ops->format) return cls->ops->format(*this, value, spec);
  raiseTypeError("unsupported format string passed to " + cls->name + ".__format__");
}

bool Vm::asInt(const Value& value, int64_t& result, bool convert) {
  if (value.isInt() || value.isBool()) {
    result = value.integerValue();
    return true;
  }
  if (auto* object = value.as<IntObject>()) {
    result = object->value;
    return true;
  }
  if (value.as<BigInt>()) raise(types.OverflowError, "Python int too large to convert to C long");
  if (!convert) return false;
  if (value.isUnknown()) throw UnknownTruth{};
  // Also for native classes with __index__ (tensors of one element).
  const Value* method = classOf(value)->lookup(special(Special::Index));
  if (!method || method->isNone()) return false;
  const Value held = *method;
  Value created = callSpecial(*this, held, value);
  if (created.isUnknown()) throw UnknownTruth{};
  if (asInt(created, result)) return true;
  raiseTypeError("__index__ returned non-int (type " + classOf(created)->name + ")");
}

bool Vm::asReal(const Value& value, double& result) {
  if (value.isFloat()) {
    result = value.realValue();
    return true;
  }
  if (auto* object = value.as<FloatObject>()) {
    result = object->value;
    return true;
  }
  if (auto* big = value.as<BigInt>()) {
    result = big->value.toReal();
    if (std::isinf(result)) raise(types.OverflowError, "int too large to convert to float");
    return true;
  }
  int64_t integer = 0;
  if (!asInt(value, integer)) return false;
  result = static_cast<double>(integer);
  return true;
}

int64_t Vm::toIndex(const Value& value) {
  int64_t result = 0;
  if (!asInt(value, result, true))
    raiseTypeError("'" + classOf(value)->name + "' object cannot be interpreted as an integer");
  return result;
}

}  // namespace ts::eval
