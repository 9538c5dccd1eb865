// What operators need to know of the interpreter that runs them.
#pragma once

#include "core/interp/interpreter.h"

namespace ts::interp {

// A machine begins on this thread, inside those that are running; gives the interpreter that ran
// before, for leaveMachine. Throws when they are nested too deep.
Interpreter* enterMachine(Interpreter& interpreter);
void leaveMachine(Interpreter* previous);

// A tensor's elements as nested lists of that type, down to its numbers: what tolist() gives.
IValue listOf(const tensor::Tensor& tensor, types::TypePtr type);

}  // namespace ts::interp
