// What the classes of modules say for all their instances, and which instances look the same.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/eval/vm.h"

namespace ts::compiler {

// Instances of one class with equal descriptions have one type. Built in one walk over an instance,
// without strings, so that a network's hundredth convolution costs little.
struct InstanceDescription {
  size_t hash = 0;
  std::vector<uint64_t> words;
  std::vector<eval::Value> kept;  // objects whose addresses are among the words
  bool operator==(const InstanceDescription& other) const;
};

// What a class itself has that scripting its instances compiles, whether or not they call it.
struct OwnMembers {
  std::vector<std::pair<eval::Str*, const eval::Property*>> properties;
  std::vector<eval::Str*> exported;
  std::vector<std::pair<eval::Str*, const PyFunction*>> overloaded;
};

struct ClassFacts {
  struct Known {
    InstanceDescription description;
    ConcreteModule* module;
  };

  eval::Ref<eval::Dict> annotations;  // of the nearest class that has any; null: none has
  std::vector<eval::Str*> constants;  // named by __constants__, then by Final
  size_t firstFinal = 0;              // among the constants
  // Whether an instance is what its attributes and these facts say: the class gives no attributes
  // that depend on the instance.
  bool isPlain = false;
  std::vector<Known> known;  // instances that were met
};

// typing.Final, with or without a type.
bool isFinal(const PyObject& annotation);
// The strings among what an iterable of names holds.
std::vector<eval::Str*> namesIn(eval::Vm& vm, const eval::Value& listed);

}  // namespace ts::compiler
