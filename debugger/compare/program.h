// The loaded program of an engine. Each engine has its own, so that no engine sees side effects of
// another one.
#pragma once

#include "core/programs/program.h"

namespace ts::debugger {

using programs::Arguments;
using programs::Evaluator;
using programs::Failure;
using programs::failureOf;
using programs::findExample;
using programs::findInit;
using programs::Request;
using programs::TargetProgram;

}  // namespace ts::debugger
