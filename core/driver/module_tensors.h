// The parameters, buffers and settings of a compiled module, as its constructor made them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/compiler/modules/concrete_module.h"

namespace ts::driver {

struct ModuleTensor {
  std::string path;                           // "layer1.0.conv1.weight"
  std::string dtype;                          // "float32"; empty: unknown
  std::optional<std::vector<int64_t>> sizes;  // nothing: unknown; -1: an unknown size
  bool isParameter = false;
};

// In the order of named_parameters() and named_buffers(), module by module. A tensor that a module
// shares with an earlier one is listed once.
std::vector<ModuleTensor> tensorsOf(const compiler::ConcreteModule& module);

// Other attributes of the module and its submodules: numbers, booleans, and sequences of them, as
// Python writes them, by path: "attn.shift_size" is "[3, 3]".
std::map<std::string, std::string> settingsOf(const compiler::ConcreteModule& module);

}  // namespace ts::driver
