// Constants as text, as written in graphs, schemas and `.code`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/types/constant.h"

namespace ts::tensor {
class Tensor;
}

namespace ts::ir {

// Appends a real with 17 digits, and a point after whole numbers below 1e10: "1.",
// "0.10000000000000001", "inf".
void appendReal(std::string& out, double value);
// Appends the text in double quotes with C escapes. Like PyTorch, a byte that is not printable
// ASCII becomes three "octal digits" computed on a signed char: 0xC3 is "\0)+".
void appendQuoted(std::string& out, std::string_view text);

// Called first for every constant and every nested constant. Returns true if the hook has written
// the constant itself.
using ConstantHook = std::function<bool(std::string& out, const types::Constant& value)>;
// Appends e.g. "[1, 2]", "annotate(List[int], [])", "torch.device(\"cpu\")",
// "__torch__.case.Color.R".
void appendConstant(std::string& out, const types::Constant& value, const ConstantHook& hook = {});

// Returns the text of a tensor in a graph: "{2}", " 4  2 [ CPULongType{2} ]"; "<Tensor>" when it is
// large.
std::string tensorText(const tensor::Tensor& tensor);

// Returns whether the elements of a list determine the list's type. Optional, Union, number, Any
// and interface elements do not: such lists need annotate(...).
bool isInferableElement(types::TypePtr element);

}  // namespace ts::ir
