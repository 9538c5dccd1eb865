// Descriptions that tell which instances of a module class have the same type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/eval/values/value.h"

namespace ts::compiler {

class ModuleTypes;
struct ClassFacts;

// A compact description of an instance. Instances of one class with equal descriptions have one
// type. Built in one walk without strings, so that a network's hundredth convolution is cheap.
struct InstanceDescription {
  size_t hash = 0;
  std::vector<uint64_t> words;
  std::vector<eval::Value> kept;  // keeps objects alive whose addresses are in `words`
  bool operator==(const InstanceDescription& other) const;
};

// Describes an instance, with the types of its submodules. Returns false when the description is
// incomplete: two instances with equal descriptions may differ, or a part is Unknown.
bool describe(ModuleTypes& types, const eval::Value& instance, const ClassFacts& facts,
              InstanceDescription& to);

}  // namespace ts::compiler
