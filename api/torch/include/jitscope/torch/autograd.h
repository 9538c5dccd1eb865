// torch::autograd: gradients of tensors. C++17.
#pragma once

#include <jitscope/torch/functions.h>
#include <jitscope/torch/guards.h>

namespace torch {
namespace autograd {
inline namespace jitscope_v0 {

using Variable = at::Tensor;
using variable_list = std::vector<at::Tensor>;
using at::AutoGradMode;
using at::GradMode;

namespace detail {
inline std::vector<const jitscope_value*> handlesOf(const variable_list& tensors) {
  std::vector<const jitscope_value*> handles;
  for (const at::Tensor& tensor : tensors) handles.push_back(tensor.value().get());
  return handles;
}
// Null where the caller gives no gradients, which stands for ones.
inline const jitscope_value* const* seedsOf(const std::vector<const jitscope_value*>& gradients) {
  return gradients.empty() ? nullptr : gradients.data();
}
inline void checkGradients(const variable_list& tensors, const variable_list& gradients) {
  TORCH_CHECK(gradients.empty() || gradients.size() == tensors.size(), "got ", tensors.size(),
              " tensors and ", gradients.size(), " gradients");
}
}  // namespace detail

// Adds the gradients of the tensors to the leaves that they depend on.
inline void backward(const variable_list& tensors, const variable_list& grad_tensors = {},
                     c10::optional<bool> retain_graph = c10::nullopt, bool create_graph = false,
                     const variable_list& inputs = {}) {
  TORCH_CHECK(inputs.empty(), "torch::autograd::backward with inputs is not in libjitscope");
  detail::checkGradients(tensors, grad_tensors);
  const auto roots = detail::handlesOf(tensors), seeds = detail::handlesOf(grad_tensors);
  at::detail::check(jitscope_backward(at::detail::runtime(), roots.data(), roots.size(),
                                      detail::seedsOf(seeds), retain_graph.value_or(create_graph),
                                      create_graph));
}

// The gradients of the outputs with respect to the inputs. With allow_unused, undefined for an
// input that the outputs do not depend on.
inline variable_list grad(const variable_list& outputs, const variable_list& inputs,
                          const variable_list& grad_outputs = {},
                          c10::optional<bool> retain_graph = c10::nullopt,
                          bool create_graph = false, bool allow_unused = false) {
  detail::checkGradients(outputs, grad_outputs);
  const auto roots = detail::handlesOf(outputs), seeds = detail::handlesOf(grad_outputs),
             leaves = detail::handlesOf(inputs);
  const auto found = at::detail::Result<variable_list>::of(at::detail::made(
      jitscope_grad, at::detail::runtime(), roots.data(), roots.size(), detail::seedsOf(seeds),
      leaves.data(), leaves.size(), static_cast<int>(retain_graph.value_or(create_graph)),
      static_cast<int>(create_graph)));
  for (const at::Tensor& gradient : found)
    TORCH_CHECK(allow_unused || gradient.defined(),
                "One of the differentiated Tensors appears to not have been used in the graph. Set "
                "allow_unused=True if this is the desired behavior.");
  return found;
}

// Functions with a backward pass in C++ are not in libjitscope.
template <typename T>
struct Function {
  static_assert(at::detail::kAbsent<T>,
                "torch::autograd::Function is not in libjitscope: compose operators, which have "
                "derivatives");
};

}  // namespace jitscope_v0
}  // namespace autograd
}  // namespace torch
