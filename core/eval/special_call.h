// Calling what a class has under the name of a special method, bound to an instance.
#pragma once

#include "core/eval/vm.h"

namespace ts::eval {

// `method` as Class::lookup found it on self's class.
Value callSpecial(Vm& vm, const Value& method, const Value& self,
                  std::initializer_list<Value> args = {});
// A function of Python. What it raises is thrown, or put into failure where that is given; the
// result is Unbound then.
Value callFunction(Vm& vm, Function& function, const CallArgs& args,
                   Ref<ExceptionObject>* failure = nullptr);

// A call with one more argument in front.
Value callWithFirst(Vm& vm, Function& function, const Value& first, const CallArgs& args);

// What a descriptor in a class gives when it is got through self (Unbound: through the class
// itself, `through`). False: it is no descriptor, the value itself is meant.
bool bindDescriptor(Vm& vm, const Value& descriptor, const Value& self, Class* through,
                    Value& result);
// Whether it goes before the instance's own attributes.
bool isDataDescriptor(const Value& descriptor);

// As Vm::getattr and Vm::getMethod do it. False, None: there is no such attribute, and nothing is
// thrown. failure: the AttributeError that __getattr__ has raised, null where none has.
bool findAttribute(Vm& vm, const Value& object, Str* name, Value& result,
                   Ref<ExceptionObject>& failure);
enum class MethodKind : uint8_t { None, Bound, Unbound };
MethodKind findMethod(Vm& vm, const Value& object, Str* name, Value& function,
                      Ref<ExceptionObject>& failure);

// Attribute access as object.__getattribute__, object.__setattr__ and object.__delattr__ do it,
// without the class's own overrides. False: no such attribute.
bool genericGetattr(Vm& vm, const Value& object, Str* name, Value& result);
void genericSetattr(Vm& vm, const Value& object, Str* name, const Value& value);
void genericDelattr(Vm& vm, const Value& object, Str* name);
// Either of these by the kind of the object.
bool plainGetattr(Vm& vm, const Value& object, Str* name, Value& result);
// The same of type and super.
bool classGetattr(Vm& vm, Class& cls, Str* name, Value& result);
bool superGetattr(Vm& vm, Super& super, Str* name, Value& result);
// What the classes behind super.after hold under the name; null: none does.
const Value* behind(const Super& super, const Str* name);

Ref<ExceptionObject> noAttribute(Vm& vm, const Value& object, const Str* name);
[[noreturn]] void raiseNoAttribute(Vm& vm, const Value& object, const Str* name);

// The bits of Class::specials that a name of this spelling stands for; 0: none.
uint64_t specialBits(Vm& vm, const Str* name);

// "module.Class" as object.__repr__ and error messages write it; "Class" alone for builtins.
std::string fullName(const Class& cls);
// <module.Class object at 0x...>
std::string defaultRepr(Vm& vm, const Value& value);

std::string addressOf(const Object* object);

// Arithmetic methods' names: __add__, __radd__, __iadd__.
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
