// What there is to say about the name at a place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/driver/workspace.h"
#include "core/ide/resolver.h"

namespace ts::ide {

struct Hover {
  Span span;                       // what it is about
  std::string code;                // Python: a signature, or a name with its type
  std::vector<std::string> texts;  // paragraphs of Markdown
};

// result: what compiling found out about the same text; null where that isn't known (yet).
std::optional<Hover> hover(Resolver& resolver, const DocumentPtr& document,
                           const driver::FileResult* result, uint32_t offset);

// The type of the smallest expression that ends in the name with this span, or of the target with
// it; null: not known.
types::TypePtr typeOfName(const driver::FileResult& result, Span name);

// "def relu(input: Tensor, inplace: bool = False) -> Tensor" of a schema; names: without its
// namespace.
std::string schemaText(const ops::FunctionSchema& schema);
// The schemas that a name of torch is a call of; empty: none. name: "torch.add", "Tensor.view".
std::vector<const ops::FunctionSchema*> schemasOfName(const std::string& name);

// What a definition looks like: "class Net(nn.Module)", "def f(x: int) -> int", "size: int = 3".
std::string declarationText(const Definition& definition);

}  // namespace ts::ide
