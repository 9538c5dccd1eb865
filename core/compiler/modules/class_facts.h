// Facts about a module class that hold for all its instances.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/modules/instance_description.h"
#include "core/eval/vm/vm.h"

namespace ts::compiler {

// The members defined in one class, without its bases, that scripting an instance compiles even
// when they are never called.
struct OwnMembers {
  std::vector<std::pair<eval::Str*, const eval::Property*>> properties;
  std::vector<eval::Str*> exported;
  std::vector<std::pair<eval::Str*, const PyFunction*>> overloaded;
};

struct ClassFacts {
  struct KnownInstance {
    InstanceDescription description;
    ConcreteModule* module;
  };

  eval::Ref<eval::Dict> annotations;  // from the nearest class that has annotations; null for none
  std::vector<eval::Str*> constants;  // named by __constants__, then those annotated as Final
  size_t firstFinal = 0;              // index of the first Final in `constants`
  // True when an instance is fully described by its attributes and these facts: the class does not
  // compute attributes per instance.
  bool isPlain = false;
  bool hasPrepare = false;               // it defines __prepare_scriptable__
  std::vector<KnownInstance> instances;  // descriptions of instances seen so far
};

// True for typing.Final, with or without a type argument.
bool isFinal(const PyObject& annotation);
// True when torch.jit has marked the function with a modifier that starts with this word: "export",
// "ignore", "unused".
bool hasModifier(const eval::Function& function, eval::Vm& vm, std::string_view word);
// True for plain data. A class attribute that is not data, such as a descriptor, may override
// instance attributes of its name.
bool isPlainData(const eval::Value& value);
// Returns the strings in a list, tuple or set of names.
std::vector<eval::Str*> namesIn(eval::Vm& vm, const eval::Value& listed);

}  // namespace ts::compiler
