// Lints for training code: gradients that are lost on the way from a loss to its parameters. Only
// certain losses are reported: calls of backward() that raise or reach nothing, terms of a loss
// that are numbers, values that an in-place change breaks, and layers that no code uses. A value
// that is not known is silent.
#pragma once

#include "core/compiler/context/compile_context.h"

namespace ts::compiler {

// Checks each function of a module, and its statements at module level. Problems go to the
// context's sink.
void checkLostGradients(CompileContext& context, const PyModule& module);

}  // namespace ts::compiler
