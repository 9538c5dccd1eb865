// Layers of torch.nn that are made again: what a constructor of the library makes of the same
// numbers is the same each time, so it runs once, and then what it made is copied. Models repeat
// few kinds of layers many times.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/eval/native.h"

namespace ts::eval {

class Vm;

class RepeatedLayers {
 public:
  // What cls(*args) makes, by `construct` or as a copy. Where the arguments aren't numbers, strings
  // and the like, where tensors have data, or where the library isn't what it was any more, it is
  // `construct` that does it.
  Value make(Vm& vm, Class& cls, const CallArgs& args,
             Value (*construct)(Vm& vm, Class& cls, const CallArgs& args));

 private:
  struct Made {
    Ref<Class> cls;
    std::vector<Value> values;
    std::vector<Str*> names;
    Value layer;  // nobody else has it; Unbound: it can't be copied
  };
  const Made* find(size_t hash, const Class& cls, const CallArgs& args) const;

  std::unordered_multimap<size_t, Made> made_;
  uint64_t libraryChanges_ = 0;  // when these were made
  const Object* defaultDtype_ = nullptr;
};

// Whether it is a class of torch.nn.modules, a module of the library.
bool isLayerClass(const Class& cls);

}  // namespace ts::eval
