// Calls of modules in a trace.
//
// While a trace is recorded, each call is a node prim::TracedModuleForward[path="__module.conv1"]
// with one block. Module attributes are nodes prim::TracedAttr[path="__module.conv1.weight"] at the
// start of the graph. convertScopes turns each block into a method and each call into
// prim::CallMethod. GetAttr reads an attribute from the module at hand; an attribute of another
// module is passed as an argument. The attribute "scope" of a node is the path of the calls in
// which it was recorded: "__module.layer1/__module.layer1.conv". PyTorch:
// torch/csrc/jit/passes/fixup_trace_scope_blocks.h.
#pragma once

#include <functional>

#include "core/ir/ir.h"

namespace ts::trace {

extern const Symbol kTracedForward, kTracedFork, kTracedAttribute, kPath;

// Adds a method with this graph to the class. Its name is "forward", with a number if that name is
// taken.
using MakeMethod = std::function<ir::Function*(const types::ClassType* type, ir::GraphPtr graph)>;

// Converts module calls to method calls, and tasks (prim::TracedFork with one block) to prim::fork.
// `makeMethod` is for a traced module, which is the graph's first input. It is empty for a
// function, which has no module calls.
void convertScopes(ir::Graph& graph, const MakeMethod& makeMethod);

}  // namespace ts::trace
