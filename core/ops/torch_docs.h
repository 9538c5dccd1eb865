// Short descriptions of PyTorch's layers and operators, and the addresses of PyTorch's own pages.
#pragma once

#include <string>
#include <string_view>

#include "core/ops/schema.h"

namespace ts::ops {

struct LayerDoc {
  std::string_view name;      // of a class of torch.nn: "Conv2d"
  std::string_view summary;   // one sentence
  std::string_view shapes{};  // "input → output"; empty for a class without a call of its own
  std::string_view sizes{};   // the equation of the sizes in the output; may be empty
};

// Returns the description of a class of torch.nn; null when there is none.
const LayerDoc* layerDoc(std::string_view name);

// Returns the address of the page of a class or function in PyTorch's documentation, in the version
// of the process, for "torch.nn.modules.conv.Conv2d" or "torch.add". Empty for names without a
// page.
std::string torchAddress(std::string_view dottedName);
// Returns a Markdown link to this page; empty as above.
std::string torchPage(std::string_view dottedName);

struct OperatorDoc {
  std::string name;                 // the Python name with a page: "torch.nn.functional.conv2d"
  const LayerDoc* layer = nullptr;  // of the layer that calls the operator; may be null
};

// Returns what is known about an operator of tensors; nothing about other operators.
OperatorDoc operatorDoc(const FunctionSchema& schema);

}  // namespace ts::ops
