// TorchScript sources of torch classes that script code can instantiate. The methods' signatures
// are PyTorch's; the text is written for this project.
#pragma once

#include <string_view>
#include <unordered_map>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

struct KnownClassSource {
  std::string_view name;       // "torch.no_grad"
  std::string_view className;  // the class's qualified name: "torch.autograd.grad_mode.no_grad"
  std::string_view module;     // its module: "torch.autograd.grad_mode"
  std::string_view text;       // imports and one class
  std::string_view oldest;     // the text for PyTorch 1.13; empty: the same
};
const KnownClassSource* knownClassSource(std::string_view name);

// The classes of these sources, each read at its first use. Not thread-safe.
class KnownClasses {
 public:
  explicit KnownClasses(PyEnvironment& environment) : environment_(environment) {}
  // Returns a class of torch whose TorchScript source this project contains, such as torch.no_grad;
  // null for other names.
  const PyClass* named(std::string_view externalName);

 private:
  PyEnvironment& environment_;
  std::unordered_map<std::string_view, PyRef> classes_;  // by the class's qualified name
};

}  // namespace ts::compiler
