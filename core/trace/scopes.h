// Calls of modules in a trace. While it is recorded each is a node
// prim::TracedModuleForward[path="__module.conv1"] with one block; attributes of modules are nodes
// prim::TracedAttr[path="__module.conv1.weight"] at the beginning. In the end each call is a
// prim::CallMethod of a method made from the block, and each attribute is read by GetAttr from the
// module at hand, or handed in where it belongs to none of its own. Nodes keep the calls that they
// were recorded in as their attribute "scope": "__module.layer1/__module.layer1.conv". PyTorch:
// torch/csrc/jit/passes/fixup_trace_scope_blocks.h.
#pragma once

#include <functional>

#include "core/ir/ir.h"

namespace ts::trace {

extern const Symbol kTracedForward, kTracedFork, kTracedAttribute, kPath;

// Makes a method of the class: its name is "forward", or with a number if the class has that
// already.
using MakeMethod = std::function<ir::Function*(const types::ClassType* type, ir::GraphPtr graph)>;

// makeMethod: for a traced module, which is the graph's first input; empty for a function, which
// has no calls of modules. Tasks, prim::TracedFork with one block, become prim::fork of a graph.
void convertScopes(ir::Graph& graph, const MakeMethod& makeMethod);

}  // namespace ts::trace
