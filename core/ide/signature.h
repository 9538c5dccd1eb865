// Signature help: the signatures of the call around an offset.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/driver/workspace.h"
#include "core/ide/resolver.h"

namespace ts::ide {

struct SignatureParameter {
  uint32_t begin, end;  // offsets in the label
  std::string name;     // empty: *args
};
struct Signature {
  std::string label;  // "relu(input: Tensor, inplace: bool = False) -> Tensor"
  std::string documentation;
  std::vector<SignatureParameter> parameters;
};
struct SignatureHelp {
  std::vector<Signature> signatures;
  size_t active = 0;
  // The active signature's current parameter; nothing when no parameter fits.
  std::optional<size_t> parameter;
};

// Returns nothing when the offset is not in a call, or the callee is unknown.
std::optional<SignatureHelp> signatureHelp(Resolver& resolver, const DocumentPtr& document,
                                           const driver::FileResult* result, uint32_t offset);

// Returns the innermost call whose parentheses contain the offset; null when there is none.
const syntax::Call* callAround(const Document& document, uint32_t offset);
// Returns the first signature of a function or method of torch, from its parenthesis on:
// "(x: Tensor) -> Tensor". Empty when the name has none.
std::string torchSignature(const std::string& name, bool isMethod);
// Returns the signatures of a callee.
std::vector<Signature> signaturesOf(Resolver& resolver, const DocumentPtr& document,
                                    const syntax::Expr* callee);

}  // namespace ts::ide
