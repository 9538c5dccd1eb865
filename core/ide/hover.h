// Hover: a description of the name at an offset.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/driver/constructions.h"
#include "core/driver/workspace.h"
#include "core/ide/resolver.h"

namespace ts::ide {

struct Hover {
  Span span;                       // of the name
  std::string code;                // Python: a signature, or a name with its type
  std::vector<std::string> texts;  // paragraphs of Markdown
};

// Returns nothing when the offset has no name, or nothing is known about it. result: the facts of
// the same text; may be null.
std::optional<Hover> hover(Resolver& resolver, const DocumentPtr& document,
                           const driver::FileResult* result,
                           const driver::KnownConstructions& constructions, uint32_t offset);

// Returns the type of the smallest expression or assignment target that ends with the name; null
// when it is unknown.
types::TypePtr typeOfName(const driver::FileResult& result, Span name);

// Returns the schema as Python, without its namespace:
// "def relu(input: Tensor, inplace: bool = False) -> Tensor".
std::string schemaText(const ops::FunctionSchema& schema);
// Returns the schemas of a function or method of torch: "torch.add", "Tensor.view". Empty when the
// name has none.
std::vector<const ops::FunctionSchema*> schemasOfName(const std::string& name);

// Returns the declaration of a definition: "class Net(nn.Module)", "def f(x: int) -> int",
// "size: int = 3".
std::string declarationText(const Definition& definition);

}  // namespace ts::ide
