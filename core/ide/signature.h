// What the call around a place takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/driver/workspace.h"
#include "core/ide/resolver.h"

namespace ts::ide {

struct SignatureParameter {
  uint32_t begin, end;  // within the label
  std::string name;     // empty: positional by its place alone (*args)
};
struct Signature {
  std::string label;  // "relu(input: Tensor, inplace: bool = False) -> Tensor"
  std::string documentation;
  std::vector<SignatureParameter> parameters;
};
struct SignatureHelp {
  std::vector<Signature> signatures;
  size_t active = 0;
  // Of the active signature; nothing: the argument fits none.
  std::optional<size_t> parameter;
};

// Nothing: no call is around the place, or what is called isn't known.
std::optional<SignatureHelp> signatureHelp(Resolver& resolver, const DocumentPtr& document,
                                           const driver::FileResult* result, uint32_t offset);

// The innermost call whose parentheses the offset is in; null: none.
const syntax::Call* callAround(const Document& document, uint32_t offset);
// The signatures of what an expression calls.
std::vector<Signature> signaturesOf(Resolver& resolver, const DocumentPtr& document,
                                    const syntax::Expr* callee);

}  // namespace ts::ide
