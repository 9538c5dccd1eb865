// Short descriptions of PyTorch's layers, and the addresses of PyTorch's own pages.
#pragma once

#include <string>
#include <string_view>

namespace ts::ide {

struct LayerDoc {
  std::string_view name;      // of a class of torch.nn: "Conv2d"
  std::string_view summary;   // one sentence
  std::string_view shapes{};  // "input → output"; empty for a class without a call of its own
  std::string_view sizes{};   // the equation of the sizes in the output; may be empty
};

// Returns the description of a class of torch.nn; null when there is none.
const LayerDoc* layerDoc(std::string_view name);

// Returns a Markdown link to the page of a class or function in PyTorch's documentation, in the
// version of the process, for "torch.nn.modules.conv.Conv2d" or "torch.add". Empty for names
// without a page.
std::string torchPage(std::string_view dottedName);

}  // namespace ts::ide
