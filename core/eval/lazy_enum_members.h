// Members of enums that wait. The enum of a model's weights holds calls that import whole packages,
// and building a model asks for no weights: such a class is made without its members, and the
// statements of its body run when somebody could see them. The first member, which builders name as
// a default, may be had without them too: an object that has no attributes yet.
#pragma once

#include <unordered_map>

#include "core/eval/objects.h"
#include "core/syntax/ast.h"

namespace ts::eval {

class Vm;

struct LazyEnumMembers {
  struct Enum {
    Ref<Class> cls;
    Ref<Instance> first;  // null: nobody has asked for it
  };
  // Those without their members.
  std::unordered_map<const Class*, Enum> waiting;
  // The statement that runs because somebody asked for what it defines (deferral.h: nobody can tell
  // when).
  const syntax::Stmt* asked = nullptr;
  // The enum whose class statement runs again, for the members.
  Enum* filled = nullptr;
};

// The pointer points there as long as this lives.
template <typename T>
class SaveAndRestore {
 public:
  SaveAndRestore(T*& pointer, T* there) : pointer_(pointer), before_(pointer) { pointer = there; }
  SaveAndRestore(const SaveAndRestore&) = delete;
  ~SaveAndRestore() { pointer_ = before_; }

 private:
  T*& pointer_;
  T* before_;
};

// Whether the class that is made of the body, which has been asked for, may get its members later:
// an enum of an installed package whose body does nothing but binding names.
bool mayWaitForMembers(Vm& vm, const Function& body, const Class& metaclass);
// Makes the members, if the class waits for them.
void makeMembers(Vm& vm, Class& cls);
// The same for what an attribute of the class needs: a method comes back for them when it wants
// them, the first member is made alone.
void makeMembersFor(Vm& vm, Class& cls, Str* name);

}  // namespace ts::eval
