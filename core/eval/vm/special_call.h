// Calls of special methods, and attribute access without the class's overrides.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

// Calls `method`, which Class::lookup has found in self's class.
Value callSpecial(Vm& vm, const Value& method, const Value& self,
                  std::initializer_list<Value> args = {});
// Calls a Python function. Its exception is thrown; when `failure` isn't null, it is stored there
// and the result is Unbound.
Value callFunction(Vm& vm, Function& function, const CallArgs& args,
                   Ref<ExceptionObject>* failure = nullptr);

// Calls with `first` in front of the arguments.
Value callWithFirst(Vm& vm, Function& function, const Value& first, const CallArgs& args);

// The value of a class attribute that is accessed through `self`, or through the class `through`
// when self is Unbound. Returns false when the attribute isn't a descriptor.
bool bindDescriptor(Vm& vm, const Value& descriptor, const Value& self, Class* through,
                    Value& result);
// True when it takes precedence over the instance's own attributes.
bool isDataDescriptor(const Value& descriptor);

// Like Vm::getattr and Vm::getMethod, but return false or None instead of throwing when the
// attribute is missing. failure: the AttributeError of a user's __getattr__; null when there is
// none.
bool findAttribute(Vm& vm, const Value& object, Str* name, Value& result,
                   Ref<ExceptionObject>& failure);
enum class MethodKind : uint8_t { None, Bound, Unbound };
MethodKind findMethod(Vm& vm, const Value& object, Str* name, Value& function,
                      Ref<ExceptionObject>& failure);

// object.__getattribute__, object.__setattr__ and object.__delattr__, without the class's
// overrides. Returns false when the attribute is missing.
bool genericGetattr(Vm& vm, const Value& object, Str* name, Value& result);
void genericSetattr(Vm& vm, const Value& object, Str* name, const Value& value);
void genericDelattr(Vm& vm, const Value& object, Str* name);
// Attribute lookup by the kind of the object: one of the functions around this one.
bool plainGetattr(Vm& vm, const Value& object, Str* name, Value& result);
// The same for type and super.
bool classGetattr(Vm& vm, Class& cls, Str* name, Value& result);
bool superGetattr(Vm& vm, Super& super, Str* name, Value& result);
// The attribute in the classes behind super.after in the MRO; null when they don't have it.
const Value* behind(const Super& super, const Str* name);

Ref<ExceptionObject> noAttribute(Vm& vm, const Value& object, const Str* name);
[[noreturn]] void raiseNoAttribute(Vm& vm, const Value& object, const Str* name);

// The bits of Class::specials for a special method's name; 0: not a special method.
uint64_t specialBits(Vm& vm, const Str* name);

// "module.Class" as in object.__repr__ and error messages; only "Class" for builtins.
std::string fullName(const Class& cls);
// <module.Class object at 0x...>
std::string defaultRepr(Vm& vm, const Value& value);

std::string addressOf(const Object* object);

// The names of the arithmetic methods: __add__, __radd__, __iadd__.
struct BinaryNames {
  const char* symbol;
  const char* name;
  const char* reflected;
  const char* inplace;
};
const BinaryNames& binaryNames(BinaryOp op);
const char* symbolOf(CompareOp op);
CompareOp mirrored(CompareOp op);
Special specialOf(CompareOp op);

}  // namespace ts::eval
