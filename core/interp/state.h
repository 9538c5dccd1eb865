// Functions of the interpreter that operators call back.
#pragma once

#include "core/interp/interpreter.h"

namespace ts::interp {

// Registers a machine that starts on this thread, and returns the interpreter that ran before, for
// leaveMachine. Throws when machines are nested too deeply.
Interpreter* enterMachine(Interpreter& interpreter);
void leaveMachine(Interpreter* previous);

// The node that the innermost function of this thread's machine runs, or has called machine code
// for; null outside of a machine. Approximate in machine code, which does not keep it up to date.
const ir::Node* runningNode();

// The frames of this thread's machine, the outermost first. Call it while a loop is interrupted.
std::vector<LiveFrame> runningFrames();

// A tensor's elements as nested lists of that type, or as a number: the result of tolist().
IValue listOf(const tensor::Tensor& tensor, types::TypePtr type);

}  // namespace ts::interp
