// The elements of the results of ONNX operators on sizes: from Shape over Gather, Mul and Concat to
// the sizes that Reshape and Expand get.
#pragma once

#include "core/picture/onnx_node.h"

namespace ts::viz {

// The elements of the first result of the operator `op`. Nothing: unknown, or too many.
std::optional<Integers> onnxIntegers(const OnnxNode& node, std::string_view op);

}  // namespace ts::viz
