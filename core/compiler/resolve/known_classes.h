// TorchScript sources of torch classes that script code can instantiate. The methods' signatures
// are PyTorch's; the text is written for this project.
#pragma once

#include <string_view>

namespace ts::compiler {

struct KnownClassSource {
  std::string_view name;       // "torch.no_grad"
  std::string_view className;  // the class's qualified name: "torch.autograd.grad_mode.no_grad"
  std::string_view module;     // its module: "torch.autograd.grad_mode"
  std::string_view text;       // imports and one class
};
const KnownClassSource* knownClassSource(std::string_view name);

}  // namespace ts::compiler
