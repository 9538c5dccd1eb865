// Lazy definitions: a function or class of the library (core/prelude) is created when its name is
// first used. A program uses a few of the several hundred definitions of torch.nn and the standard
// library, and creating all of them would take a quarter of the time of scripting a model.
//
// A program cannot observe when such a definition runs:
// - The library's modules belong to this project. Their function and class definitions, decorators
//   and defaults included, only create objects. They print nothing and change no other object.
// - A definition is not lazy when an earlier statement binds its name too, because code in between
//   reads the earlier value; nor is an overload, because overloads are recorded in their order.
// - Every read of a module's name, of its __dict__ and of globals() creates the definition first
//   (Vm::settled, settleNames).
// tests/conformance/lazy_definitions.py compares all of torchvision's models with and without lazy
// definitions. User modules run as in Python.
#pragma once

#include "core/eval/objects.h"
#include "core/syntax/ast.h"

namespace ts::eval {

class Vm;

// The name that the statement of the module's body defines lazily; null when it must run at once.
Str* lazyName(Vm& vm, const Module& module, const syntax::Stmt& stmt);
// Creates the lazy definitions of the module, before a program gets its names or annotations as a
// dict.
void settleNames(Vm& vm, Module& module);
// For comparing the two: turns lazy definitions off in this process, before the first Vm.
void disableLazyDefinitions();

}  // namespace ts::eval
