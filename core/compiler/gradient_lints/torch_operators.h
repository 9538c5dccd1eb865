// Names of torch that the lints for gradients know.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ts::compiler {

enum class Saves : uint8_t { Nothing, Result, Inputs };

// The tensors that the derivative of an operator keeps: of "exp", its result; of "matmul", inputs
// that meet another tensor that requires a gradient.
Saves savedBy(std::string_view op);

// The operator that a function or a method computes, without "aten::"; empty when it is not known
// to have a floating point result with a gradient. name: "torch.exp", "torch.Tensor.exp".
std::string differentiableOperator(std::string_view name);
// True for a method of tensors that changes its tensor: "add_".
bool isInPlaceMethod(std::string_view name);

// A class of torch.nn whose instances return one tensor for tensors.
enum class LayerKind : uint8_t { Unknown, WithoutParameters, WithParameters };
LayerKind layerKind(std::string_view name);
// True for torch.nn.Parameter and the layers that have parameters, whatever they return.
bool hasParameters(std::string_view name);

}  // namespace ts::compiler
