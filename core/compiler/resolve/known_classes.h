// Classes of torch that script code can instantiate, as TorchScript sources: what their methods
// take and give is PyTorch's, the text is ours.
#pragma once

#include <string_view>

namespace ts::compiler {

struct KnownClassSource {
  std::string_view name;  // "torch.no_grad"
  std::string_view
      className;  // the qualified name that the class has: "torch.autograd.grad_mode.no_grad"
  std::string_view module;  // the module of that: "torch.autograd.grad_mode"
  std::string_view text;    // one class, after its imports
};
const KnownClassSource* knownClassSource(std::string_view name);

}  // namespace ts::compiler
