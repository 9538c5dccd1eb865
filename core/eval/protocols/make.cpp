// Creates values.
#include "core/eval/vm/vm.h"

namespace ts::eval {

Str* Vm::intern(std::string_view text) {
  return interned_.intern(text, [&] {
    Ref<Str> result = new Str(types.str, std::string(text));
    result->interned = true;
    return result;
  });
}

Value Vm::str(std::string text) { return new Str(types.str, std::move(text)); }
Value Vm::bytes(std::string data) { return new Bytes(Kind::Bytes, types.bytes, std::move(data)); }
Ref<List> Vm::list(std::vector<Value> items) { return new List(types.list, std::move(items)); }
Ref<Tuple> Vm::tuple(std::vector<Value> items) { return new Tuple(types.tuple, std::move(items)); }
Ref<Dict> Vm::dict() { return new Dict(types.dict); }
Ref<Set> Vm::set() { return new Set(Kind::Set, types.set); }
Ref<Set> Vm::frozenset() { return new Set(Kind::FrozenSet, types.frozenset); }
Value Vm::integer(BigInteger value) {
  if (const auto small = value.toInt64()) return Value::integer(*small);
  if (value.bits() > kMaxIntegerBits) raiseGap(kIntegerGap);
  return new BigInt(types.integer, std::move(value));
}

Value Vm::complex(double real, double imag) { return new Complex(types.complex, real, imag); }

Value Vm::method(Value function, Value self) {
  Class* cls = types.method;
  if (auto* native = function.as<NativeFunction>())
    cls = native->slot ? types.methodWrapper : types.nativeFunction;
  return new Method(cls, std::move(function), std::move(self));
}

Value Vm::closure(std::string name, std::function<Value(Vm&, std::span<const Value>)> body) {
  return new NativeClosure(types.nativeFunction, std::move(name), std::move(body));
}

Ref<Instance> Vm::instance(Class* cls) { return new Instance(cls); }

}  // namespace ts::eval
