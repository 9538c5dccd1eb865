// The option --dynamic: sizes that may differ between runs of a converted model.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/export.h"

namespace ts::debugger {

// Reads "batch" (dimension 0 of each input), "all", or names such as "x:0=batch,y:2". Without a
// name behind "=", the size has the name of input and dimension. Returns an error; empty on
// success.
std::string readDynamic(const std::vector<std::string>& words,
                        const std::vector<std::pair<std::string, tensor::Tensor>>& inputs,
                        onnx::DynamicSizes& sizes);

}  // namespace ts::debugger
