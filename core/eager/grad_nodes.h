// The nodes of the tape as Python objects: the values of `grad_fn` and `next_functions`.
#pragma once

#include "core/autodiff/node.h"
#include "core/eager/torch.h"

namespace ts::eager {

// A node, or the context of a torch.autograd.Function, which becomes one by connect(). The node
// owns a context; other objects own their nodes.
struct NodeObject final : Object {
  explicit NodeObject(Class* cls) : Object(eval::Kind::Native, cls) {}
  ~NodeObject() override;
  tensor::Ptr<autodiff::Node> owned;
  autodiff::Node* node = nullptr;  // null: not connected, or freed
  std::string_view name = {};      // see autodiff::Node::nameOf()
  Torch* domain = nullptr;         // that knows the object by its node
};

// The object of a node, as the operator of an output: the same one while it lives. None for null.
Value nodeValue(Vm& vm, const autodiff::Edge& edge);
// Makes a context the object of its node.
void connectContext(Vm& vm, NodeObject& context, autodiff::Node& node);
// grad_fn of a tensor, or None.
Value gradientFunction(Vm& vm, const Tensor& tensor);

// torch._C:
// _node_class(): the base class of all nodes.
// _tensor_hooks(tensor): the dictionary of the tensor's hooks, by number.
// _accumulation_hooks(tensor): likewise, those that run after the tensor's grad has changed.
std::span<const NativeDef> nodeFunctions();

}  // namespace ts::eager
