// Constants as text, the one way in which graphs, schemas and `.code` write them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/types/constant.h"

namespace ts::tensor {
class Tensor;
}

namespace ts::ir {

// "1.", "0.10000000000000001", "inf": 17 digits, and a point behind whole numbers below 1e10.
void appendReal(std::string& out, double value);
// In double quotes with C escapes; a byte that isn't printable ASCII is three "octal digits"
// computed on a signed char, as PyTorch prints it: 0xC3 is "\0)+".
void appendQuoted(std::string& out, std::string_view text);

// Asked first for every constant and every constant inside one; true: it has written this one.
using ConstantHook = std::function<bool(std::string& out, const types::Constant& value)>;
// "[1, 2]", "annotate(List[int], [])", "torch.device(\"cpu\")", "__torch__.case.Color.R".
void appendConstant(std::string& out, const types::Constant& value, const ConstantHook& hook = {});

// A tensor in a graph: "{2}", " 4  2 [ CPULongType{2} ]", "<Tensor>" when it is large.
std::string tensorText(const tensor::Tensor& tensor);

// Whether a list of such elements says by its elements which type it is: not so for Optional,
// Union, number, Any and interfaces, which need annotate(...).
bool isInferableElement(types::TypePtr element);

}  // namespace ts::ir
