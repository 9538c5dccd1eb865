// Functions of TorchScript as ONNX models.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/interp/interpreter.h"
#include "core/onnx/lowering.h"
#include "core/onnx/model.h"

namespace ts::onnx {

// Sizes that may differ between runs: the names by input and dimension.
using DynamicSizes = std::map<std::pair<std::string, int64_t>, std::string>;

struct ExportOptions {
  int64_t opset = kUsualOpset;
  DynamicSizes dynamic;
  size_t mostNodes = 200'000;
};

struct Exported {
  Model model;
  Counts counts;
  size_t renamed = 0;  // values whose names the model has for others already
};

// The tensors among the arguments, by the names of the model's inputs. Tensors in lists, tuples and
// dicts have the names "images.0", "images.1".
std::vector<std::pair<std::string, Tensor>> inputsOf(const ir::Function& function,
                                                     const interp::Stack& arguments);
// The same order for the tensors and numbers of a result: "output", or "output.0" and so on.
std::vector<std::pair<std::string, IValue>> outputsOf(const IValue& result);

// Lowers a call. arguments: as Interpreter::run() takes them. Tensors become inputs of the
// model, and other arguments are constants in it. Throws ExportError.
Exported exportFunction(const ir::Function& function, const interp::Stack& arguments,
                        const ExportOptions& options);

}  // namespace ts::onnx
