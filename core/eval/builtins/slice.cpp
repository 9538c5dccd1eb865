#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

Slice& sliceOf(Vm& vm, const Value& self) { return receiver<Slice>(vm, self, "slice"); }

template <Value Slice::*kField>
Value sliceField(Vm& vm, Value* args) {
  return sliceOf(vm, args[0]).*kField;
}

Value indices(Vm& vm, Value* args) {
  int64_t length = vm.toIndex(args[1]);
  if (length < 0) vm.raiseValueError("length should not be negative");
  SliceRange range = resolveSlice(vm, sliceOf(vm, args[0]), length);
  return vm.tuple(
      {Value::integer(range.start), Value::integer(range.stop), Value::integer(range.step)});
}

constexpr NativeDef kSliceMethods[] = {
    {"start", "self", sliceField<&Slice::start>, kGetter},
    {"stop", "self", sliceField<&Slice::stop>, kGetter},
    {"step", "self", sliceField<&Slice::step>, kGetter},
    {"indices", "self, length, /", indices},
};

Value sliceMake(Vm& vm, Class* cls, const CallArgs& args) {
  std::span<const Value> values = positionalArguments(vm, args, "slice", 1, 3);
  if (values.size() == 1) return new Slice(cls, Value::none(), values[0], Value::none());
  return new Slice(cls, values[0], values[1], values.size() == 3 ? values[2] : Value::none());
}

std::vector<Value> fields(const Slice& slice) { return {slice.start, slice.stop, slice.step}; }

std::string sliceRepr(Vm& vm, const Value& self) {
  return "slice(" + joinRepr(vm, fields(sliceOf(vm, self))) + ")";
}

Value sliceCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  const Slice* left = a.as<Slice>();
  const Slice* right = b.as<Slice>();
  if (!left || !right) return Value::notImplemented();
  return compareSequences(vm, op, fields(*left), fields(*right));
}

constexpr TypeOps kSliceOps = {.make = sliceMake, .repr = sliceRepr, .compare = sliceCompare};
const NativeClass kSliceClass = {"slice",    "builtins",    Kind::Slice,
                                 &kSliceOps, kSliceMethods, false};

}  // namespace

void initSlice(Vm& vm) {
  vm.types.slice = vm.defineClass(kSliceClass);
  vm.builtins().set(vm.intern("slice"), vm.types.slice);
}

}  // namespace ts::eval
